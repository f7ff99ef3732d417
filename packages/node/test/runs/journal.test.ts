// A journal keeps what it was told, whatever happens to its process.
import { openJournal } from '../../src/runs/journal.js'
import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-journal-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function write(path: string, entries: readonly unknown[]): Promise<void> {
  const journal = await openJournal(path)
  await Promise.all(entries.map(entry => journal.append(entry)))
  await journal.close()
}

async function read(path: string): Promise<{ entries: readonly unknown[]; dropped: number }> {
  const { entries, dropped, close } = await openJournal(path)
  await close()
  return { entries, dropped }
}

it('gives back what was appended, in order', async () => {
  const path = join(folder, 'order')
  const entries = [{ key: 'a\nb', value: 1e-300 }, 'é\u2028', null, [0.1 + 0.2]]
  await write(path, entries.slice(0, 2))
  await write(path, entries.slice(2))
  expect(await read(path)).toEqual({ entries, dropped: 0 })
})

it('cut at any byte, it keeps every whole line and goes on', async () => {
  const path = join(folder, 'cut')
  await write(path, [{ a: 1 }, { b: 'ü' }, { c: [3] }])
  const whole = readFileSync(path)
  for (let length = 0; length <= whole.length; length++) {
    writeFileSync(path, whole.subarray(0, length))
    const lines = whole.subarray(0, length).filter(byte => byte === 10).length
    const { entries, dropped } = await read(path)
    expect(entries.length, `cut at ${length}`).toBe(lines)
    expect(dropped > 0).toBe(length > 0 && whole[length - 1] !== 10)
    await write(path, ['next'])
    expect((await read(path)).entries.at(-1)).toBe('next')
  }
})

it('refuses any changed byte of a whole line', async () => {
  const path = join(folder, 'changed')
  await write(path, [{ a: 1 }, { b: 2 }])
  const whole = readFileSync(path)
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const copy = Uint8Array.from(whole)
      copy[at] ^= change
      // A new line end only splits a line, which the checksums notice as well.
      writeFileSync(path, copy)
      await expect(openJournal(path)).rejects.toMatchObject({ code: 'run.journal' })
    })
  )
})

it('stays whole when it cannot grow', async () => {
  const path = join(folder, 'full')
  await write(path, ['kept'])
  const journal = await openJournal(path)
  await journal.close()
  await expect(journal.append('lost')).rejects.toMatchObject({ code: 'path.write' })
  expect((await read(path)).entries).toEqual(['kept'])
})

it('a torn line is gone from the disk once it was dropped', async () => {
  const path = join(folder, 'torn')
  await write(path, ['kept'])
  const { length } = readFileSync(path)
  appendFileSync(path, 'torn')
  expect(await read(path)).toEqual({ entries: ['kept'], dropped: 4 })
  expect(readFileSync(path).length).toBe(length)
  truncateSync(path, 0)
  expect((await read(path)).entries).toEqual([])
})
