/**
 * `unseen tune DATA`: parameters by cross validation, with a live view; ends with the winner and how sure it
 * is.
 */
import type { Progress } from '@unseen/core'
import { type ChainResult, defined } from '@unseen/core/internal'
import { liveBlock } from '../terminal/live-block.js'
import { exitCodes } from '../terminal/terminal.js'
import { safe } from '../terminal/text.js'
import { type AddCommand, examples } from './command.js'
import { addFitFlags, fitFlags } from './fit-flags.js'
import { searchLine, trainingLine } from './fit.js'
import { type QueueFlags, addQueueFlags, queueOptions, workersText } from './queue-flags.js'
import {
  type SearchFlags,
  type TrainFlags,
  addSearchFlags,
  addTrainFlags,
  runOptions,
  searchOptions
} from './train-flags.js'

/** What the search finds out cannot be given. */
const searched = [
  'gamma',
  'lambda2',
  'lambda3',
  'ridge',
  'compare',
  'shrinkage',
  'predictive',
  'weights',
  'loss',
  'recipe',
  'mixture'
]
const LOG_EVERY = 10_000

export const addTune: AddCommand = (parent, { terminal, exit }) => {
  const command = parent
    .command('tune')
    .argument('<data>', 'a data set: folder, file or archive; "sample" is the one that comes along')
    .description('choose the parameters by cross validation on held-out seen classes, then train')
  addQueueFlags(addSearchFlags(addTrainFlags(command)))
  addFitFlags(command, searched)
    .addHelpText(
      'after',
      examples(
        'unseen tune sample',
        'unseen tune sample --family paper',
        'unseen tune zoo/ --table "attributes + 2 * sentences" -o zoo.unseen',
        'unseen tune zoo/ --run runs/zoo-1 --resume',
        'unseen tune zoo/ --redis redis://10.0.0.5:6379 --share-host 10.0.0.7'
      )
    )
    .action(async (data: string, flags: TrainFlags & SearchFlags & QueueFlags & Record<string, unknown>) => {
      const [{ trainRun }, { searchView }, { runJson, tuneLines }] = await Promise.all([
        import('../runs/train-run.js'),
        import('../terminal/search-view.js'),
        import('../terminal/run-report.js')
      ])
      const results: ChainResult[] = []
      const block = liveBlock(terminal)
      let logged = performance.now()
      let searching = false
      /** who is at work, where that is not this process */
      let at = ''
      const show = (progress: Progress): void => {
        block.update(() =>
          progress.stage === 'search'
            ? [...searchView(results, progress), ...(at === '' ? [] : ['', at])]
            : [trainingLine(progress)]
        )
        // The search is over: what comes next takes as long again, and says so at once.
        const turned = progress.stage !== 'search' && searching
        if (progress.stage === 'search') searching = true
        else searching = false
        if (terminal.live || (!turned && performance.now() - logged < LOG_EVERY)) return
        logged = performance.now()
        terminal.note(
          progress.stage === 'search'
            ? `${searchLine(progress)}${at === '' ? '' : `; ${at}`}`
            : trainingLine(progress)
        )
      }
      const started = performance.now()
      const runFlags = await runOptions(data, flags)
      const queue = queueOptions(flags, {
        say: line => {
          block.end()
          terminal.note(line)
        },
        onWorkers: workers => {
          at = workersText(workers)
        }
      })
      const executor =
        queue === undefined
          ? undefined
          : await (await import('../queue/redis-executor.js')).redisExecutor(queue)
      const run = await trainRun({
        ...runFlags,
        options: fitFlags(flags),
        search: searchOptions(flags),
        ...defined({ executor }),
        signal: terminal.signal,
        ...defined({ onProgress: flags.quiet !== true ? show : undefined }),
        onBegin({ folder, completed, config }) {
          results.push(...completed)
          if (flags.quiet !== true)
            terminal.note(
              `${safe(config.data.name)}, split ${safe(config.split)}, ${safe(config.table)}; the run is kept in ${folder}${completed.length > 0 ? `; ${completed.length} chains were done before` : ''}`
            )
        },
        onResult: result => void results.push(result)
      }).finally(async () => {
        block.end()
        await executor?.close()
      })
      if (flags.json === true) terminal.print(JSON.stringify(runJson(run), undefined, 2))
      else if (run.tuned !== undefined)
        for (const line of tuneLines(run, run.tuned, (performance.now() - started) / 1000))
          terminal.print(line)
      if (run.model === undefined) {
        terminal.note(`Stopped. Go on with the same arguments and: --run ${run.folder} --resume`)
        exit(exitCodes.stopped)
      } else if (terminal.signal.aborted) {
        terminal.note('Stopped: the model is whole, but was not rehearsed.')
        exit(exitCodes.stopped)
      }
    })
}
