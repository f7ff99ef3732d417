/** From what a request says of a class to the change that is written: signatures, names and preconditions. */
import type { description, namedDescription } from '@unseen/client/internal'
import { type Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { descriptionOf } from '../../use/description-of.js'
import { breath } from '../breath.js'
import type { PlannedChange, Present } from '../classes/class-store.js'
import type { Described } from '../classes/state.js'
import type { z } from '@hono/zod-openapi'

interface Signed {
  readonly after: Described
  readonly remarks: readonly string[]
}

/** One sentence at a time: each opens the encoder, which is as large as all models together. */
let encoding: Promise<unknown> = Promise.resolve()

export async function newClasses(
  model: Model,
  given: readonly z.infer<typeof namedDescription>[],
  encoder: string | undefined
): Promise<{ readonly changes: readonly PlannedChange[]; readonly remarks: readonly string[] }> {
  const names = new Set<string>()
  const changes: PlannedChange[] = []
  const remarks: string[] = []
  const others = breath()
  for (const { name, ...said } of given) {
    if (names.has(name))
      throw new UnseenError('signatures.duplicate', `"${name}" is described twice.`, {
        where: { class: name },
        remedy: 'Keep one description.'
      })
    names.add(name)
    const signed = await signatureOf(model, name, said, encoder)
    changes.push({
      class: name,
      after: signed.after,
      embedded: { ...model.embed(signed.after.signature, name), trained: model.trained }
    })
    await others()
    remarks.push(...signed.remarks.map(remark => `${name}: ${remark}`))
  }
  return { changes, remarks }
}

/** `encoder`: where the one of the model's sentences is, if it is not one that comes by name. */
export async function signatureOf(
  model: Model,
  name: string,
  { signature, attributes, like, sentence }: z.infer<typeof description>,
  encoder?: string
): Promise<Signed> {
  if (name === '.' || name === '..')
    throw new UnseenError('signatures.name', 'No address can hold this name.', {
      where: { class: name },
      remedy: 'Choose another.'
    })
  if (signature?.length === 0)
    throw new UnseenError('signatures.length', `The signature of "${name}" is empty.`, {
      where: { class: name }
    })
  if (signature !== undefined && [attributes, like, sentence].every(said => said === undefined))
    return { after: { signature: plain(signature) }, remarks: [] }
  const found = await descriptionOf(model, name, {
    // Numbers, never text of the request: text may name a file.
    ...defined({
      signature: signature === undefined ? undefined : signature.map(Number).join(','),
      attributes: attributes === undefined ? undefined : new Map(Object.entries(attributes)),
      like,
      sentence
    })
  })
  if ('signature' in found) return { after: { signature: plain(found.signature) }, remarks: [] }
  const { parts } = found
  const turn = encoding.then(async () => {
    const { describeSentence } = await import('../../encoders/describe-sentence.js')
    return describeSentence(model, name, found.sentence, defined({ parts, encoder }))
  })
  encoding = turn.catch(() => undefined)
  const encoded = await turn
  return {
    after: { signature: plain(encoded.signature), sentence: found.sentence },
    remarks: encoded.remarks
  }
}

/** JSON knows no negative zero: without it a class is the same to the bit when the log is read again. */
function plain(signature: ArrayLike<number>): number[] {
  return Array.from(signature, value => value + 0)
}

export function checkNew(present: Present, name: string): void {
  const version = present.versionOf(name)
  if (version === undefined || present.model.find(name).seen) return
  throw new UnseenError('signatures.duplicate', `The model knows "${name}" already.`, {
    where: { class: name, version },
    remedy: `Change it with PUT, or choose another name.`
  })
}

export interface Preconditions {
  /** the class must have this version, or be there at all */
  readonly match?: number | 'any'
  readonly mustBeNew: boolean
}

export function preconditions({
  'if-match': match,
  'if-none-match': none
}: {
  readonly 'if-match'?: string | undefined
  readonly 'if-none-match'?: string | undefined
}): Preconditions {
  if (none !== undefined && none.trim() !== '*')
    throw new UnseenError('serve.request', 'If-None-Match must be *.', { where: { header: 'If-None-Match' } })
  const [, version] = /^\s*(?:W\/)?"(\d{1,15})"\s*$/.exec(match ?? '') ?? []
  if (match !== undefined && match.trim() !== '*' && version === undefined)
    throw new UnseenError('serve.request', 'If-Match must be the ETag of the class, such as "7", or *.', {
      where: { header: 'If-Match' }
    })
  return {
    mustBeNew: none !== undefined,
    ...defined({
      match: match === undefined ? undefined : version === undefined ? ('any' as const) : Number(version)
    })
  }
}

export function checkVersion(present: Present, name: string, { match, mustBeNew }: Preconditions): void {
  const version = present.versionOf(name)
  const refuse = (message: string): never => {
    throw new UnseenError('serve.version', message, {
      where: { class: name, ...defined({ version }) },
      remedy: 'Read the class again, and decide anew.'
    })
  }
  if (mustBeNew && version !== undefined) refuse(`The model knows "${name}" already.`)
  if (match === undefined || (match === 'any' && version !== undefined) || match === version) return
  refuse(
    version === undefined
      ? `The model does not know "${name}" any more.`
      : `"${name}" was changed by somebody else: it has version ${version}.`
  )
}
