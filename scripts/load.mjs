// npm run test:load -- COMMAND: runs a command while every core is kept busy, as on a machine that others use
// as well: `npm run test:load -- npm test`. What fails only then waits too little somewhere. Ends with the
// command, and with its exit code.
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { main, run, ScriptError } from './run.mjs'

await main(async () => {
  const [command, ...args] = process.argv.slice(2)
  if (command === undefined)
    throw new ScriptError(
      'What shall run under load? `npm run test:load -- npm run test:unit`, for instance.'
    )
  const burners = Array.from(
    { length: availableParallelism() },
    () => new Worker('let x = 1; for (;;) x = (x * 48271) % 2147483647', { eval: true })
  )
  try {
    return (await run(command, args)).code
  } finally {
    await Promise.all(burners.map(burner => burner.terminate()))
  }
})
