/** Of the engine: sentences as descriptions, where the encoder that made the signatures is loaded. */
import { type EncoderRecord, type NamedTable, type Progress, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { Encoder } from '@unseen/networks'
import type { NamedBlob } from '../../worker/files.js'
import type { EngineJobs } from '../../worker/jobs.js'
import { createRanker, effectiveAmong } from '../../worker/ranking.js'
import { type Session, modelOf } from '../../worker/session.js'
import type { EncoderFacts, WordFacts, WordsQuestion } from '../facts.js'
import { knownEncoders } from '../known-encoders.js'
import { type SingleEncoder, openEncoderFiles } from './encoder-files.js'

/** Words that are tried: each is a sentence to read and a ranking. */
const MOST_WORDS = 24

export function createSentences(session: Session, jobs: EngineJobs) {
  let opened: Encoder | undefined
  const ranker = createRanker(session)

  const single = (record: EncoderRecord | undefined): SingleEncoder | undefined =>
    record?.kind === 'words' || record?.kind === 'sentence' ? record : undefined

  /** What made the signatures; where no encoder did, another table of the data that one of sentences made. */
  const wanted = (): { readonly record: SingleEncoder; readonly table?: string } | undefined => {
    const table: NamedTable | undefined = session.data?.taken.table
    const record = single((table?.encoder ?? modelOf(session).notes.encoder) as EncoderRecord | undefined)
    if (record !== undefined) return { record }
    const other = session.data?.dataset.signatures.find(({ encoder }) => encoder?.kind === 'sentence')
    const its = single(other?.encoder)
    return other === undefined || its === undefined ? undefined : { record: its, table: other.name }
  }
  const fitting = (): Encoder | undefined =>
    opened !== undefined && opened.record.digest === wanted()?.record.digest ? opened : undefined

  const facts = (): EncoderFacts | undefined => {
    const found = wanted()
    return (
      found && {
        kind: found.record.kind,
        model: found.record.model,
        open: fitting() !== undefined,
        ...defined({ table: found.table, offered: knownEncoders[found.record.model] })
      }
    )
  }
  const take = async (
    files: readonly NamedBlob[],
    watch: Parameters<typeof openEncoderFiles>[2]
  ): Promise<EncoderFacts | undefined> => {
    const found = wanted()
    if (found === undefined || files.length === 0) return facts()
    const encoder = await openEncoderFiles(files, found.record, watch)
    await opened?.close()
    opened = encoder
    return facts()
  }
  const loaded = (): Encoder => {
    const encoder = fitting()
    if (encoder !== undefined) return encoder
    throw new UnseenError('encoder.missing', 'The encoder of these signatures is not loaded.', {
      remedy: 'Fetch it, or choose its files.'
    })
  }

  return {
    encoder: facts,

    /** Loads the encoder from its files; another one than made the signatures is refused. */
    open: (
      job: string,
      files: readonly NamedBlob[],
      onProgress?: (progress: Progress) => void
    ): Promise<EncoderFacts | undefined> => jobs.run(job, onProgress, watch => take(files, watch)),

    /** Loads one that was fetched before, without asking anybody; false where there is none. */
    reopen: (job: string, site: string): Promise<EncoderFacts | undefined> =>
      jobs.run(job, undefined, async watch => {
        const name = facts()?.offered?.name
        const files =
          name === undefined || fitting() !== undefined
            ? undefined
            : await (await import('./fetched-encoder.js')).keptEncoder(site, name)
        return files === undefined ? facts() : take(files, watch)
      }),

    /** Fetches the encoder by its name, and loads it. */
    fetch: (
      job: string,
      site: string,
      onProgress?: (progress: Progress) => void
    ): Promise<EncoderFacts | undefined> =>
      jobs.run(job, onProgress, async watch => {
        const name = facts()?.offered?.name
        if (name === undefined) return facts()
        const { fetchEncoder } = await import('./fetched-encoder.js')
        return take(await fetchEncoder(session.fetch, site, name, watch), watch)
      }),

    /**
     * The signature that a sentence means, and what is to be known of it: words that are not known, a text
     * that was cut.
     */
    async encode(
      sentence: string
    ): Promise<{ readonly values: readonly number[]; readonly remarks: readonly string[] }> {
      const { vectors, remarks } = await loaded().encode([sentence])
      return { values: [...vectors.data], remarks: remarks.map(({ message }) => message) }
    },

    /** How many photos hang on each word of a sentence: those that are not found without it. */
    async words({
      class: name,
      sentence,
      among: choice,
      bias
    }: WordsQuestion): Promise<readonly WordFacts[]> {
      const encoder = loaded()
      const words = [...sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)]
        .slice(0, MOST_WORDS)
        .map(({ 0: word, index }) => ({ word, start: index, end: index + word.length }))
      if (words.length < 2 || session.proportions === undefined) return []
      const { vectors } = await encoder.encode([
        sentence,
        ...words.map(({ start, end }) => sentence.slice(0, start) + sentence.slice(end))
      ])
      const model = modelOf(session)
      if (!model.knows(name) || vectors.columns !== model.classes[0].signature.length) return []
      const among = effectiveAmong(model, choice)
      const claimed = Array.from({ length: words.length + 1 }, (_, at) => {
        const values = vectors.data.slice(at * vectors.columns, (at + 1) * vectors.columns)
        return ranker.rank(model.describe(name, values), name, among, bias).claimed
      })
      return words.map((word, at) => ({
        ...word,
        lost: claimed[0].reduce((sum, one, row) => sum + (one === 1 && claimed[at + 1][row] === 0 ? 1 : 0), 0)
      }))
    }
  }
}
