// npm start: makes the clone ready, prints the table of the sample, then serves Studio until Ctrl-C. `npm
// start -- --once` ends after the table; other arguments go to `unseen studio`, `npm start -- my-birds` for
// instance.
import { main, root, run } from './run.mjs'
import { setup } from './setup.mjs'

const unseen = (...args) => run(process.execPath, [`${root}packages/node/bin/unseen.js`, ...args])

await main(async () => {
  await setup()
  const args = process.argv.slice(2)
  // What the demonstration itself understands asks for its answer alone.
  const once = args.includes('--once')
  const alone = once || args.some(argument => ['--json', '--help', '-h'].includes(argument))
  const { code } = await unseen('demo', ...(alone ? args.filter(argument => argument !== '--once') : []))
  if (alone || code !== 0) return code
  console.log('')
  return (await unseen('studio', ...args)).code
})
