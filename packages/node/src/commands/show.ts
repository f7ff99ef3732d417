/** `unseen show MODEL CLASS PHOTOS`: a few images of a described class; its description is what was believed before. */
import type { Model, ShownClass } from '@unseen/core'
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { stepBars } from '../terminal/step-bars.js'
import { percent } from '../terminal/search-view.js'
import type { Terminal } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import { type AddCommand, type Context, examples, sayWhoHas } from './command.js'
import { sayDevice } from './device-flag.js'
import { type RowsFlags, addRowsFlags } from './rows-flags.js'
import { InvalidArgumentError, Option } from 'commander'

interface Flags extends RowsFlags {
  readonly number?: readonly number[]
  readonly list?: boolean
  readonly forget?: boolean
  readonly output?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addShow: AddCommand = (parent, context) => {
  const command = parent
    .command('show')
    .argument('<model>', 'a model file, with Gaussian weights')
    .argument('[class]', 'a described class, or the name of a new one')
    .argument('[images...]', 'photos, folders of them, or features in a file of any format')
    .description('let a model see a few images of a described class; no training')
    .addOption(
      new Option('--number <list>', 'of a file or a data set: which rows, "0,3,7-9"').argParser(numbersOf)
    )
    .option('--list', 'say which images were shown, and how much they count')
    .option('--forget', 'take images back: those named, or all of the class')
    .option('-o, --output <file>', 'where the new model goes (default: in place of the old one)')
  addRowsFlags(command)
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'say nothing')
    .addHelpText(
      'after',
      examples(
        'unseen show zoo.unseen okapi okapi-1.jpg okapi-2.jpg',
        'unseen show zoo.unseen okapi features.npy --number 0,1,2',
        'unseen show zoo.unseen --list',
        'unseen show zoo.unseen okapi --forget'
      )
    )
    .action((path: string, name: string | undefined, images: readonly string[], flags: Flags) =>
      flags.list === true ? list(path, name, flags, context) : show(path, name, images, flags, context)
    )
}

async function list(
  path: string,
  name: string | undefined,
  flags: Flags,
  { terminal }: Context
): Promise<void> {
  const { readModel } = await import('../files/model-file.js')
  const model = await readModel(path)
  if (name !== undefined) model.find(name)
  tell(
    model.shown.filter(each => name === undefined || each.class === name),
    path,
    flags,
    terminal
  )
}

async function show(
  path: string,
  name: string | undefined,
  images: readonly string[],
  flags: Flags,
  { terminal, warned }: Context
): Promise<void> {
  if (name === undefined || (images.length === 0 && flags.forget !== true))
    throw new UnseenError(
      'options.value',
      `Say ${name === undefined ? 'which class and ' : ''}which images.`,
      {
        remedy: 'For example: unseen show zoo.unseen okapi photo.jpg; or --list.'
      }
    )
  const { output = path } = flags
  const [{ changeModel }, { readExamples }] = await Promise.all([
    import('../files/model-file.js'),
    import('../use/read-examples.js')
  ])
  const steps = stepBars(terminal)
  const { skipped, model } = await changeModel(
    path,
    async before => {
      // Before a network is opened for nothing.
      if (flags.forget === true && before.find(name).examples === undefined) before.takeBack(name)
      const read =
        images.length === 0
          ? undefined
          : await readExamples(before, images, {
              ...readOptions(flags),
              onDevice: sayDevice(terminal),
              fetching: { signal: terminal.signal, onProgress: steps.opening },
              ...defined({ number: flags.number })
            })
      steps.end()
      const after =
        flags.forget === true
          ? before.takeBack(name, read?.rows)
          : read === undefined
            ? before
            : before.show(name, read.rows, defined({ names: read.names }))
      return { model: after, skipped: read?.skipped ?? [] }
    },
    { output, signal: terminal.signal, onWait: sayWhoHas(output, terminal) }
  ).finally(() => steps.end())
  for (const { name: image, reason } of skipped) terminal.note(`${safe(image ?? '')}: ${reason}`)
  if (skipped.length > 0) warned()
  if (flags.json !== true && flags.quiet !== true)
    terminal.print(changeLine(model, name, flags.forget === true))
  tell(
    model.shown.filter(each => each.class === name),
    output,
    flags,
    terminal
  )
  if (flags.json !== true && flags.quiet !== true && model.notes.rehearsal !== undefined)
    terminal.print(
      'Bias, probabilities and thresholds stay those of the rehearsal, which knew descriptions alone; the class counts as seen by the part that its images have.'
    )
}

function changeLine(model: Model, name: string, forget: boolean): string {
  if (!model.knows(name)) return `"${name}" had images and no description: it is forgotten with them.`
  return forget ? `Images of "${name}" were taken back.` : `The model has seen images of "${name}".`
}

function readOptions({ model: network, preset, array, rows, split, skipBad, threads, device }: Flags) {
  return defined({ network, preset, array, rows, split, skipBad, threads, device })
}

function tell(shown: readonly ShownClass[], path: string, { json, quiet }: Flags, terminal: Terminal): void {
  if (json === true) return terminal.print(JSON.stringify({ model: path, shown }, undefined, 2))
  if (quiet === true) return
  if (shown.length === 0) terminal.print('No images were shown.')
  for (const { class: name, images, ids, share, worth, described } of shown) {
    terminal.print(
      `${safe(name)}: ${count(images)} ${images === 1 ? 'image' : 'images'}, ${percent(share)} of the class; ${
        described
          ? `its description is worth ${inImages(worth)}`
          : `it has no description; what the seen classes say of any class is worth ${inImages(worth)}`
      }`
    )
    for (const id of ids) terminal.print(`  ${safe(id)}`)
  }
}

/** "8 images", "less than one image" */
function inImages(worth: number): string {
  if (worth < 1) return `${Number(worth.toPrecision(1))} of an image`
  const rounded = worth < 10 ? Math.round(10 * worth) / 10 : Math.round(worth)
  return `${rounded} ${rounded === 1 ? 'image' : 'images'}`
}

/** "0,3,7-9" */
function numbersOf(text: string): number[] {
  return text.split(',').flatMap(part => {
    const [, first, last = first] = /^\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*$/.exec(part) ?? []
    if (first === undefined || Number(last) < Number(first) || Number(last) - Number(first) > 1e5)
      throw new InvalidArgumentError('It must be a list of row numbers from 0 on, such as 0,3,7-9.')
    return Array.from({ length: Number(last) - Number(first) + 1 }, (_, i) => Number(first) + i)
  })
}
