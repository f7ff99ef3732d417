// Who may ask, how often and how much; what a refusal looks like; and a log that can be shown to anybody.
import { type ErrorCode, UnseenError } from '@unseen/core'
import { errorCodes } from '../../src/errors.js'
import { run } from '../../src/run.js'
import { Admission, type Comer, type Place } from '../../src/server/gate/admission.js'
import { readBody } from '../../src/server/gate/read-body.js'
import { Buffers } from '../../src/server/work/buffers.js'
import { Rate } from '../../src/server/gate/rate.js'
import { addToken, allows, findToken, readTokens, removeToken } from '../../src/server/gate/tokens.js'
import { resolveLimits } from '../../src/server/limits.js'
import { createLogger } from '../../src/server/logger.js'
import { fromPlain, plainError, problemOf, statusOf } from '../../src/server/problems.js'
import { sourcesOf } from '../../src/server/sources.js'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { testTerminal } from '../helpers/terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-gate-'))
afterAll(() => rmSync(folder, { recursive: true }))

const local = { token: undefined, address: '127.0.0.1', isAdmin: true }

describe('tokens', () => {
  it('are kept as hashes that nobody else can read, and found by what they are', async () => {
    const file = join(folder, 'tokens.json')
    const anna = await addToken(file, 'anna', 'describe')
    const ben = await addToken(file, 'Ben @ lab', 'read')
    expect(anna).not.toBe(ben)
    const text = readFileSync(file, 'utf8')
    expect(text).not.toContain(anna.replace('unseen_', ''))
    expect(statSync(file).mode & 0o077).toBe(0)
    const tokens = await readTokens(file)
    expect(findToken(tokens, anna)).toMatchObject({ name: 'anna', scope: 'describe' })
    for (const wrong of ['', `${anna} `, anna.slice(0, -1), anna.toUpperCase(), tokens[0].sha256])
      expect(findToken(tokens, wrong)).toBeUndefined()
    await expect(addToken(file, 'anna', 'read')).rejects.toMatchObject({ code: 'options.value' })
    for (const name of ['', ' x', 'a\nb', '\u001b[31m', 'x'.repeat(65)])
      await expect(addToken(file, name, 'read')).rejects.toMatchObject({ code: 'options.value' })
    await removeToken(file, 'anna')
    expect(findToken(await readTokens(file), anna)).toBeUndefined()
    await expect(removeToken(file, 'anna')).rejects.toMatchObject({ code: 'options.value' })
    writeFileSync(join(folder, 'odd.json'), '{"tokens": 3}')
    await expect(readTokens(join(folder, 'odd.json'))).rejects.toMatchObject({ code: 'file.value' })
  })

  it('allow what lesser scopes do', () => {
    expect([
      allows('read', 'read'),
      allows('read', 'describe'),
      allows('describe', 'read'),
      allows('admin', 'describe'),
      allows('describe', 'admin')
    ]).toEqual([true, false, true, true, false])
  })

  it('are made on the command line, and shown once', async () => {
    const file = join(folder, 'line.json')
    const terminal = testTerminal()
    expect(await run(['serve', 'token', 'add', 'anna', '--scope', 'admin', '--tokens', file], terminal)).toBe(
      0
    )
    expect(findToken(await readTokens(file), terminal.printed[0])).toMatchObject({
      name: 'anna',
      scope: 'admin'
    })
    const listed = testTerminal()
    expect(await run(['serve', 'token', 'list', '--tokens', file, '--json'], listed)).toBe(0)
    expect(JSON.parse(listed.printed.join(''))).toMatchObject([{ name: 'anna', scope: 'admin' }])
    expect(listed.printed.join('')).not.toContain('sha256')
    expect(await run(['serve', 'token', 'remove', 'anna', '--tokens', file], testTerminal())).toBe(0)
    expect(await readTokens(file)).toEqual([])
  })
})

describe('limits', () => {
  it('let a caller come at its rate, and others at theirs', () => {
    let now = 0
    const rate = new Rate(10, () => now)
    const allowed = (caller: string, times: number): number =>
      Array.from({ length: times }, () => rate.take(caller)).filter(wait => wait === 0).length
    expect(allowed('anna', 100)).toBe(20)
    expect(rate.take('anna')).toBe(1)
    expect(allowed('ben', 100)).toBe(20)
    now = 500
    expect(allowed('anna', 100)).toBe(5)
    expect(Array.from({ length: 50 }, () => new Rate(0).take('anna'))).toEqual(
      Array.from({ length: 50 }, () => 0)
    )
    // Strangers without end do not fill memory.
    for (let at = 0; at < 30_000; at++) rate.take(`stranger ${at}`)
    expect((rate as unknown as { buckets: Map<string, unknown> }).buckets.size).toBeLessThanOrEqual(10_000)
  })

  it('take on so many requests and bytes, whatever order they come and go in', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(60))), steps => {
        const admission = new Admission({ requests: 5, bytes: 100 })
        const inside: Place[] = []
        for (const [enter, bytes] of steps) {
          if (!enter) {
            const place = inside.pop()
            place?.leave()
            place?.leave()
          } else {
            try {
              const place = admission.enter(bytes, local)
              place.begin()
              inside.push(place)
            } catch (error) {
              expect(error).toMatchObject({ code: 'serve.busy' })
            }
          }
          expect(admission.requests).toBe(inside.length)
          expect(admission.requests).toBeLessThanOrEqual(5)
          expect(admission.bytes <= 100 || inside.length === 1).toBe(true)
        }
        for (const place of inside) place.leave()
        expect([admission.requests, admission.bytes]).toEqual([0, 0])
      })
    )
  })

  it('leave places and memory for others, whatever one token or one address does', () => {
    const admission = new Admission({ requests: 16, bytes: 1000 })
    const anna = { token: 'anna', address: '10.0.0.1', isAdmin: false }
    const admin = { token: 'root', address: '10.0.0.9', isAdmin: true }
    const tryMany = (number: number, bytes: number, comer: Comer, begins: boolean): Place[] =>
      Array.from({ length: number }, () => {
        let place: Place | undefined
        try {
          place = admission.enter(bytes, comer)
          if (begins) place.begin()
          return [place]
        } catch (error) {
          place?.leave()
          expect(error).toMatchObject({ code: 'serve.busy' })
          return []
        }
      }).flat()
    // Bodies that never come hold no place, and half of the memory at most.
    const slow = tryMany(300, 100, anna, false)
    expect([slow.length, admission.requests, admission.bytes]).toEqual([5, 0, 500])
    expect(tryMany(1, 100, { ...anna, token: 'ben' }, true)).toHaveLength(1)
    for (const place of slow) place.leave()
    // At work: half for an address, three quarters for a token.
    expect(tryMany(300, 1, anna, true)).toHaveLength(8)
    expect(tryMany(300, 1, { ...anna, address: '10.0.0.2' }, true)).toHaveLength(4)
    expect(tryMany(300, 1, { ...anna, token: 'ben' }, true)).toHaveLength(3)
    expect(tryMany(1, 1, { ...anna, token: 'carl' }, true)).toHaveLength(0)
    // An admin is let in all the same, and not without end.
    expect(tryMany(300, 1, admin, true)).toHaveLength(8)
  })

  it('are not for a body that comes byte by byte', async () => {
    vi.useFakeTimers()
    try {
      const incoming = Object.assign(new PassThrough(), { headers: { 'content-length': '10' } })
      const read = readBody(incoming as never, 1000, new Buffers())
      const refused = expect(read).rejects.toMatchObject({ code: 'serve.request' })
      incoming.write('a')
      await vi.advanceTimersByTimeAsync(7000)
      await refused
      const quick = Object.assign(new PassThrough(), { headers: { 'content-length': '200000' } })
      const whole = readBody(quick as never, 1e6, new Buffers())
      for (let part = 0; part < 10; part++) {
        quick.write(Buffer.alloc(20_000))
        await vi.advanceTimersByTimeAsync(1000)
      }
      quick.end()
      await vi.advanceTimersByTimeAsync(1)
      expect((await whole).length).toBe(200_000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are numbers that make sense', () => {
    expect(resolveLimits({ rows: 5 })).toMatchObject({ rows: 5, rate: 1000 })
    for (const limits of [{ rows: 0 }, { body: Number.NaN }, { rate: -1 }, { queue: Infinity }])
      expect(() => resolveLimits(limits)).toThrow(UnseenError)
  })
})

describe('models', () => {
  it('go by their file, or by a name of their own', () => {
    expect(
      sourcesOf(['a/zoo.unseen', { name: 'birds', path: 'cub.unseen' }], undefined).map(
        ({ name, folder: kept }) => [name, kept.replace(/^.*\//, '')]
      )
    ).toEqual([
      ['zoo', 'zoo.unseen.classes'],
      ['birds', 'cub.unseen.classes']
    ])
    expect(sourcesOf(['zoo.unseen'], 'kept')[0].folder).toMatch(/kept\/zoo$/)
    for (const wrong of [
      [],
      ['zoo.unseen', 'other/zoo.unseen'],
      [{ name: '../x', path: 'zoo.unseen' }],
      [{ name: '', path: 'x' }]
    ])
      expect(() => sourcesOf(wrong, undefined)).toThrow(UnseenError)
  })
})

describe('refusals', () => {
  it('say what, where and what to do, under one status for each code', () => {
    for (const code of Object.keys(errorCodes) as ErrorCode[])
      expect([400, 401, 403, 404, 409, 412, 413, 415, 422, 429, 503]).toContain(
        statusOf(new UnseenError(code, 'x'))
      )
    const error = new UnseenError('classes.unknown', 'The model does not know "x".', {
      where: { class: 'x' },
      remedy: 'Describe it first.'
    })
    expect(problemOf(error, 'r1')).toEqual({
      type: 'urn:unseen:problem:classes.unknown',
      title: errorCodes['classes.unknown'],
      status: 404,
      detail: 'The model does not know "x".',
      code: 'classes.unknown',
      where: { class: 'x' },
      remedy: 'Describe it first.',
      request: 'r1'
    })
    const back = fromPlain(plainError(error))
    expect([back.message, back.code, back.where, back.remedy]).toEqual([
      error.message,
      error.code,
      error.where,
      error.remedy
    ])
  })

  it('tell nothing of a defect', () => {
    const problem = problemOf(new Error('/secret/path: boom'), 'r2')
    expect(problem.status).toBe(500)
    expect(JSON.stringify(problem)).not.toContain('secret')
  })
})

describe('the log', () => {
  it('is JSON without a character that a terminal would obey', () => {
    const lines: string[] = []
    const logger = createLogger('info', line => void lines.push(line))
    const hostile = 'a\u001b[31m\u009b2J\u202e\r\n\u2028\u007f"}'
    logger.info({ class: hostile }, hostile)
    logger.debug('not this')
    expect(lines).toHaveLength(1)
    expect(lines[0].slice(0, -1)).toMatch(/^[\u0020-\u007e]*$/)
    expect(JSON.parse(lines[0])).toMatchObject({ level: 'info', class: hostile, msg: hostile })
  })
})
