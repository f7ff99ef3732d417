import { channelExecutor, searchWork } from '@unseen/core/internal'
import { checkExecutor } from '../../core/test/contracts/executor.js'
import { startLocalWorker } from '../../core/test/contracts/local-worker.js'

const start = () => startLocalWorker({ search: () => Promise.resolve(searchWork) })

checkExecutor('of Studio, web workers without shared memory', () =>
  channelExecutor({ threads: 3, shared: false, start })
)
