/**
 * A batch of tasks answered together: the rows of all tasks that ask the same are one matrix, so that
 * many small requests cost as much as a large one. Every row gets the same bytes alone or in a batch.
 */
import { type Among, Matrix, type Model, type RecogniseOptions, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { MOST_ANSWERS } from '../limits.js'
import { plainError } from '../problems.js'
import { type Decoded, decodeTask } from './decode-rows.js'
import type { Operation, Task, TaskAnswer, WorkerSettings } from './messages.js'

export interface LoadedModel {
  readonly name: string
  readonly model: Model
  readonly version: number
}

/** Requests of so many rows fill the kernels' tiles by themselves: company would only cost a copy. */
const ALONE = 64

interface Opened extends Decoded {
  readonly at: number
  readonly task: Task
}

interface Options {
  readonly among?: Among
  readonly top?: number
  readonly reject?: NonNullable<RecogniseOptions['reject']>
  readonly falseAlarms?: number
  readonly explain?: boolean
  readonly class?: string
  readonly first?: string
  readonly second?: string
}

/** One answer for each row, and the name they go by. */
const operations: Readonly<
  Record<
    Operation,
    {
      readonly list: string
      perRow(model: Model, options: Options): number
      run(model: Model, matrix: Matrix, options: Options): readonly object[]
    }
  >
> = {
  recognise: {
    list: 'answers',
    perRow: (model, { top = 1, explain = false }) =>
      Math.min(top, model.classes.length) + (explain ? model.trained.seen : 0),
    run(model, matrix, { among = 'unseen', top = 1, reject = false, falseAlarms, explain = false }) {
      const decisions = model.decide(matrix, {
        among,
        top,
        reject,
        explain,
        ...defined({ falseAlarms })
      })
      return decisions.map(({ ranked, none, verdict, unlike, explanation }) => ({
        ...(none ? { ranked: [], none, closest: ranked } : { ranked }),
        verdict,
        ...defined({ unlike, explanation })
      }))
    }
  },
  explain: {
    list: 'explanations',
    perRow: model => model.trained.seen,
    run: (model, matrix, { class: name = '', among }) =>
      model.explain(matrix, name, among === undefined ? {} : { among })
  },
  contrast: {
    list: 'contrasts',
    perRow: model => 2 * model.trained.seen,
    run: (model, matrix, { first = '', second = '', among }) =>
      model.contrast(matrix, first, second, among === undefined ? {} : { among })
  }
}

export async function answerBatch(
  models: ReadonlyMap<string, LoadedModel>,
  tasks: readonly Task[],
  { maxRows }: WorkerSettings
): Promise<TaskAnswer[]> {
  const answers: TaskAnswer[] = []
  const groups = new Map<string, Opened[]>()
  for (const [at, task] of tasks.entries()) {
    try {
      const { model } = loaded(models, task)
      const decoded = await decodeTask(task, { columns: model.trained.columns, maxRows })
      checkAnswers(model, task, decoded)
      const group =
        decoded.matrix.rows < ALONE
          ? JSON.stringify([task.key, task.operation, decoded.options])
          : `alone ${at}`
      const same = groups.get(group)
      if (same === undefined) groups.set(group, [{ at, task, ...decoded }])
      else same.push({ at, task, ...decoded })
    } catch (error) {
      answers[at] = refusal(error)
    }
  }
  for (const group of groups.values()) answerGroup(loaded(models, group[0].task), group, answers)
  return answers
}

function loaded(models: ReadonlyMap<string, LoadedModel>, { key }: Task): LoadedModel {
  const found = models.get(key)
  if (found === undefined) throw new Error(`the model ${key} is not loaded in this thread`)
  return found
}

/** All of them at once; if one cannot be answered, each on its own, so that it spoils no other. */
function answerGroup(found: LoadedModel, group: readonly Opened[], answers: TaskAnswer[]): void {
  const { model, name, version } = found
  const [
    {
      task: { operation },
      options
    }
  ] = group
  const { run, list } = operations[operation]
  try {
    const results = run(
      model,
      Matrix.stack(
        group.map(({ matrix }) => matrix),
        model.trained.columns
      ),
      options
    )
    let row = 0
    for (const {
      at,
      matrix,
      task: { names }
    } of group) {
      const own = results.slice(row, row + matrix.rows)
      row += matrix.rows
      answers[at] = {
        json: new TextEncoder().encode(
          JSON.stringify({
            model: name,
            version,
            [list]: names === undefined ? own : own.map((answer, i) => ({ name: names[i], ...answer }))
          })
        ),
        rows: matrix.rows
      }
    }
  } catch (error) {
    if (group.length > 1) for (const each of group) answerGroup(found, [each], answers)
    else answers[group[0].at] = refusal(error)
  }
}

function checkAnswers(model: Model, { operation }: Task, { matrix, options }: Decoded): void {
  const size = matrix.rows * operations[operation].perRow(model, options)
  if (size > MOST_ANSWERS)
    throw new UnseenError(
      'serve.size',
      `The answer would have ${count(size)} entries; ${count(MOST_ANSWERS)} are sent at most.`,
      { remedy: 'Ask for fewer rows or classes at a time.' }
    )
}

function refusal(error: unknown): TaskAnswer {
  return error instanceof UnseenError
    ? { error: plainError(error) }
    : { defect: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
