export * from '@unseen/core'
export { threadExecutor, type ThreadOptions } from './threads/executor.js'
