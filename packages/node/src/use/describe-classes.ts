/** Classes added to a model, each from a signature or a sentence, and what is to be known of them. */
import { type Model, type NewClass, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type DescribeOptions, describeSentence } from '../encoders/describe-sentence.js'
import { type ClassJudgement, judgeClass } from './judge-class.js'

/** A class, described by numbers or by a sentence. */
export type Description =
  | { readonly name: string; readonly signature: ArrayLike<number> }
  /** `parts`: the entries of tables that no encoder made, where the model's table is joined */
  | { readonly name: string; readonly sentence: string; readonly parts?: DescribeOptions['parts'] }

/** What may change, and what sentences are encoded with. */
export interface DescribeClassesOptions extends Pick<DescribeOptions, 'encoder' | 'signal' | 'onProgress'> {
  /** Whether described classes of the same name may change. Default false. */
  readonly replace?: boolean
  /** Called with classes done, of how many. */
  readonly onClass?: (done: number, total: number) => void
}

/** A model that knows more classes. */
export interface DescribedClasses {
  /** The new one. */
  readonly model: Model
  /** What can be said about each. */
  readonly classes: readonly ClassJudgement[]
  /** e.g. words that the encoder does not know */
  readonly remarks: readonly string[]
}

/**
 * Describes several classes by numbers or sentences and judges each.
 *
 * @param model stays as it is
 * @param descriptions of all classes
 * @param options what may change, and what sentences are encoded with
 */
export async function describeClasses(
  model: Model,
  descriptions: readonly Description[],
  { replace = false, onClass, ...options }: DescribeClassesOptions = {}
): Promise<DescribedClasses> {
  checkNames(model, descriptions, replace)
  const remarks: string[] = []
  const described: NewClass[] = []
  const embedded = (name: string, signature: ArrayLike<number>): NewClass => ({
    name,
    signature,
    embedded: model.embed(signature, name)
  })
  for (const [at, description] of descriptions.entries()) {
    options.signal?.throwIfAborted()
    const { name } = description
    if ('signature' in description) described.push(embedded(name, description.signature))
    else {
      const { parts } = description
      const found = await describeSentence(model, name, description.sentence, {
        ...options,
        ...defined({ parts })
      })
      described.push(embedded(name, found.signature))
      remarks.push(...found.remarks.map(remark => `${name}: ${remark}`))
    }
    onClass?.(at + 1, descriptions.length)
  }
  const all = model.describeAll(described)
  return { model: all, classes: descriptions.map(({ name }) => judgeClass(all, name)), remarks }
}

function checkNames(model: Model, descriptions: readonly Description[], replace: boolean): void {
  const names = new Set<string>()
  for (const { name } of descriptions) {
    if (names.has(name))
      throw new UnseenError('signatures.duplicate', `"${name}" is described twice.`, {
        where: { class: name },
        remedy: 'Keep one description.'
      })
    names.add(name)
  }
  const there = replace ? undefined : model.unseen.find(name => names.has(name))
  if (there !== undefined)
    throw new UnseenError('signatures.duplicate', `The model knows "${there}" already.`, {
      where: { class: there },
      remedy: 'Say --replace to describe it anew, or choose another name.'
    })
}
