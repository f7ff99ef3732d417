/**
 * One model while it is served: its file, its described classes with their log, and the load of it that
 * the worker threads answer from. Reading the file again makes a new load; requests go to the old one until
 * every thread has the new one, so that none is dropped.
 */
import { Model, UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { takeLock } from '../files/lock-file.js'
import { holder } from '../files/lock.js'
import { makeFolder } from '../files/make-folder.js'
import { readModel } from '../files/model-file.js'
import { cannotWrite } from '../files/system-error.js'
import { type ChangeLog, openChangeLog } from './classes/change-log.js'
import { ClassStore, type Committed } from './classes/class-store.js'
import { identityOf } from './classes/identity.js'
import type { Change, Identity } from './classes/state.js'
import type { Metrics } from './metrics.js'
import type { Pool } from './work/pool.js'
import { shareModel } from './work/share-model.js'
import { join } from 'node:path'
import type { Logger } from 'pino'

export interface ModelSource {
  readonly name: string
  readonly path: string
  /** where its log is kept */
  readonly folder: string
}

export interface Surroundings {
  readonly pool: Pool
  readonly metrics: Metrics
  readonly logger: Logger
  readonly maxClasses: number
  readonly snapshotEvery?: number
}

export class ServedModel {
  readonly source: ModelSource
  readonly store: ClassStore
  readonly log: ChangeLog
  /** of the file as it was last read */
  identity: Identity
  /** under which the threads know the load that answers now */
  key = ''
  private readonly surroundings: Surroundings
  private readonly unlock: () => Promise<void>
  private loads = 0
  private reloading: Promise<unknown> = Promise.resolve()

  private constructor(
    source: ModelSource,
    base: Model,
    log: ChangeLog,
    unlock: () => Promise<void>,
    surroundings: Surroundings
  ) {
    this.source = source
    this.log = log
    this.unlock = unlock
    this.surroundings = surroundings
    this.identity = identityOf(base)
    this.store = new ClassStore(base, {
      log,
      maxClasses: surroundings.maxClasses,
      onCommit: (changes, committed, group) => this.publish(changes, committed, group)
    })
  }

  static async open(source: ModelSource, surroundings: Surroundings): Promise<ServedModel> {
    const { logger, snapshotEvery } = surroundings
    const base = await readShared(source)
    const unlock = await lock(source.folder)
    let log: ChangeLog | undefined
    try {
      log = await openChangeLog(source.folder, {
        ...defined({ snapshotEvery }),
        onSnapshot: error =>
          error === undefined
            ? logger.debug({ model: source.name }, 'snapshot')
            : logger.error(
                { model: source.name, error: error instanceof Error ? error.message : 'unknown' },
                'no snapshot could be written'
              )
      })
      if (log.cut > 0)
        logger.warn(
          { model: source.name, bytes: log.cut },
          'the last record of the log was incomplete and never acknowledged; it is cut off'
        )
      const served = new ServedModel(source, base, log, unlock, surroundings)
      await served.putUnder(base)
      return served
    } catch (error) {
      await log?.close()
      await unlock()
      throw error
    }
  }

  get name(): string {
    return this.source.name
  }

  get model(): Model {
    return this.store.model
  }

  /** Reads the file again; the classes that were described stay. Remarks are for people. */
  reload(): Promise<readonly string[]> {
    const { metrics, logger } = this.surroundings
    const next = this.reloading.then(async () => {
      try {
        const remarks = await this.putUnder(await readShared(this.source))
        metrics.reload(this.name, true)
        logger.info(
          { model: this.name, version: this.store.version, fingerprint: this.identity.fingerprint },
          'reloaded'
        )
        return remarks
      } catch (error) {
        metrics.reload(this.name, false)
        logger.error(
          { model: this.name, error: error instanceof Error ? error.message : String(error) },
          'not reloaded: the model of before goes on'
        )
        throw error
      }
    })
    this.reloading = next.catch(() => undefined)
    return next
  }

  async close(): Promise<void> {
    await this.reloading
    await this.store.settled()
    await this.log.close()
    await this.unlock()
  }

  private async putUnder(base: Model): Promise<readonly string[]> {
    const { pool, logger } = this.surroundings
    const identity = identityOf(base)
    const key = `${this.name}#${++this.loads}`
    const remarks = await this.store
      .rebase(base, identity, this.source.path, async (model, version) => {
        await pool.load(key, this.name, model, version)
        return () => {
          const before = this.key
          this.key = key
          this.identity = identity
          // Threads take messages in order: what was asked of the old load is answered before.
          if (before !== '') pool.unload(before)
        }
      })
      .catch((error: unknown) => {
        pool.unload(key)
        throw error
      })
    for (const remark of remarks) logger.warn({ model: this.name }, remark)
    return remarks
  }

  private publish(
    changes: readonly Change[],
    { model, version }: Committed,
    { records, milliseconds }: { readonly records: number; readonly milliseconds: number }
  ): void {
    const { pool, metrics, logger } = this.surroundings
    // What became of each class, in the order the model has them, however often the group changed it.
    const changed = new Set(changes.map(({ class: name }) => name))
    pool.change(
      this.key,
      {
        described: model.classes.filter(({ name }) => changed.has(name)),
        forgotten: changes.filter(({ after }) => after === null).map(({ class: name }) => name)
      },
      version,
      model
    )
    metrics.commit(this.name, records, milliseconds / 1000)
    logger.debug({ model: this.name, version, records, ms: milliseconds }, 'committed')
  }
}

/** From its file, the trained arrays in shared memory. */
async function readShared({ name, path }: ModelSource): Promise<Model> {
  const { settings, trained, classes, notes } = shareModel(name, await readModel(path))
  return Model.restore(settings, trained, classes, notes)
}

/** Two servers would write over each other. */
async function lock(folder: string): Promise<() => Promise<void>> {
  await makeFolder(folder, 0o700)
  const taken = await takeLock(join(folder, 'lock')).catch((error: unknown) => {
    throw cannotWrite(folder, error, 'Make room, or name another folder with --data.')
  })
  if (typeof taken === 'function') return taken
  throw new UnseenError('run.locked', `The described classes in ${folder} are in use by ${holder(taken)}.`, {
    where: { file: folder },
    remedy: 'Stop it, or name another folder with --data.'
  })
}
