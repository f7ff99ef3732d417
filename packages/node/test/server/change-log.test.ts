// Whatever the process or the disk was doing when it went: nothing acknowledged is lost, nothing
// half-appears.
import { UnseenError } from '@unseen/core'
import { type ChangeLog, openChangeLog } from '../../src/server/classes/change-log.js'
import { readLines, recordLine } from '../../src/server/classes/record.js'
import {
  type Change,
  type ChangeRecord,
  type State,
  applyRecords,
  emptyState
} from '../../src/server/classes/state.js'
import { mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'

const top = mkdtempSync(join(tmpdir(), 'unseen-log-'))
afterAll(() => rmSync(top, { recursive: true }))
const freshFolder = (): string => mkdtempSync(join(top, 'log-'))

const names = ['zebra', 'okapi', 'a "b"\n\u202e\u0000', '名前']
const changes: fc.Arbitrary<Change> = fc.record({
  class: fc.constantFrom(...names),
  before: fc.constant(null),
  after: fc.option(
    fc.record({
      signature: fc.array(
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(value => value + 0),
        { minLength: 1, maxLength: 4 }
      )
    }),
    { nil: null }
  )
})
const recordsOf = (lists: readonly (readonly Change[])[]): ChangeRecord[] =>
  lists.map((list, at) => ({
    kind: 'classes',
    seq: at + 1,
    at: '2026-01-01T00:00:00.000Z',
    by: 'anna',
    changes: [...list]
  }))
const someRecords = fc
  .array(fc.array(changes, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 })
  .map(recordsOf)
const plainState = ({ seq, entries }: State) => ({
  seq,
  entries: [...entries.values()].sort((a, b) => (a.class < b.class ? -1 : 1))
})
const after = (records: readonly ChangeRecord[]) => plainState(applyRecords(emptyState, records, 'test'))
const lastSegment = (folder: string): string =>
  join(
    folder,
    readdirSync(folder)
      .filter(name => name.startsWith('changes-'))
      .sort()
      .at(-1) ?? ''
  )

async function withLog<T>(
  folder: string,
  work: (log: ChangeLog) => Promise<T>,
  snapshotEvery?: number
): Promise<T> {
  const log = await openChangeLog(folder, snapshotEvery === undefined ? {} : { snapshotEvery, keep: 2 })
  try {
    return await work(log)
  } finally {
    await log.close()
  }
}

describe('records', () => {
  it('read back what was written, in any number', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), values => {
        const bytes = Buffer.concat(values.map(recordLine))
        expect(readLines(bytes, 'f', { mayBeTorn: false })).toEqual({
          values: values.map(value => JSON.parse(JSON.stringify(value)) as unknown),
          end: bytes.length
        })
      })
    )
  })

  it('any prefix reads as a prefix of the records', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue(), { minLength: 1 }), fc.nat(), (values, cut) => {
        const lines = values.map(recordLine)
        const bytes = Buffer.concat(lines)
        const prefix = bytes.subarray(0, cut % (bytes.length + 1))
        const { values: read, end } = readLines(prefix, 'f', { mayBeTorn: true })
        let whole = 0
        for (let length = 0; whole < lines.length && length + lines[whole].length <= prefix.length; whole++)
          length += lines[whole].length
        expect(read).toHaveLength(whole)
        expect(end).toBe(Buffer.concat(lines.slice(0, whole)).length)
        if (end < prefix.length)
          expect(() => readLines(prefix, 'f', { mayBeTorn: false })).toThrow(UnseenError)
      })
    )
  })

  it('a changed byte before the last record is refused, with its place', () => {
    fc.assert(
      fc.property(
        fc.array(fc.jsonValue(), { minLength: 2 }),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (values, place, by) => {
          const lines = values.map(recordLine)
          const bytes = Buffer.concat(lines)
          const at = place % (bytes.length - lines[lines.length - 1].length)
          bytes[at] ^= by
          // A zero is what a disk leaves that lost power; it may only be taken for that, never for a record.
          if (bytes[at] === 0) expect(readLines(bytes, 'f', { mayBeTorn: true }).end).toBeLessThanOrEqual(at)
          else expect(() => readLines(bytes, 'f', { mayBeTorn: true })).toThrow(/damaged at byte/)
        }
      )
    )
  })
})

describe('the log', () => {
  it('cut anywhere, recovers to a prefix of what was acknowledged, and goes on from there', async () => {
    await fc.assert(
      fc.asyncProperty(someRecords, fc.nat(), async (records, cut) => {
        const folder = freshFolder()
        await withLog(folder, async log => {
          for (const record of records) await log.append([record])
        })
        const file = lastSegment(folder)
        const length = readFileSync(file).length
        truncateSync(file, cut % (length + 1))
        let reached = 0
        await withLog(folder, async log => {
          const { seq } = log.state
          expect(plainState(log.state)).toEqual(after(records.slice(0, seq)))
          await log.append([{ ...records[0], seq: seq + 1 }])
          reached = seq + 1
        })
        await withLog(folder, async log => expect([log.state.seq, log.cut]).toEqual([reached, 0]))
      }),
      { numRuns: 12 }
    )
  })

  it('keeps everything through snapshots, whatever is written when', async () => {
    await fc.assert(
      fc.asyncProperty(someRecords, fc.integer({ min: 1, max: 3 }), async (records, every) => {
        const folder = freshFolder()
        for (const [at, record] of records.entries()) {
          await withLog(
            folder,
            async log => {
              expect(plainState(log.state)).toEqual(after(records.slice(0, at)))
              await log.append([record])
              await log.snapshotIfDue(() => applyRecords(log.state, [record], 'test'))
            },
            every
          )
        }
        await withLog(
          folder,
          async log => {
            expect(plainState(log.state)).toEqual(after(records))
            expect((await log.history(100)).map(({ seq }) => seq)).toEqual(
              (await log.history(100)).map((_, i) => records.length - i)
            )
          },
          every
        )
        expect(readdirSync(folder).filter(name => name.startsWith('changes-')).length).toBeLessThanOrEqual(3)
      }),
      { numRuns: 12 }
    )
  })

  it('refuses a gap, a damaged snapshot and a damaged middle', async () => {
    const folder = freshFolder()
    const [first, second, third] = recordsOf([
      [{ class: 'zebra', before: null, after: { signature: [1] } }],
      [{ class: 'okapi', before: null, after: { signature: [2] } }],
      [{ class: 'okapi', before: null, after: null }]
    ])
    await withLog(folder, log => log.append([first, second, third]))
    const file = lastSegment(folder)
    const whole = readFileSync(file)
    writeFileSync(file, Buffer.concat([recordLine(first), recordLine(third)]))
    await expect(openChangeLog(folder)).rejects.toThrow('change 3 follows change 1')
    const damaged = Buffer.from(whole)
    damaged[30] ^= 1
    writeFileSync(file, damaged)
    await expect(openChangeLog(folder)).rejects.toMatchObject({ code: 'serve.log', where: { byte: 0 } })
    writeFileSync(file, whole)
    writeFileSync(join(folder, 'snapshot.log'), 'nonsense')
    await expect(openChangeLog(folder)).rejects.toMatchObject({ code: 'serve.log' })
  })

  it('ignores the zeros of a disk that lost power', async () => {
    const folder = freshFolder()
    const [record] = recordsOf([[{ class: 'zebra', before: null, after: { signature: [1] } }]])
    await withLog(folder, log => log.append([record]))
    writeFileSync(
      lastSegment(folder),
      Buffer.concat([recordLine(record), Buffer.alloc(100), Buffer.from('\n')])
    )
    await withLog(folder, async log => expect([log.state.seq, log.cut]).toEqual([1, 101]))
  })
})
