#!/usr/bin/env node
// npx unseen, in a clone that nobody has set up yet: makes it ready, then runs the command as it was given. Once the
// packages are installed, npx finds the built command itself.
import { main, root, run } from './run.mjs'
import { setup } from './setup.mjs'

await main(async () => {
  await setup()
  const args = [`${root}packages/node/bin/unseen.js`, ...process.argv.slice(2)]
  return (await run(process.execPath, args, { cwd: process.cwd() })).code
})
