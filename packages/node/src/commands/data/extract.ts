/** `unseen data extract`: features of images by an ONNX network. */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { presets } from '@unseen/networks'
import type { ImagePooling, PreprocessingText } from '@unseen/networks/internal'
import type { BackboneOptions } from '../../extract/network.js'
import type { Extracted } from '../../extract/extract-features.js'
import { runtimeWord } from '../../terminal/runtime-word.js'
import type { Device } from '../../onnx/device.js'
import { stepBars } from '../../terminal/step-bars.js'
import { type Terminal, exitCodes } from '../../terminal/terminal.js'
import { safe, table } from '../../terminal/text.js'
import { type AddCommand, type Context, examples } from '../command.js'
import { deviceFlag, sayDevice } from '../device-flag.js'
import { Option } from 'commander'

interface Flags extends PreprocessingText {
  readonly model: string
  readonly out?: string
  readonly output?: string
  readonly pooling?: ImagePooling
  readonly listOutputs?: boolean
  readonly preset?: string
  readonly batch?: number
  readonly device?: Device
  readonly store?: 'float32' | 'float16'
  readonly force?: boolean
  readonly json?: boolean
}

/** Skipped images that are named on the screen; the file has all. */
const SHOWN = 10

export const addExtract: AddCommand = (parent, context) => {
  parent
    .command('extract')
    .description('make features of images with an ONNX network')
    .argument(
      '[images...]',
      'a folder (one folder per class gives labels), a list (.txt, or .csv with file,label), or files; or a data set whose rows are images'
    )
    .requiredOption('--model <network>', 'a name of `unseen network list`, or an ONNX file')
    .option(
      '-o, --out <path>',
      'NAME.npy, or the folder of a data set (default: features.npy, or the data set the images are of)'
    )
    .option(
      '--output <tensor>',
      'the tensor to take (default: its feature output, or its last global pooling)'
    )
    .addOption(
      new Option('--pooling <kind>', 'how that tensor becomes a row where it is no vector').choices([
        'cls',
        'mean',
        'patches',
        'flatten'
      ])
    )
    .option('--list-outputs', 'list the tensors of the network with their shapes, and stop')
    .addOption(new Option('--preset <name>', 'how images are prepared').choices(Object.keys(presets)))
    .option('--size <pixels>', 'of the input: 224 or WIDTHxHEIGHT')
    .option('--resize <kind>', 'bilinear, bicubic, lanczos, hamming, box or nearest')
    .option(
      '--crop <kind>',
      'none (proportions change), center (the middle is cut out) or stretch (made square, then cut)'
    )
    .option('--shorter <pixels>', 'with --crop: length of the shorter side before the cut')
    .option('--middle <rule>', 'of an odd number of pixels: even (as torchvision) or floor (as transformers)')
    .option('--scale <number>', 'pixels are multiplied by it, e.g. 1/255')
    .option('--offset <number>', 'added after that')
    .option('--mean <numbers>', 'subtracted after that, one per channel')
    .option('--std <numbers>', 'divided by at last, one per channel')
    .option('--layout <order>', 'nchw or nhwc, where the network does not say')
    .option('--colour <order>', 'rgb, bgr or grey')
    .option('--batch <images>', 'images at once', Number)
    .addOption(
      new Option('--store <type>', 'precision of the file').choices(['float32', 'float16']).default('float32')
    )
    .addOption(deviceFlag())
    .option('--force', 'replace features that are already there')
    .option('--json', 'the result as JSON')
    .addHelpText(
      'after',
      `\nPresets:\n${Object.entries(presets)
        .map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`)
        .join('\n')}`
    )
    .addHelpText(
      'after',
      examples(
        'unseen data extract photos --model resnet50 -o animals/',
        'unseen data extract photos --model mobilenet.onnx --preset mobilenet',
        'unseen data extract --model network.onnx --preset unit --list-outputs'
      )
    )
    .action((images: string[], flags: Flags) =>
      flags.listOutputs === true ? listOutputs(flags, context) : extract(images, flags, context)
    )
}

async function extract(
  images: readonly string[],
  flags: Flags,
  { terminal, exit, warned }: Context
): Promise<void> {
  if (images.length === 0)
    throw new UnseenError('options.value', 'No images are named.', {
      remedy: 'Name a folder, a list or files; --help shows how.'
    })
  const { extractFeatures } = await import('../../extract/extract-features.js')
  const { isDatasetFolder } = await import('../../extract/list-images.js')
  const bars = stepBars(terminal)
  const slow = runtimeWord(terminal, bars)
  let result
  try {
    result = await extractFeatures(images, {
      ...(await backboneOptions(flags)),
      model: flags.model,
      out:
        flags.out ?? (images.length === 1 && (await isDatasetFolder(images[0])) ? images[0] : 'features.npy'),
      signal: terminal.signal,
      fetching: { signal: terminal.signal, onProgress: bars.opening },
      force: flags.force === true,
      onDevice: sayDevice(terminal),
      ...defined({ store: flags.store, batch: flags.batch, device: flags.device }),
      onProgress: ({ done, total, rate, skipped }) => {
        bars.update(
          'Features',
          done,
          total,
          `images, ${rate.toFixed(rate < 10 ? 1 : 0)} a second${skipped > 0 ? `, ${count(skipped)} skipped` : ''}`
        )
        slow(total)
      }
    })
  } catch (error) {
    bars.end()
    if (!(error instanceof UnseenError) || error.code !== 'cancelled') throw error
    terminal.note(error.message)
    return exit(exitCodes.stopped)
  }
  bars.end()
  if (result.skipped.length > 0) warned()
  if (flags.json === true) return terminal.print(JSON.stringify(result, null, 2))
  report(result, terminal)
}

function report(
  { rows, length, files, skipped, passedOver, resumed, restarted, record, runtime, seconds }: Extracted,
  { print, note }: Terminal
): void {
  if (restarted !== undefined) note(`Began afresh: ${restarted}.`)
  if (resumed > 0) note(`Went on after ${count(resumed)} images of an earlier run.`)
  print(
    `${count(rows)} rows of ${count(length)} features ("${safe(String(record['tensor']))}" of ${safe(String(record['model']))}) in ${seconds.toFixed(1)} s with ${runtime}.`
  )
  for (const file of files) print(`  ${safe(file)}`)
  if (passedOver > 0)
    note(`Passed over, as no images by their names: ${count(passedOver)} file${passedOver === 1 ? '' : 's'}.`)
  if (skipped.length === 0) return
  note(
    `${count(skipped.length)} image${skipped.length === 1 ? '' : 's'} could not be read and ${skipped.length === 1 ? 'was' : 'were'} left out:`
  )
  for (const { file, reason } of skipped.slice(0, SHOWN)) note(`  ${safe(file)}: ${safe(reason)}`)
  if (skipped.length > SHOWN) note(`  and ${count(skipped.length - SHOWN)} more`)
}

async function listOutputs(flags: Flags, { terminal }: Context): Promise<void> {
  const { listTensors } = await import('../../extract/network.js')
  const tensors = await listTensors(flags.model, await backboneOptions(flags))
  if (flags.json === true) return terminal.print(JSON.stringify(tensors, null, 2))
  const lines = tensors.map(({ name, shape, isOutput }) => [
    safe(name),
    shape.join(' x '),
    isOutput ? 'output' : ''
  ])
  for (const line of table([['tensor', 'shape', ''], ...lines])) terminal.print(line)
}

async function backboneOptions({
  output,
  pooling,
  preset,
  ...text
}: Flags): Promise<Pick<BackboneOptions, 'preprocessing' | 'output' | 'pooling' | 'preset'>> {
  const { partsOfText } = await import('@unseen/networks/internal')
  const { size, resize, crop, shorter, middle, scale, offset, mean, std, layout, colour } = text
  const preprocessing = partsOfText(
    { size, resize, crop, shorter, middle, scale, offset, mean, std, layout, colour },
    '--'
  )
  return {
    preprocessing,
    ...defined({ output, pooling, preset })
  }
}
