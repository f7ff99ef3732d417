// npm start: makes the clone ready, then runs the demonstration. More arguments go to it.
import { main, root, run } from './run.mjs'
import { setup } from './setup.mjs'

await main(async () => {
  await setup()
  const { code } = await run(process.execPath, [`${root}packages/node/bin/unseen.js`, 'demo', ...process.argv.slice(2)])
  return code
})
