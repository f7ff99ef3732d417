/** What commands share that give their work to other machines. */
import { type Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { QueueOptions } from '../queue/coordinator.js'
import type { Terminal } from '../terminal/terminal.js'
import type { RowWork } from '../use/row-work.js'
import type { Command } from 'commander'

export interface QueueFlags {
  readonly redis?: string
  readonly share?: string
  readonly shareHost?: string
}

export function addQueueFlags(command: Command): Command {
  return command
    .option(
      '--redis <url>',
      'give the work to `unseen worker` of this and other machines, through the Redis at redis://HOST:PORT'
    )
    .option('--share <folder>', 'with --redis: the data go through this folder, which all machines see')
    .option(
      '--share-host <address>',
      'with --redis: workers fetch the data from this machine at this address (default: 127.0.0.1)'
    )
}

/** undefined without --redis */
export function queueOptions(
  { redis, share, shareHost }: QueueFlags,
  watch: Pick<QueueOptions, 'say' | 'onWorkers'>
): QueueOptions | undefined {
  if (redis === undefined) {
    const alone = share !== undefined ? 'share' : shareHost !== undefined ? 'share-host' : undefined
    if (alone !== undefined)
      throw new UnseenError('options.combination', `--${alone} is for work on other machines.`, {
        where: { option: alone },
        remedy: 'Add --redis redis://HOST:PORT.'
      })
    return undefined
  }
  if (share !== undefined && shareHost !== undefined)
    throw new UnseenError('options.combination', 'The data go through a folder or by HTTP, not both.', {
      where: { option: 'share-host' },
      remedy: 'Leave out --share or --share-host.'
    })
  return {
    url: redis,
    share: defined({ folder: share, host: shareHost }),
    ...watch
  }
}

/** 'one worker', '2 workers' */
export const workersText = (workers: number): string => (workers === 1 ? 'one worker' : `${workers} workers`)

export interface OpenQueueRows {
  /** for the options of what works on rows */
  readonly work: { readonly work: RowWork }
  /** behind the progress: how many are at work */
  workers(): string
  close(): Promise<void>
}

/** undefined without --redis */
export async function openQueueRows(
  model: Model,
  flags: QueueFlags,
  { note, signal }: Terminal
): Promise<OpenQueueRows | undefined> {
  let said = ''
  const options = queueOptions(flags, {
    say: note,
    onWorkers: workers => {
      said = `, ${workersText(workers)}`
    }
  })
  if (options === undefined) return undefined
  const { queueRows } = await import('../queue/queue-rows.js')
  const work = await queueRows(model, { ...options, signal })
  return { work: { work }, workers: () => said, close: () => work.close() }
}
