/** `unseen export MODEL --onnx OUT`: the model for programs that run ONNX. */
import { type Among, type Model, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { stepBars } from '../terminal/step-bars.js'
import type { Terminal } from '../terminal/terminal.js'
import { bytes, safe } from '../terminal/text.js'
import type { OnnxCheck } from '../use/check-onnx.js'
import { amongFlag } from './among.js'
import { type AddCommand, examples } from './command.js'

interface Flags {
  readonly onnx: string
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
    .description('write a model as an ONNX graph, of features or with its network of images')
    .requiredOption('--onnx <file>', 'where the graph goes')
    .option('--with-network', 'network and model in one graph: pixels in, names and probabilities out')
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
        'unseen export zoo.unseen --onnx zoo.onnx --with-network'
      )
    )
    .action(async (path: string, flags: Flags) => {
      const { readModel } = await import('../files/model-file.js')
      const model = await readModel(path)
      if (flags.withNetwork !== true && (flags.model ?? flags.preset) !== undefined)
        throw new UnseenError('options.combination', 'Without --with-network no network has a part in it.', {
          where: { option: flags.model === undefined ? 'preset' : 'model' },
          remedy: 'Add --with-network, or leave it out.'
        })
      await (flags.withNetwork === true ? whole(model, flags, terminal) : alone(model, flags, terminal))
    })
}

const amongOf = ({ among }: Flags): Among => amongFlag(among) ?? 'all'

async function alone(model: Model, flags: Flags, terminal: Terminal): Promise<void> {
  const [{ exportOnnx }, { checkOnnx }, { writeFileWhole }] = await Promise.all([
    import('../use/export-onnx.js'),
    import('../use/check-onnx.js'),
    import('../files/write-file.js')
  ])
  const options = { among: amongOf(flags) }
  const exported = exportOnnx(model, options)
  const check = await checkOnnx(model, exported, options)
  await writeFileWhole(flags.onnx, exported.bytes)
  const { columns, seen } = model.trained
  report(flags, terminal, check, {
    exported,
    facts: { features: columns, classes: exported.classes, seen: model.seen },
    words: `features [rows, ${columns}] in, scores [rows, ${exported.classes.length}] and proportions [rows, ${seen}] out`,
    tried: `${count(check.rows)} rows`
  })
}

async function whole(model: Model, flags: Flags, terminal: Terminal): Promise<void> {
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
  await writeFileWhole(flags.onnx, exported.bytes)
  report(flags, terminal, check, {
    exported,
    facts: { network, width, height, classes, seen: model.seen },
    words: `${safe(network)} inside; pixels [images, ${height}, ${width}, 3] in, names, probabilities and scores [images, ${classes.length}] out`,
    tried: `${count(check.rows)} images`
  })
}

interface Written {
  readonly exported: { readonly bytes: Uint8Array; readonly opset: number }
  readonly facts: object
  readonly words: string
  readonly tried: string
}

function report(
  { onnx, json, quiet }: Flags,
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
