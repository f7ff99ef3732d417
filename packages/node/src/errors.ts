/** What each code means: of this package and, joined, of all that it is made of. */
import { clientCodes } from '@unseen/client'
import { coreCodes } from '@unseen/core'
import { dataCodes } from '@unseen/data'
import { networksCodes } from '@unseen/networks'
import { reportCodes } from '@unseen/report/internal'

/** What can go wrong with runs, libraries, archives and the queue. */
const nodeCodes = {
  'archive.unsafe': 'an archive that would write outside its folder or is too large',
  'run.journal': 'a journal that was changed',
  'run.config': 'a run that is another one than was meant',
  'run.locked': 'a run that another process is at work on',
  'library.model': 'a library that was indexed with another model',
  'library.broken': 'a library whose files are missing or changed',
  'library.source': 'rows that do not fit what a library holds already',
  'library.query': 'a condition on the metadata that cannot be run',
  'queue.job': 'a job or an answer in a queue that makes no sense',
  'queue.version': 'a worker of another version than the job',
  'queue.data': 'data of a job that a worker cannot get'
} as const

declare module '@unseen/core' {
  interface ErrorCodes {
    node: keyof typeof nodeCodes
  }
}

/** Every code of the library, the commands and the server. */
export const errorCodes = {
  ...coreCodes,
  ...dataCodes,
  ...networksCodes,
  ...clientCodes,
  ...reportCodes,
  ...nodeCodes
} as const
