/** `unseen data new`, asked step by step. Every answer is checked where it is given. */
import { UnseenError } from '@unseen/core'
import type { MakeOptions } from '../../dataset/make.js'
import { existsSync, statSync } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

export interface Streams {
  readonly input: Readable
  readonly output: Writable
  readonly signal?: AbortSignal
}

export type Answers = Pick<
  MakeOptions,
  'images' | 'features' | 'labels' | 'attributes' | 'unseen' | 'name' | 'out'
>

/** More classes than this are typed, not chosen from a list. */
const MOST_CHOICES = 60

/** What is not given is asked for; `classesOf` reads the classes as soon as the files are known. */
export async function askForDataset(
  given: Partial<Answers>,
  classesOf: (answers: Partial<Answers>) => Promise<readonly string[]>,
  streams: Streams
): Promise<Answers> {
  const prompts = await import('@clack/prompts')
  const sure = <Value>(answer: Value): Exclude<Value, symbol> => {
    if (prompts.isCancel(answer)) throw new UnseenError('cancelled', 'Nothing was written.')
    return answer as Exclude<Value, symbol>
  }
  const path = async (message: string, kind: 'file' | 'folder'): Promise<string> =>
    sure(await prompts.text({ ...streams, message, validate: value => pathProblem(value ?? '', kind) }))
  const answers: { -readonly [Key in keyof Answers]?: Answers[Key] } = { ...given }
  prompts.intro('A data set of your own', streams)
  if (answers.images === undefined && answers.features === undefined) {
    const have = sure(
      await prompts.select({
        ...streams,
        message: 'What do you have?',
        options: [
          { value: 'images', label: 'a folder of images, one folder for each class' },
          { value: 'features', label: 'a file of features' }
        ]
      })
    )
    if (have === 'images') answers.images = await path('Which folder?', 'folder')
    else answers.features = await path('Which file has the features?', 'file')
  }
  if (answers.features !== undefined && answers.labels === undefined) {
    const labels = sure(
      await prompts.text({
        ...streams,
        message: 'Which file has the labels?',
        placeholder: 'empty if the features have a column of labels',
        defaultValue: '',
        validate: value => ((value ?? '') === '' ? undefined : pathProblem(value ?? '', 'file'))
      })
    )
    if (labels !== '') answers.labels = labels
  }
  if (answers.attributes === undefined) {
    const table = sure(
      await prompts.text({
        ...streams,
        message: 'Which CSV describes the classes by attributes?',
        placeholder: 'empty if there is none yet',
        defaultValue: '',
        validate: value => ((value ?? '') === '' ? undefined : pathProblem(value ?? '', 'file'))
      })
    )
    answers.attributes = table === '' ? [] : [table]
  }
  answers.unseen ??= await askForUnseen(await classesOf(answers))
  const name =
    answers.name ??
    sure(
      await prompts.text({
        ...streams,
        message: 'What is it called?',
        validate: value => ((value ?? '').trim() === '' ? 'It needs a name.' : undefined)
      })
    )
  const out =
    answers.out ??
    sure(
      await prompts.text({
        ...streams,
        message: 'Where to?',
        initialValue: name
          .trim()
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]+/gu, '-'),
        validate: value =>
          (value ?? '') === ''
            ? 'It needs a folder.'
            : existsSync(value ?? '')
              ? 'That exists already.'
              : undefined
      })
    )
  prompts.outro('Writing', streams)
  return { ...answers, name, out }

  async function askForUnseen(classes: readonly string[]): Promise<readonly string[]> {
    const message = 'Which classes are unseen (recognised without a training image)?'
    const tooMany = (chosen: readonly string[]): string | undefined =>
      chosen.length > classes.length - 2 ? 'At least two classes must be seen.' : undefined
    if (classes.length <= MOST_CHOICES) {
      const chosen = sure(
        await prompts.multiselect({
          ...streams,
          message,
          required: false,
          maxItems: 12,
          options: classes.map(value => ({ value, label: value }))
        })
      )
      const problem = tooMany(chosen)
      if (problem === undefined) return chosen
      prompts.log.error(problem, streams)
      return askForUnseen(classes)
    }
    const typed = sure(
      await prompts.text({
        ...streams,
        message,
        placeholder: 'names, with commas between them',
        defaultValue: '',
        validate: value => {
          const strange = splitNames(value ?? '').find(name => !classes.includes(name))
          return strange === undefined
            ? tooMany(splitNames(value ?? ''))
            : `${strange} is no class of this data set.`
        }
      })
    )
    return splitNames(typed)
  }
}

/** 'zebra, panda' -> ['zebra', 'panda'] */
export function splitNames(text: string): string[] {
  return text
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
}

function pathProblem(path: string, kind: 'file' | 'folder'): string | undefined {
  if (path === '') return 'A path is needed.'
  if (!existsSync(path)) return 'That does not exist.'
  const isFolder = statSync(path).isDirectory()
  return isFolder === (kind === 'folder') ? undefined : isFolder ? 'That is a folder.' : 'That is no folder.'
}
