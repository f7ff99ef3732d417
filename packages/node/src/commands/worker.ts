/** `unseen worker --redis URL`: works for searches and bulk work of other machines. */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { safe } from '../terminal/text.js'
import { type AddCommand, type Context, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option } from 'commander'
import { availableParallelism } from 'node:os'

interface Flags {
  readonly redis: string
  readonly threads?: number
  readonly cache?: string
  readonly share?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addWorker: AddCommand = (parent, context) => {
  parent
    .command('worker')
    .description('work for `tune`, `recognise` and `index` of other machines, through Redis')
    .requiredOption('--redis <url>', 'the queue: redis://HOST:PORT, the same as of those who ask')
    .addOption(new Option('--threads <number>', 'jobs at a time (default: one per core)').argParser(numberOf))
    .option('--cache <folder>', "where data are kept between jobs (default: the user's cache folder)")
    .option('--share <folder>', 'the folder that others share data through, as this machine sees it')
    .option('--json', 'print one line of JSON when it is ready, and one for each job')
    .option('-q, --quiet', 'no line for each job')
    .addHelpText(
      'after',
      examples(
        'unseen worker --redis redis://10.0.0.5:6379',
        'unseen worker --redis redis://10.0.0.5:6379 --threads 4 --share /mnt/shared',
        'UNSEEN_REDIS_PASSWORD=... unseen worker --redis rediss://anna@queue.example:6379'
      )
    )
    .action((flags: Flags) => work(flags, context))
}

async function work(
  { redis, threads = availableParallelism(), cache, share, json = false, quiet = false }: Flags,
  { terminal }: Context
): Promise<void> {
  if (!Number.isInteger(threads) || threads < 1)
    throw new UnseenError('options.value', `threads must be a whole number of at least 1, got ${threads}.`, {
      where: { option: 'threads' }
    })
  const [{ startWorker }, { stopSignals }, { cacheFolder }] = await Promise.all([
    import('../queue/worker.js'),
    import('../server/signals.js'),
    import('../files/cache-folder.js')
  ])
  const stopped = stopSignals(terminal.signal, () => undefined)
  let done = 0
  const worker = await startWorker({
    url: redis,
    threads,
    cache: cache ?? cacheFolder('queue'),
    ...defined({ share }),
    say: line => terminal.note(safe(line)),
    onJob(job, seconds) {
      done++
      if (json) terminal.print(JSON.stringify({ job: job.kind, task: job.task.key, seconds }))
      else if (!quiet)
        terminal.note(
          `Job ${done}: ${safe(job.task.key.replace(/^[0-9a-f]+\//, ''))}, ${seconds.toFixed(1)} s`
        )
    }
  })
  const jobs = threads === 1 ? 'one job' : `${threads} jobs`
  if (json) terminal.print(JSON.stringify({ worker: worker.name, redis: worker.shown, threads }))
  else
    terminal.print(
      `Worker ${worker.name} waits for work at ${worker.shown}, ${jobs} at a time. Ctrl-C ends it.`
    )
  await stopped
  const givenBack = await worker.close()
  terminal.note(
    `Stopped after ${done} ${done === 1 ? 'job' : 'jobs'}${givenBack > 0 ? `; ${givenBack} given back to the queue, for others to do` : ''}.`
  )
}
