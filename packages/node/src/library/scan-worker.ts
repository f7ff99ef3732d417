/** A thread of a scan: takes a job, answers with its best rows or with what went wrong. */
import { type ErrorCode, UnseenError } from '@unseen/core'
import type { RankedRow } from '@unseen/core/internal'
import { type ScanJob, scanBlocks, stopScan } from './scan.js'
import { parentPort } from 'node:worker_threads'

export type ScanAnswer =
  | { readonly ranked: readonly RankedRow[] }
  | {
      readonly error: {
        readonly code?: ErrorCode
        readonly message: string
        readonly where?: UnseenError['where']
      }
    }

parentPort?.on('message', (job: ScanJob) => {
  scanBlocks(job).then(
    ranked => parentPort?.postMessage({ ranked } satisfies ScanAnswer),
    (error: unknown) => {
      stopScan(job.counter)
      const known = error instanceof UnseenError ? { code: error.code, where: error.where } : {}
      parentPort?.postMessage({
        error: { message: error instanceof Error ? error.message : String(error), ...known }
      } satisfies ScanAnswer)
    }
  )
})
