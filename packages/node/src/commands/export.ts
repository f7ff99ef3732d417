/** `unseen export MODEL --onnx FILE | --web FOLDER`: the model for programs that run ONNX, and for browsers. */
import { type Among, type Model, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { stepBars } from '../terminal/step-bars.js'
import type { Terminal } from '../terminal/terminal.js'
import { bytes, safe } from '../terminal/text.js'
import type { OnnxCheck } from '../use/check-onnx.js'
import { amongFlag } from './among.js'
import { type AddCommand, examples } from './command.js'

interface Flags {
  readonly onnx?: string
  readonly web?: string
  readonly title?: string
  readonly overwrite?: boolean
  readonly withNetwork?: boolean
  readonly model?: string
  readonly preset?: string
  readonly among?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addExport: AddCommand = (parent, { terminal }) => {
  parent
    .command('export')
    .argument('<model>', 'a model file')
    .description('take a model elsewhere: as an ONNX graph, or as a web page that recognises photos')
    .option('--onnx <file>', 'an ONNX graph: features in, scores out')
    .option('--with-network', 'network and model in one graph: pixels in, names and probabilities out')
    .option('--web <folder>', 'a folder for any web host: a page and a module that recognise photos')
    .option('--title <text>', "of the page (default: the folder's name)")
    .option('--overwrite', 'take the place of a page that was exported before')
    .option('--model <network>', 'the network, a file or a name (default: found by its digest)')
    .option('--preset <name>', 'how images are prepared, where the model does not say')
    .option(
      '--among <classes>',
      'the classes that have a score: unseen, seen, all, or names separated by commas (default: all)'
    )
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'say nothing')
    .addHelpText(
      'after',
      examples(
        'unseen export zoo.unseen --onnx zoo.onnx',
        'unseen export zoo.unseen --onnx zoo.onnx --among unseen',
        'unseen export zoo.unseen --onnx zoo.onnx --with-network',
        'unseen export zoo.unseen --web zoo-page --title "Our zoo"'
      )
    )
    .action(async (path: string, flags: Flags) => {
      const { readModel } = await import('../files/model-file.js')
      const { onnx, web } = placesOf(flags)
      const model = await readModel(path)
      if (web !== undefined) await page(model, web, flags, terminal)
      else if (flags.withNetwork === true) await whole(model, onnx, flags, terminal)
      else await alone(model, onnx, flags, terminal)
    })
}

/** One of the two, with flags that have a part in it. */
function placesOf(
  flags: Flags
): { readonly onnx: string; readonly web?: undefined } | { readonly web: string; readonly onnx?: undefined } {
  const refuse = (message: string, option: string, remedy: string): never => {
    throw new UnseenError('options.combination', message, { where: { option }, remedy })
  }
  const { onnx, web } = flags
  if (web !== undefined) {
    if (onnx !== undefined || flags.withNetwork === true)
      refuse('A graph and a page are two exports.', 'web', 'Export one after the other.')
    return { web }
  }
  if (onnx === undefined)
    return refuse('Where to?', 'onnx', 'Say --onnx FILE for an ONNX graph, or --web FOLDER for a page.')
  const without = (['title', 'overwrite'] as const).find(key => flags[key] !== undefined)
  if (without !== undefined)
    refuse(`--${without} is of a page.`, without, 'Leave it out, or say --web FOLDER.')
  const idle = (['model', 'preset'] as const).find(key => flags[key] !== undefined)
  if (idle !== undefined && flags.withNetwork !== true)
    refuse(
      'Without --with-network no network has a part in it.',
      idle,
      'Add --with-network, or leave it out.'
    )
  return { onnx }
}

const amongOf = ({ among }: Flags): Among => amongFlag(among) ?? 'all'

async function alone(model: Model, onnx: string, flags: Flags, terminal: Terminal): Promise<void> {
  const [{ exportOnnx }, { checkOnnx }, { writeFileWhole }] = await Promise.all([
    import('../use/export-onnx.js'),
    import('../use/check-onnx.js'),
    import('../files/write-file.js')
  ])
  const options = { among: amongOf(flags) }
  const exported = exportOnnx(model, options)
  const check = await checkOnnx(model, exported, options)
  await writeFileWhole(onnx, exported.bytes)
  const { columns, seen } = model.trained
  report(onnx, flags, terminal, check, {
    exported,
    facts: { features: columns, classes: exported.classes, seen: model.seen },
    words: `features [rows, ${columns}] in, scores${exported.hasProbabilities ? ' and probabilities' : ''} [rows, ${exported.classes.length}] and proportions [rows, ${seen}] out`,
    tried: `${count(check.rows)} rows`
  })
}

async function whole(model: Model, onnx: string, flags: Flags, terminal: Terminal): Promise<void> {
  const [{ exportWithNetwork }, { writeFileWhole }] = await Promise.all([
    import('../use/export-with-network.js'),
    import('../files/write-file.js')
  ])
  const bars = stepBars(terminal)
  const exported = await exportWithNetwork(model, {
    among: amongOf(flags),
    fetching: { signal: terminal.signal, onProgress: bars.opening },
    ...defined({ network: flags.model, preset: flags.preset })
  }).finally(() => bars.end())
  const { check, network, width, height, classes } = exported
  await writeFileWhole(onnx, exported.bytes)
  report(onnx, flags, terminal, check, {
    exported,
    facts: { network, width, height, classes, seen: model.seen },
    words: `${safe(network)} inside; pixels [images, ${height}, ${width}, 3] in, names, probabilities and scores [images, ${classes.length}] out`,
    tried: `${count(check.rows)} images`
  })
}

async function page(model: Model, folder: string, flags: Flags, terminal: Terminal): Promise<void> {
  const { exportWeb } = await import('../use/export-web.js')
  const bars = stepBars(terminal)
  const { files, network, classes } = await exportWeb(model, folder, {
    among: amongOf(flags),
    fetching: { signal: terminal.signal, onProgress: bars.opening },
    onProgress: done => bars.part('Writing the page', done),
    ...defined({
      network: flags.model,
      preset: flags.preset,
      title: flags.title,
      overwrite: flags.overwrite
    })
  }).finally(() => bars.end())
  const size = Object.values(files).reduce((sum, length) => sum + length, 0)
  if (flags.json === true)
    return terminal.print(JSON.stringify({ folder, bytes: size, network, classes, files }, undefined, 2))
  if (flags.quiet === true) return
  terminal.print(
    `${safe(folder)}: ${bytes(size)}; a page that tells ${count(classes.length)} classes apart, with ${safe(network)} inside.`
  )
  terminal.print(
    'Put the folder on any web host. Photos are recognised in the browser: nothing is sent anywhere.'
  )
}

interface Written {
  readonly exported: { readonly bytes: Uint8Array; readonly opset: number }
  readonly facts: object
  readonly words: string
  readonly tried: string
}

function report(
  onnx: string,
  { json, quiet }: Flags,
  terminal: Terminal,
  check: OnnxCheck,
  { exported, facts, words, tried }: Written
): void {
  const size = exported.bytes.length
  const { opset } = exported
  if (json === true)
    return terminal.print(JSON.stringify({ file: onnx, bytes: size, opset, ...facts, check }, undefined, 2))
  if (quiet === true) return
  terminal.print(`${safe(onnx)}: ${bytes(size)}, opset ${opset}; ${words}.`)
  terminal.print(
    `Checked with ${check.runtime} on ${tried}: its scores differ from ours by ${check.difference.toExponential(1)} of the largest at most.`
  )
}
