/** `unseen export MODEL --onnx OUT`: the model for programs that run ONNX. */
import { count } from '@unseen/core'
import { bytes, safe } from '../terminal/text.js'
import { amongFlag } from './among.js'
import { type AddCommand, examples } from './command.js'

interface Flags {
  readonly onnx: string
  readonly among?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

export const addExport: AddCommand = (parent, { terminal }) => {
  parent
    .command('export')
    .argument('<model>', 'a model file')
    .description('write a model as an ONNX graph: features in, scores and proportions out')
    .requiredOption('--onnx <file>', 'where the graph goes')
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
        'unseen export zoo.unseen --onnx zoo.onnx --among unseen'
      )
    )
    .action(async (path: string, { onnx, among, json, quiet }: Flags) => {
      const [{ readModel }, { exportOnnx }, { checkOnnx }, { writeFileWhole }] = await Promise.all([
        import('../files/model-file.js'),
        import('../use/export-onnx.js'),
        import('../use/check-onnx.js'),
        import('../files/write-file.js')
      ])
      const model = await readModel(path)
      const options = { among: amongFlag(among) ?? ('all' as const) }
      const exported = exportOnnx(model, options)
      const { difference, runtime, rows } = await checkOnnx(model, exported, options)
      await writeFileWhole(onnx, exported.bytes)
      if (json === true)
        return terminal.print(
          JSON.stringify(
            {
              file: onnx,
              bytes: exported.bytes.length,
              opset: exported.opset,
              features: model.trained.columns,
              classes: exported.classes,
              seen: model.seen,
              check: { difference, rows, runtime }
            },
            undefined,
            2
          )
        )
      if (quiet === true) return
      terminal.print(
        `${safe(onnx)}: ${bytes(exported.bytes.length)}, opset ${exported.opset}; features [rows, ${model.trained.columns}] in, scores [rows, ${exported.classes.length}] and proportions [rows, ${model.trained.seen}] out.`
      )
      terminal.print(
        `Checked with ${runtime} on ${count(rows)} rows: its scores differ from ours by ${difference.toExponential(1)} of the largest at most.`
      )
    })
}
