/** `unseen data convert`: any data set as a data set folder or one npz file; any arrays in another format. */
import { count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ArrayFormat, arrayFormats } from '../../dataset/array-writers.js'
import { type Store, stores } from '../../dataset/stored-rows.js'
import { type ProgressBar, progressBar } from '../../terminal/progress-bar.js'
import { safe } from '../../terminal/text.js'
import { type AddCommand, type Context, examples } from '../command.js'
import { extname } from 'node:path'
import { Option } from 'commander'

interface Flags {
  readonly out: string
  readonly format?: ArrayFormat
  readonly store: Store
  readonly arrays?: boolean
  readonly array?: string
  readonly overwrite?: boolean
  readonly check: boolean
  readonly json?: boolean
}

export const addConvert: AddCommand = (parent, context) => {
  parent
    .command('convert')
    .description('write a data set, or plain arrays, in another form')
    .argument('<in>', 'a data set: folder, dataset.json, file or zip; or a file of arrays')
    .requiredOption(
      '-o, --out <path>',
      'a folder, or NAME.npz for a single file; for arrays a file whose ending names the format'
    )
    .addOption(new Option('--format <name>', 'of the features in the folder').choices(arrayFormats))
    .addOption(
      new Option('--store <type>', 'smaller features, with a loss that is said')
        .choices(stores)
        .default('exact')
    )
    .option('--arrays', 'convert the arrays of a file as they are, whatever they mean')
    .option('--array <name>', 'only this array of the file')
    .option('--overwrite', 'replace what is there')
    .option('--no-check', 'do not read back what was written')
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      examples(
        'unseen data convert xlsa17/data/AWA2 -o awa2',
        'unseen data convert awa2 -o awa2.npz',
        'unseen data convert awa2 -o awa2-small --store uint8',
        'unseen data convert res101.mat -o features.npy --array features'
      )
    )
    .action((path: string, flags: Flags) => {
      const other =
        extname(flags.out) !== '' &&
        !/\.npz$/i.test(flags.out) &&
        arrayFormats.some(name => flags.out.toLowerCase().endsWith(`.${name}`))
      return flags.arrays === true || flags.array !== undefined || other
        ? convertPlain(path, flags, context)
        : convertSet(path, flags, context)
    })
}

async function convertSet(
  path: string,
  { out, format, store, overwrite, check, json }: Flags,
  { terminal }: Context
): Promise<void> {
  const { convertDataset } = await import('../../dataset/convert.js')
  let bar: { readonly stage: string; readonly line: ProgressBar } | undefined
  const result = await convertDataset(path, out, {
    store,
    check,
    overwrite: overwrite === true,
    signal: terminal.signal,
    ...defined({ format }),
    onProgress: (stage, done, total) => {
      if (bar?.stage !== stage) {
        bar?.line.end()
        bar = { stage, line: progressBar(terminal, stage === 'writing' ? 'Writing' : 'Reading back') }
      }
      bar.line.update(done, total, `${count(done)} of ${count(total)} rows`)
    }
  }).finally(() => bar?.line.end())
  if (json === true) return terminal.print(JSON.stringify(result, null, 2))
  terminal.print(
    `Wrote ${safe(out)}${result.fingerprint === undefined ? '.' : `, read back: fingerprint ${result.fingerprint}${result.loss === undefined ? ', the same as of what was read' : ''}.`}`
  )
  if (result.loss !== undefined)
    terminal.print(
      `Stored as ${store}: largest error ${result.loss.largestError.toPrecision(3)}, mean cosine to the original ${result.loss.meanCosine.toFixed(6)}.`
    )
  if (result.leftOut.length > 0)
    terminal.note(`A single file has no place for: ${result.leftOut.join(', ')}.`)
}

async function convertPlain(
  path: string,
  { out, format, array, overwrite, json }: Flags,
  { terminal }: Context
): Promise<void> {
  const { convertArrays } = await import('../../dataset/convert.js')
  const written = await convertArrays(path, out, {
    overwrite: overwrite === true,
    ...defined({ array, format })
  })
  const arrays = written.map(({ name, shape, type }) => ({ name, shape, type }))
  if (json === true) return terminal.print(JSON.stringify({ out, arrays }, null, 2))
  terminal.print(
    `Wrote ${safe(out)}: ${arrays.map(({ name, shape, type }) => `${safe(name)} (${shape.map(count).join(' x ')} ${type})`).join(', ')}.`
  )
}
