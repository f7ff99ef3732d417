/**
 * The classes of one model while it is served: every change is planned against the classes of the moment,
 * written to the log, on the disk, and only then seen by anybody. Changes run one after the other; those
 * that arrive while the disk is busy share the next write (group commit), so that a storm of them costs
 * few.
 */
import { type Examples, type Model, type ModelClass, type NewClass, UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { breath } from '../breath.js'
import type { ChangeLog } from './change-log.js'
import { checkTable } from './identity.js'
import {
  type Change,
  type ChangeRecord,
  type Described,
  type Entry,
  type Identity,
  applyChange
} from './state.js'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** A class as it is to be: described, or forgotten. */
export interface PlannedChange {
  readonly class: string
  readonly after: Described | null
  /** images of it as they are to be; null: none; those of before stay unless given */
  readonly examples?: Examples | null
  /** what the model of this training makes of the signature, if that was found before its turn came */
  readonly embedded?: Embedded
}

export interface Embedded extends Pick<ModelClass, 'mixture' | 'residual' | 'constant'> {
  readonly trained: Model['trained']
}

/** What a plan may look at: the classes with all changes before it. */
export interface Present {
  readonly model: Model
  /**
   * number of the last change of a class; 0 for one of the model file, undefined for one that is not there
   */
  versionOf(name: string): number | undefined
}

export interface Committed {
  readonly model: Model
  /** of the model, and of every class this changed */
  readonly version: number
}

export interface StoreOptions {
  readonly log: ChangeLog
  readonly maxClasses: number
  /** called when the changes are on the disk, before whoever asked for them hears of it */
  onCommit(
    changes: readonly Change[],
    committed: Committed,
    group: { readonly records: number; readonly milliseconds: number }
  ): void
}

export type Prepare = (model: Model, version: number) => Promise<() => void>

/** A group is written after so long. */
const GROUP_MILLISECONDS = 20

interface Waiting {
  readonly by: string
  plan(present: Present): readonly PlannedChange[]
  resolve(committed: Committed): void
  reject(error: unknown): void
}

export class ClassStore {
  private readonly options: StoreOptions
  private readonly entries: Map<string, Entry>
  private base: Model
  private current: Model
  private seq: number
  private identity: Identity | undefined
  private readonly waiting: (Waiting | (() => Promise<void>))[] = []
  private busy = false
  private working = Promise.resolve()

  constructor(base: Model, options: StoreOptions) {
    const { state } = options.log
    this.options = options
    this.base = base
    this.current = base
    this.entries = new Map(state.entries)
    this.seq = state.seq
    this.identity = state.identity
  }

  get model(): Model {
    return this.current
  }

  get version(): number {
    return this.seq
  }

  /** What the log says of a class, if it speaks of it. */
  entry(name: string): Entry | undefined {
    return this.entries.get(name)
  }

  versionOf(name: string): number | undefined {
    return this.current.knows(name) ? (this.entries.get(name)?.version ?? 0) : undefined
  }

  /** How many changes wait for the disk. */
  get pending(): number {
    return this.waiting.length
  }

  /** Resolves when the change is on the disk and seen; rejects if the plan does, or the disk. */
  change(by: string, plan: Waiting['plan']): Promise<Committed> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ by, plan, resolve, reject })
      this.work()
    })
  }

  /**
   * Puts another model file under the described classes: at the start, and when the file was trained
   * anew. `prepare` is given the model with all of them, before anybody sees it; what it returns is
   * called when they do.
   */
  rebase(base: Model, identity: Identity, path: string, prepare: Prepare): Promise<string[]> {
    return new Promise((resolve, reject) => {
      this.waiting.push(() => this.rebaseNow(base, identity, path, prepare).then(resolve, reject))
      this.work()
    })
  }

  /** When all that was asked for is done. */
  async settled(): Promise<void> {
    while (this.busy) await this.working
  }

  private work(): void {
    if (this.busy) return
    this.busy = true
    this.working = this.run()
  }

  private async run(): Promise<void> {
    // Whatever arrived in this turn of the event loop belongs to one group.
    await nextTurn()
    while (this.waiting.length > 0) {
      const [first] = this.waiting
      if (typeof first === 'function') {
        this.waiting.shift()
        await first()
      } else await this.commitGroup()
    }
    // At once, not when the promise is settled: who asks in between would wait for ever.
    this.busy = false
  }

  private async commitGroup(): Promise<void> {
    const started = performance.now()
    const staged = new Staged(this.current, this.entries, this.base, this.seq, this.options.maxClasses)
    const accepted: { readonly waiting: Waiting; readonly version: number }[] = []
    while (this.waiting.length > 0 && performance.now() - started < GROUP_MILLISECONDS) {
      const [waiting] = this.waiting
      if (typeof waiting === 'function') break
      this.waiting.shift()
      try {
        accepted.push({ waiting, version: staged.add(waiting.plan(staged), waiting.by) })
      } catch (error) {
        waiting.reject(error)
      }
    }
    if (staged.records.length > 0) {
      try {
        await this.options.log.append(staged.records)
      } catch (error) {
        for (const { waiting } of accepted) waiting.reject(error)
        return
      }
      const changes = staged.records.flatMap(record =>
        record.kind === 'classes'
          ? record.changes.map(change => {
              applyChange(this.entries, change, record)
              return change
            })
          : []
      )
      this.current = staged.model
      this.seq = staged.seq
      this.options.onCommit(
        changes,
        { model: this.current, version: this.seq },
        { records: staged.records.length, milliseconds: performance.now() - started }
      )
    }
    for (const { waiting, version } of accepted) waiting.resolve({ model: this.current, version })
    await this.options.log.snapshotIfDue(() => ({
      seq: this.seq,
      identity: this.identity,
      entries: new Map(this.entries)
    }))
  }

  private async rebaseNow(
    base: Model,
    identity: Identity,
    path: string,
    prepare: Prepare
  ): Promise<string[]> {
    if (this.identity !== undefined) checkTable(this.identity, identity, path)
    const remarks: string[] = []
    if (this.identity !== undefined && this.identity.fingerprint !== identity.fingerprint)
      remarks.push(
        `The model was trained anew; ${count(this.entries.size)} described classes are described for it again.`
      )
    const seen = new Set(base.seen)
    const others = breath()
    const described: NewClass[] = []
    const forgotten: string[] = []
    for (const { class: name, described: said } of this.entries.values()) {
      if (seen.has(name)) remarks.push(`"${name}" is a seen class now; what was said of it rests.`)
      else if (said !== null) {
        const shown = said.examples
        const fits = shown === undefined || canShow(base, shown.mean.length)
        if (!fits)
          remarks.push(`Images of "${name}" rest: the model is of another kind than that they were shown to.`)
        // A class that has images alone rests with them.
        if (fits || !shown?.alone)
          described.push({
            name,
            signature: said.signature,
            embedded: base.embed(said.signature, name),
            examples: shown === undefined || !fits ? null : { ...shown, mean: Float64Array.from(shown.mean) }
          })
      } else if (base.knows(name)) forgotten.push(name)
      await others()
    }
    const model = base.forgetAll(forgotten).describeAll(described)
    const isNew = this.identity?.fingerprint !== identity.fingerprint
    const publish = await prepare(model, isNew ? this.seq + 1 : this.seq)
    if (isNew) {
      await this.options.log.append([
        { kind: 'base', seq: this.seq + 1, at: new Date().toISOString(), by: 'server', identity }
      ])
      this.seq++
    }
    this.identity = identity
    this.base = base
    this.current = model
    publish()
    return remarks
  }
}

/** The classes with the changes of a group that is being put together. */
class Staged implements Present {
  readonly records: ChangeRecord[] = []
  model: Model
  seq: number
  private readonly entries: ReadonlyMap<string, Entry>
  private readonly versions = new Map<string, number>()
  private readonly base: ReadonlySet<string>
  private readonly maxClasses: number
  private readonly names: Set<string>

  constructor(
    model: Model,
    entries: ReadonlyMap<string, Entry>,
    base: Model,
    seq: number,
    maxClasses: number
  ) {
    this.model = model
    this.entries = entries
    this.seq = seq
    this.base = new Set(base.unseen)
    this.names = new Set(model.classes.map(({ name }) => name))
    this.maxClasses = maxClasses
  }

  versionOf(name: string): number | undefined {
    return this.names.has(name)
      ? (this.versions.get(name) ?? this.entries.get(name)?.version ?? 0)
      : undefined
  }

  /** All changes of one request, or none. */
  add(planned: readonly PlannedChange[], by: string): number {
    const described: NewClass[] = []
    const staged = planned.map(({ class: name, after, embedded, examples }): Change => {
      const before = this.names.has(name) ? describedOf(this.model, name, this.entries.get(name)) : null
      if (after !== null)
        described.push({
          name,
          signature: after.signature,
          // The model may have been trained anew in between.
          ...defined({ embedded: embedded?.trained === this.model.trained ? embedded : undefined, examples })
        })
      return {
        class: name,
        before,
        after,
        ...defined({ hides: after === null && this.base.has(name) ? true : undefined })
      }
    })
    const model = this.model
      .forgetAll(planned.filter(({ after }) => after === null).map(({ class: name }) => name))
      .describeAll(described)
    if (model.classes.length - model.trained.seen > this.maxClasses)
      throw new UnseenError(
        'serve.full',
        `The server holds ${count(this.maxClasses)} described classes for a model, and has them.`,
        { remedy: 'Forget some, or start it with a larger --max-classes.' }
      )
    const changes = staged.map(change => ({
      ...change,
      after: withImages(change.after, model, change.class)
    }))
    this.seq++
    this.records.push({ kind: 'classes', seq: this.seq, at: new Date().toISOString(), by, changes })
    this.model = model
    for (const { class: name, after } of changes) {
      this.versions.set(name, this.seq)
      if (after === null) this.names.delete(name)
      else this.names.add(name)
    }
    return this.seq
  }
}

/** As the log keeps it: with the images that the class has now. */
function withImages(after: Described | null, model: Model, name: string): Described | null {
  if (after === null) return null
  const { signature, sentence } = after
  const said = { signature, ...defined({ sentence }) }
  const { examples } = model.find(name)
  if (examples === undefined) return said
  const { ids, mean, alone } = examples
  // JSON knows no negative zero.
  return { ...said, examples: { ids: [...ids], mean: Array.from(mean, value => value + 0), alone } }
}

/** Whether images whose rows have so many features can be shown to a model. */
const canShow = ({ trained: { gauss, columns } }: Model, features: number): boolean =>
  gauss?.shape !== undefined && columns === features

function describedOf(model: Model, name: string, entry: Entry | undefined): Described | null {
  const known = model.find(name)
  if (known.seen) return null
  const signature = Array.from(known.signature)
  const sentence = entry?.described?.sentence
  return { signature, ...defined({ sentence }) }
}
