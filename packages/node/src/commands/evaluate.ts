/** `unseen evaluate MODEL DATA`: how often a model is right. */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { progressBar } from '../terminal/progress-bar.js'
import type { Terminal } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import type { Evaluation } from '../use/evaluate-model.js'
import { amongFlag, amongHelp } from './among.js'
import { type AddCommand, examples } from './command.js'
import { numberOf } from './fit-flags.js'
import { Option } from 'commander'

interface Flags {
  readonly split?: string
  readonly among?: string
  readonly generalised?: boolean
  readonly seed?: number
  readonly json?: boolean
  readonly quiet?: boolean
}

const NAMED = 5

export const addEvaluate: AddCommand = (parent, { terminal, warned }) => {
  parent
    .command('evaluate')
    .argument('<model>', 'a model file')
    .argument('<data>', 'a data set: folder, file or archive; "sample" is the one that comes along')
    .description('measure how often a model is right on test rows, with 95 % intervals')
    .option('--split <name>', 'whose test rows (default: the split the model was trained on, or the first)')
    .option('--among <classes>', `${amongHelp} (default: unseen)`)
    .option(
      '--generalised',
      "seen and unseen classes against each other: accuracy on both, H, AUSUC, without a bias and with the model's"
    )
    .addOption(new Option('--seed <number>', 'of the intervals (default: 0)').argParser(numberOf))
    .option('--json', 'print the result as JSON')
    .option('-q, --quiet', 'no progress')
    .addHelpText(
      'after',
      examples(
        'unseen evaluate zoo.unseen zoo/',
        'unseen evaluate zoo.unseen zoo/ --among all --json',
        'unseen evaluate zoo.unseen zoo/ --generalised'
      )
    )
    .action(async (path: string, data: string, { split, among, generalised, seed, json, quiet }: Flags) => {
      const [{ readModel }, { openDataset }, { evaluateModel }] = await Promise.all([
        import('../files/model-file.js'),
        import('../dataset/open.js'),
        import('../use/evaluate-model.js')
      ])
      const candidates = amongFlag(among)
      const bar = progressBar(terminal, 'Recognising')
      if (generalised === true) {
        if (candidates !== undefined)
          throw new UnseenError('options.combination', 'Generalised recognition is among all classes.', {
            where: { option: 'among' },
            remedy: 'Leave out --among.'
          })
        const { evaluateGeneralised } = await import('../use/evaluate-generalised.js')
        const found = await evaluateGeneralised(await readModel(path), await openDataset(data), {
          signal: terminal.signal,
          ...defined({ split, seed }),
          onProgress: done => {
            if (quiet !== true) bar.update(done, 1)
          }
        }).finally(() => bar.end())
        if (json === true)
          return terminal.print(
            JSON.stringify(
              {
                model: path,
                ...found,
                trainingRows: found.trainingRows ?? null,
                calibrated: found.calibrated ?? null
              },
              undefined,
              2
            )
          )
        for (const line of (await import('../terminal/generalised.js')).generalisedLines(found))
          terminal.print(line)
        if (found.trainingRows !== undefined && found.trainingRows > 0)
          terminal.note(
            `Left out: ${count(found.trainingRows)} rows of seen classes that the model was trained on.`
          )
        return
      }
      const result = await evaluateModel(await readModel(path), await openDataset(data), {
        signal: terminal.signal,
        ...defined({ split, among: candidates, seed }),
        onProgress: done => {
          if (quiet !== true) bar.update(done, 1)
        }
      }).finally(() => bar.end())
      if (json === true)
        terminal.print(
          JSON.stringify({ model: path, ...result, trainingRows: result.trainingRows ?? null }, undefined, 2)
        )
      else
        for (const line of (await import('../terminal/evaluation.js')).evaluationLines(result))
          terminal.print(line)
      if (remark(result, terminal)) warned()
    })
}

/** True where the result must not be taken at its word. */
function remark({ trainingRows, rows, leftOut }: Evaluation, { note }: Terminal): boolean {
  if (leftOut.rows > 0)
    note(
      `Left out: ${count(leftOut.rows)} test rows of ${count(leftOut.classes.length)} ${leftOut.classes.length === 1 ? 'class that is no candidate' : 'classes that are no candidates'} (${leftOut.classes.slice(0, NAMED).map(safe).join(', ')}${leftOut.classes.length > NAMED ? ' ...' : ''}).`
    )
  if (trainingRows === undefined || trainingRows === 0) return false
  note(
    `Warning: the model was trained on ${count(trainingRows)} of these ${count(rows)} rows, which makes it look better than it is.`
  )
  return true
}
