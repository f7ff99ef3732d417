/**
 * A value with undo and redo. A drag is one step: changes with the same `drag` are one, until `settle`.
 * Values never change, they are replaced; so a step costs a reference.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'

export interface Step<Value> {
  /** what was done, for people: 'Set forest to 62' */
  readonly label: string
  readonly before: Value
  readonly after: Value
}

export interface HistoryState<Value> {
  readonly present: Value
  readonly past: readonly Step<Value>[]
  readonly future: readonly Step<Value>[]
  /** the drag that is under way */
  readonly drag: string | undefined
}

/** The steps to both sides, as they outlive a reload. */
export type Kept<Value> = Pick<HistoryState<Value>, 'past' | 'future'>

export interface History<Value> {
  readonly store: StoreApi<HistoryState<Value>>
  /** One step, or part of one while a drag goes on. A value that is the same is no step. */
  change(label: string, next: (now: Value) => Value, options?: { readonly drag?: string }): void
  /** Ends the drag: the next change is a new step. */
  settle(): void
  /** What was undone, or undefined. */
  undo(): string | undefined
  redo(): string | undefined
  /**
   * Something changed that is nobody's step here: it is so in the past and the future too, and steps that are
   * none any more go.
   */
  rebase(change: (value: Value) => Value, isSame: (a: Value, b: Value) => boolean): void
  /** Another value, with the steps that led to it where they were kept: a project was opened. */
  reset(value: Value, kept?: Kept<Value>): void
}

const MOST_STEPS = 500

export function createHistory<Value>(initial: Value): History<Value> {
  const empty = { past: [], future: [], drag: undefined }
  const store = createStore<HistoryState<Value>>(() => ({ present: initial, ...empty }))
  return {
    store,
    change(label, next, { drag } = {}) {
      const { present, past, drag: before } = store.getState()
      const after = next(present)
      if (after === present) return
      const last = past.at(-1)
      const goesOn = drag !== undefined && drag === before && last !== undefined
      const step = { label, before: goesOn ? last.before : present, after }
      store.setState({
        present: after,
        past: [...(goesOn ? past.slice(0, -1) : past), step].slice(-MOST_STEPS),
        future: [],
        drag
      })
    },
    settle: () => store.setState({ drag: undefined }),
    undo() {
      const { past, future } = store.getState()
      const step = past.at(-1)
      if (step !== undefined)
        store.setState({
          present: step.before,
          past: past.slice(0, -1),
          future: [step, ...future],
          drag: undefined
        })
      return step?.label
    },
    redo() {
      const { past, future } = store.getState()
      const step = future.at(0)
      if (step !== undefined)
        store.setState({
          present: step.after,
          past: [...past, step],
          future: future.slice(1),
          drag: undefined
        })
      return step?.label
    },
    rebase(change, isSame) {
      const { present, past, future } = store.getState()
      const moved = (steps: readonly Step<Value>[]): readonly Step<Value>[] =>
        steps
          .map(({ label, before, after }) => ({ label, before: change(before), after: change(after) }))
          .filter(({ before, after }) => !isSame(before, after))
      store.setState({ present: change(present), past: moved(past), future: moved(future) })
    },
    reset: (value, kept) => store.setState({ present: value, ...empty, ...kept })
  }
}
