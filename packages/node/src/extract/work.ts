/**
 * Rows that survive their process. They go to OUT.part beside the result; OUT.journal says for which
 * network and images, and how many of them are in it. A process that is killed loses what came after
 * the last entry; the next one cuts the rest off and goes on there. What has changed is begun afresh.
 */
import { UnseenError } from '@unseen/core'
import { toFloat16 } from '@unseen/core/internal'
import { npyHeaderBytes } from '@unseen/data/internal'
import { lockOrRefuse } from '../files/lock.js'
import { cannotWrite } from '../files/system-error.js'
import { openJournal } from '../runs/journal.js'
import { makeFolder } from '../files/make-folder.js'
import { open, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'

export type Store = 'float32' | 'float16'

/** What the rows depend on. */
export interface Plan {
  /** of the network, its tensor and the preprocessing */
  readonly network: string
  /** of the names, sizes, times and labels of the images */
  readonly images: string
  readonly store: Store
}

export interface Skipped {
  /** position in the list of images */
  readonly image: number
  readonly reason: string
}

type Entry = { readonly plan: Plan } | { readonly done: number; readonly skipped: readonly Skipped[] }

export interface Work {
  /** images that are behind it, those skipped included */
  readonly done: number
  readonly skipped: readonly Skipped[]
  /** why work of before was thrown away, if any was */
  readonly restarted: string | undefined
  append(rows: Float32Array): Promise<void>
  /**
   * What was appended is kept from here on: `done` images, of which these were skipped since the last time.
   */
  keep(done: number, skipped: readonly Skipped[]): Promise<void>
  /**
   * Gives the rows their name, then writes what names them, then forgets the journal: nobody ever reads of rows that
   * are not there, and a process killed in between goes on with `writeRest`.
   */
  finish<T>(rows: number, writeRest: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const descr = { float32: '<f4', float16: '<f2' } as const
const widths = { float32: 4, float16: 2 } as const

export async function openWork(out: string, plan: Plan, columns: number, force: boolean): Promise<Work> {
  const part = `${out}.part`
  const journalPath = `${out}.journal`
  await makeFolder(dirname(out))
  const unlock = await lockOrRefuse(`${out}.lock`).catch(unwritable(out))
  try {
    if (await wasNamedOnly(journalPath, part, out)) await rename(out, part)
    if (!force && (await exists(out)))
      throw new UnseenError('path.exists', `${out} is already there.`, {
        where: { file: out },
        remedy: 'Name another file, or make it anew with --force.'
      })
    const restarted = await reasonToRestart(journalPath, part, plan)
    if (restarted !== undefined) for (const path of [journalPath, part]) await rm(path, { force: true })
    const journal = await openJournal<Entry>(journalPath)
    const file = await open(part, (await exists(part)) ? 'r+' : 'w+')
    const marks = journal.entries.flatMap(entry => ('done' in entry ? [entry] : []))
    const done = marks.at(-1)?.done ?? 0
    const skipped = marks.flatMap(mark => mark.skipped)
    const head = npyHeaderBytes(descr[plan.store], [0, columns]).length
    let length = head + (done - skipped.length) * columns * widths[plan.store]
    await file.truncate(length)
    if (journal.entries.length === 0) await journal.append({ plan })
    return {
      done,
      skipped,
      restarted: restarted === 'nothing' ? undefined : restarted,
      async append(rows) {
        const bytes = toBytes(rows, plan.store)
        await writeAll(file, bytes, length).catch(unwritable(part))
        length += bytes.length
      },
      async keep(upTo, more) {
        await file.datasync().catch(unwritable(part))
        await journal.append({ done: upTo, skipped: more })
      },
      async finish(rows, writeRest) {
        const header = npyHeaderBytes(descr[plan.store], [rows, columns])
        await writeAll(file, header, 0)
        await file.sync()
        await rename(part, out)
        const rest = await writeRest()
        await rm(journalPath, { force: true })
        return rest
      },
      async close() {
        await file.close()
        await journal.close()
        await unlock()
      }
    }
  } catch (error) {
    await unlock()
    throw error
  }
}

/** True where a process was killed after it named the rows and before it wrote what belongs to them. */
async function wasNamedOnly(journalPath: string, part: string, out: string): Promise<boolean> {
  if ((await exists(part)) || !(await exists(out)) || !(await exists(journalPath))) return false
  return (await readFile(journalPath)).length > 0
}

/** 'nothing' where there was no work at all. */
async function reasonToRestart(journalPath: string, part: string, plan: Plan): Promise<string | undefined> {
  if (!(await exists(journalPath))) return 'nothing'
  if (!(await exists(part)))
    return (await readFile(journalPath)).length > 0 ? 'its rows were gone' : 'nothing'
  const journal = await openJournal<Entry>(journalPath).catch(() => undefined)
  await journal?.close()
  const [first] = journal?.entries ?? []
  if (first === undefined || !('plan' in first)) return 'its journal was damaged'
  if (first.plan.network !== plan.network) return 'the network, the tensor or the preprocessing has changed'
  if (first.plan.images !== plan.images) return 'the images have changed'
  return first.plan.store === plan.store ? undefined : 'rows are to be stored in another precision'
}

/** A write may be done in parts. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length;)
    at += (await file.write(bytes, at, bytes.length - at, position + at)).bytesWritten
}

function unwritable(path: string): (cause: unknown) => never {
  return cause => {
    throw cannotWrite(path, cause, 'What was kept is not lost: the same command goes on from there.')
  }
}

function toBytes(rows: Float32Array, store: Store): Uint8Array {
  const values = store === 'float16' ? toFloat16(rows) : rows
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false
  )
}
