// What the operating system refuses, in our words.
import { UnseenError } from '@unseen/core'
import { openFile } from '../src/files/file-source.js'
import { cannotWrite, fromSystem, isOfSystem } from '../src/files/system-error.js'
import { openChangeLog } from '../src/server/classes/change-log.js'
import type { ChangeRecord } from '../src/server/classes/state.js'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'unseen-system-'))
afterAll(() => rmSync(folder, { recursive: true }))
const refusal = (code: string, syscall: string, path?: string): Error =>
  Object.assign(new Error(`${code}: ${syscall}`), { code, syscall, ...(path !== undefined && { path }) })

it.each([
  ['ENOSPC', 'write', 'path.write', 'the disk is full', true],
  ['EROFS', 'open', 'path.write', 'read-only', true],
  ['EACCES', 'mkdir', 'path.write', 'not allowed', true],
  ['EMFILE', 'open', 'path.missing', 'too many files', true],
  ['EIO', 'read', 'path.missing', 'the disk', true],
  ['ENOENT', 'open', 'path.missing', 'went away', false]
])('%s of %s is %s', (code, syscall, as, why, system) => {
  const error = fromSystem(refusal(code, syscall, '/data/rows.npy'))
  expect(error).toMatchObject({ code: as, where: { file: '/data/rows.npy' } })
  expect(error?.message).toContain(why)
  expect(error?.remedy).toBeTruthy()
  expect(isOfSystem(error ?? new UnseenError('cancelled', ''))).toBe(system)
})

it('is known by its words where a library gives no code, and nothing else is taken for it', () => {
  expect(fromSystem(new Error('IO Error: Could not write: No space left on device'))?.code).toBe('path.write')
  expect(fromSystem(new Error('out of luck'))).toBeUndefined()
  expect(fromSystem(refusal('ECONNREFUSED', 'connect'))).toBeUndefined()
  expect(fromSystem('ENOSPC')).toBeUndefined()
})

it('of writing is always one of writing', () => {
  expect(cannotWrite('/data/x', refusal('ENOENT', 'open'), 'Try again.')).toMatchObject({
    code: 'path.write',
    message: expect.stringMatching(/^\/data\/x cannot be written: .* \(ENOENT\)\. Try again\.$/) as string
  })
  const other = new TypeError('x')
  expect(cannotWrite('/data/x', other)).toBe(other)
})

it('a named pipe is refused, not waited for', async () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  await expect(openFile(pipe)).rejects.toMatchObject({ code: 'path.missing' })
})

it('a log whose next file cannot be made goes on with the one of before', async () => {
  const place = join(folder, 'log')
  const told: unknown[] = []
  const log = await openChangeLog(place, { snapshotEvery: 1, onSnapshot: error => void told.push(error) })
  const record = (seq: number): ChangeRecord => ({
    kind: 'classes',
    seq,
    at: new Date(0).toISOString(),
    by: 'anna',
    changes: []
  })
  // A folder where the file would be.
  mkdirSync(join(place, 'changes-000000000002.log'))
  await log.append([record(1)])
  await log.snapshotIfDue(() => ({ seq: 1, identity: undefined, entries: new Map() }))
  expect(told[0]).toMatchObject({ code: 'EISDIR' })
  rmSync(join(place, 'changes-000000000002.log'), { recursive: true })
  await log.append([record(2)])
  await log.close()
  expect(readdirSync(place)).toContain('changes-000000000001.log')
  const again = await openChangeLog(place)
  expect(again.state.seq).toBe(2)
  await again.close()
})
