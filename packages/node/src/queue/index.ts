/**
 * Workers of other machines, through Redis. Apart from the rest because it brings the client of Redis.
 *
 * @module unseen/queue
 */
export { type RedisExecutor, type RedisExecutorOptions, redisExecutor } from './redis-executor.js'
export { type QueueRows, queueRows } from './queue-rows.js'
export { type QueueWorker, type WorkerOptions, startWorker } from './worker.js'
export type { QueueOptions } from './coordinator.js'
export type { ShareOptions } from './share.js'
