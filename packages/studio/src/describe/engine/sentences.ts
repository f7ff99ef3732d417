/** Of the engine: sentences as descriptions, where the encoder that made the signatures is loaded. */
import { type EncoderRecord, type Progress, UnseenError } from '@unseen/core'
import type { Encoder } from '@unseen/networks'
import type { NamedBlob } from '../../worker/files.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { EncoderFacts } from '../facts.js'
import { type SingleEncoder, openEncoderFiles } from './encoder-files.js'

export function createSentences(session: Session, jobs: EngineJobs) {
  let opened: Encoder | undefined

  /** What made the signatures; undefined where no encoder did, or several. */
  const wanted = (): SingleEncoder | undefined => {
    const record = (session.data?.taken.table.encoder ?? modelOf(session).notes.encoder) as
      | EncoderRecord
      | undefined
    return record?.kind === 'words' || record?.kind === 'sentence' ? record : undefined
  }
  const fitting = (): Encoder | undefined =>
    opened !== undefined && opened.record.digest === wanted()?.digest ? opened : undefined

  const facts = (): EncoderFacts | undefined => {
    const record = wanted()
    return record && { kind: record.kind, model: record.model, open: fitting() !== undefined }
  }

  return {
    encoder: facts,

    /** Loads the encoder from its files; another one than made the signatures is refused. */
    open: (
      job: string,
      files: readonly NamedBlob[],
      onProgress?: (progress: Progress) => void
    ): Promise<EncoderFacts | undefined> =>
      jobs.run(job, onProgress, async watch => {
        const record = wanted()
        if (record === undefined || files.length === 0) return facts()
        const encoder = await openEncoderFiles(files, record, watch)
        await opened?.close()
        opened = encoder
        return facts()
      }),

    /**
     * The signature that a sentence means, and what is to be known of it: words that are not known, a text
     * that was cut.
     */
    async encode(
      sentence: string
    ): Promise<{ readonly values: readonly number[]; readonly remarks: readonly string[] }> {
      const encoder = fitting()
      if (encoder === undefined)
        throw new UnseenError('encoder.missing', 'The encoder of these signatures is not loaded.', {
          remedy: 'Choose its files.'
        })
      const { vectors, remarks } = await encoder.encode([sentence])
      return { values: [...vectors.data], remarks: remarks.map(({ message }) => message) }
    }
  }
}
