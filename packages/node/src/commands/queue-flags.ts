/** What commands share that give their work to other machines. */
import type { Command } from 'commander'
import { UnseenError } from '@unseen/core'
import type { QueueOptions } from '../queue/coordinator.js'

export interface QueueFlags {
  readonly redis?: string
  readonly share?: string
  readonly shareHost?: string
}

export function addQueueFlags(command: Command): Command {
  return command
    .option('--redis <url>', 'give the work to `unseen worker` of this and other machines, through the Redis at redis://HOST:PORT')
    .option('--share <folder>', 'with --redis: the data go through this folder, which all machines see')
    .option('--share-host <address>', 'with --redis: workers fetch the data from this machine at this address (default: 127.0.0.1)')
}

/** undefined without --redis */
export function queueOptions({ redis, share, shareHost }: QueueFlags, watch: Pick<QueueOptions, 'say' | 'onWorkers'>): QueueOptions | undefined {
  if (redis === undefined) {
    const alone = share !== undefined ? 'share' : shareHost !== undefined ? 'share-host' : undefined
    if (alone !== undefined) throw new UnseenError('options.combination', `--${alone} is for work on other machines.`, { where: { option: alone }, remedy: 'Add --redis redis://HOST:PORT.' })
    return undefined
  }
  if (share !== undefined && shareHost !== undefined) throw new UnseenError('options.combination', 'The data go through a folder or by HTTP, not both.', { where: { option: 'share-host' }, remedy: 'Leave out --share or --share-host.' })
  return { url: redis, share: { ...(share !== undefined && { folder: share }), ...(shareHost !== undefined && { host: shareHost }) }, ...watch }
}
