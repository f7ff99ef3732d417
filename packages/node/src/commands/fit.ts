/** `unseen fit DATA`: trains with given parameters, or with `--tune` searches them first. */
import type { Progress } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { liveBlock } from '../terminal/live-block.js'
import { duration } from '../terminal/progress-bar.js'
import { exitCodes } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'
import { addFitFlags, fitFlags } from './fit-flags.js'
import { type TrainFlags, addTrainFlags, runOptions } from './train-flags.js'

export const addFit: AddCommand = (parent, { terminal, exit }) => {
  const command = parent
    .command('fit')
    .argument('<data>', 'a data set: folder, file or archive; "sample" is the one that comes along')
    .description('train a model with the given parameters (`tune` searches them)')
  addFitFlags(addTrainFlags(command).option('--tune', 'search the parameters first, as `unseen tune` does'))
    .addHelpText(
      'after',
      examples(
        'unseen fit sample -o sample.unseen',
        'unseen fit zoo/ --tune -o zoo.unseen',
        'unseen fit zoo/ --rehearse -o zoo.unseen',
        'unseen fit zoo/ --gamma 1 --lambda3 1 -o zoo.unseen',
        'unseen fit zoo/ --weights class --ridge 3 --compare cosine -o zoo.unseen'
      )
    )
    .action(
      async (data: string, flags: TrainFlags & { readonly tune?: boolean } & Record<string, unknown>) => {
        const [{ trainRun }, { fitLines, runJson, tuneLines }] = await Promise.all([
          import('../runs/train-run.js'),
          import('../terminal/run-report.js')
        ])
        const block = liveBlock(terminal)
        const started = performance.now()
        const run = await trainRun({
          ...(await runOptions(data, flags)),
          options: fitFlags(flags),
          ...defined({ search: flags.tune === true ? {} : undefined }),
          signal: terminal.signal,
          onProgress: progress => {
            if (flags.quiet !== true) block.update(() => [trainingLine(progress)])
          },
          onBegin: ({ config, folder }) => {
            if (flags.quiet !== true)
              terminal.note(
                `${safe(config.data.name)}, split ${safe(config.split)}, ${safe(config.table)}; the run is kept in ${folder}`
              )
          }
        }).finally(() => block.end())
        if (flags.json === true) terminal.print(JSON.stringify(runJson(run), undefined, 2))
        else {
          const seconds = (performance.now() - started) / 1000
          for (const line of run.tuned === undefined
            ? fitLines(run, seconds)
            : tuneLines(run, run.tuned, seconds))
            terminal.print(line)
        }
        if (run.model === undefined) {
          terminal.note(`Stopped. Go on with the same arguments and: --run ${run.folder} --resume`)
          return exit(exitCodes.stopped)
        }
        if (run.model.notes.training.status === 'cancelled') {
          terminal.note('Stopped: the model is the best so far.')
          exit(exitCodes.stopped)
        } else if (terminal.signal.aborted) {
          terminal.note('Stopped: the model is whole, but was not rehearsed.')
          exit(exitCodes.stopped)
        }
      }
    )
}

/** How far a search is, and its best point as soon as there is one. */
export function searchLine({
  done,
  total,
  secondsLeft,
  best,
  accuracy
}: Extract<Progress, { stage: 'search' }>): string {
  return [
    `${done} of ${total} points`,
    ...(Number.isFinite(secondsLeft) ? [`${duration(secondsLeft)} left`] : []),
    ...(best === '' ? [] : [`best ${(100 * accuracy).toFixed(1)} %: ${best}`])
  ].join(', ')
}

export function trainingLine(progress: Progress): string {
  if (progress.stage === 'weights')
    return `Training  epoch ${progress.epoch}${progress.objective > 0 ? `, objective ${progress.objective.toPrecision(6)}, gap ${progress.gap.toExponential(1)}` : ''}`
  if (progress.stage === 'references')
    return `Training  V-step ${progress.step} of ${progress.steps}, objective ${progress.objective.toPrecision(6)}${progress.accepted ? '' : ', refused'}`
  if (progress.stage === 'search') return `Searching  ${searchLine(progress)}`
  if (progress.stage === 'rehearse')
    return `Rehearsing  ${Math.floor((100 * progress.done) / progress.total)} %, ${progress.message}`
  return 'Training'
}
