// The built server as a process of its own: its whole interface, and everything that can happen to it.
import { execFile, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type Socket, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { tableFromArrays, tableToIPC } from '@uwdata/flechette'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { residentMegabytes, type ServerProcess } from '../bench/serve/kill-storm.mjs'
import {
  Matrix,
  createClient,
  fromBytes,
  openDataset,
  readModel,
  takeSplit,
  writeModel,
  writeNpy,
  type Client,
  type Model,
  type ModelClient
} from '../packages/node/dist/index.js'
import { command, failureCode as code, fitSample, serverProcesses } from './helpers/serve.js'
import { makeSmallWords } from './helpers/small-words.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-serve-'))
const pets = join(folder, 'pets.unseen')
const { serve, start, stop, endAll } = serverProcesses()
let model: Model
let rows: number[][]

const npyOf = (list: readonly (readonly number[])[]): Uint8Array =>
  writeNpy({ name: 'rows', shape: [list.length, list[0].length], data: Float64Array.from(list.flat()) })

beforeAll(async () => {
  model = await fitSample(pets, folder)
  const { test } = await takeSplit(await openDataset('sample'))
  rows = Array.from({ length: 40 }, (_, i) => {
    const row = new Float64Array(model.trained.columns)
    Matrix.readRow(Matrix.from(test.features), i, row)
    return Array.from(row)
  })
})

afterAll(async () => {
  await endAll()
  rmSync(folder, { recursive: true })
})

describe('SIGTERM', () => {
  it('ends the process in its time, whatever runs in native threads', async () => {
    // No end of this work is waited for, neither after the grace time nor at a second signal.
    const script = `
      import { pbkdf2 } from 'node:crypto'
      import { endWithin, stopSignals } from '${new URL('../packages/node/dist/server/signals.js', import.meta.url).href}'
      pbkdf2('a', 'b', 2 ** 31 - 1, 64, 'sha512', () => undefined)
      const stopped = stopSignals(new AbortController().signal, () => undefined)
      if (process.argv[1] === 'grace') void stopped.then(() => endWithin(-5000))
      else void stopped.then(() => console.log('stopping'))
      console.log('ready')`
    for (const how of ['grace', 'again']) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', script, how], {
        stdio: ['ignore', 'pipe', 'inherit']
      })
      child.stdout.on('data', () => child.kill('SIGTERM'))
      const signal = await new Promise(resolve => child.on('exit', (_, by) => resolve(by)))
      expect(signal).toBe('SIGTERM')
    }
  })
})

describe('the interface', () => {
  let server: ServerProcess
  let client: Client
  let zoo: ModelClient
  const asked = new Set<string>()

  beforeAll(async () => {
    // A cache of its own: the network of the sample may lie in the user's.
    server = await start(
      [pets, '--name', `other=${pets}`, '--data', join(folder, 'whole'), '--log', 'info', '--timeout', '10'],
      { env: { UNSEEN_CACHE: join(folder, 'cache') } }
    )
    client = createClient(server.url, {
      fetch: (input, init) => {
        asked.add(
          `${init?.method ?? 'GET'} ${new URL(input instanceof Request ? input.url : input).pathname}`
        )
        return fetch(input, init)
      }
    })
    zoo = client.model('pets')
  })

  it('recognises, explains and contrasts as the library does, to the last bit', async () => {
    const expected = JSON.parse(JSON.stringify(model.recognise(rows, { top: 2, among: 'all' }))) as unknown
    const options = { top: 2, among: 'all' } as const
    const arrow =
      tableToIPC(
        tableFromArrays(
          Object.fromEntries(rows[0].map((_, k) => [`f${k}`, Float64Array.from(rows, row => row[k])]))
        ),
        { format: 'stream' }
      ) ?? new Uint8Array()
    for (const body of [rows, { npy: npyOf(rows) }, { arrow }]) {
      const { answers, model: name, version } = await zoo.recognise(body, options)
      expect([name, version]).toEqual(['pets', 1])
      expect(answers.map(({ ranked }) => ranked)).toEqual(expected)
    }
    const one = rows.slice(0, 2)
    expect((await zoo.recognise(one, { explain: true })).answers[0].explanation?.contributions).toHaveLength(
      model.seen.length
    )
    expect((await zoo.explain(one, { class: 'cat' })).explanations).toEqual(
      JSON.parse(JSON.stringify(model.explain(one, 'cat')))
    )
    expect((await zoo.contrast({ npy: npyOf(one) }, { first: 'cat', second: 'dog' })).contrasts).toEqual(
      JSON.parse(JSON.stringify(model.contrast(one, 'cat', 'dog')))
    )
    // Many at once, each with its own rows: batches give every row its own answer.
    const many = await Promise.all(rows.map(row => zoo.recognise([row], options)))
    expect(many.map(({ answers: [{ ranked }] }) => ranked)).toEqual(expected)
    // Bodies of all sizes at once, again and again: their memory goes around, and none sees what another left
    // in it.
    const parts = Array.from({ length: 60 }, (_, at) => rows.slice(at % 7, (at % 7) + 1 + ((at * 11) % 33)))
    expect(Math.max(...parts.map(part => npyOf(part).length))).toBeGreaterThan(2 * 65_536)
    const all = await Promise.all(parts.map(part => zoo.recognise({ npy: npyOf(part) }, options)))
    expect(all.map(({ answers }) => answers.map(({ ranked }) => ranked))).toEqual(
      parts.map((_, at) => (expected as unknown[]).slice(at % 7, (at % 7) + 1 + ((at * 11) % 33)))
    )
  })

  it('describes, changes and forgets, and tells who did', async () => {
    const {
      classes: [lynx],
      version
    } = await zoo.describe([
      { name: 'lynx', like: 'cat', attributes: { tail: 0.2 } },
      { name: 'wolf', signature: Array.from(model.find('dog').signature) }
    ])
    expect(lynx).toMatchObject({ name: 'lynx', seen: false, by: 'local' })
    expect(lynx.mixture.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
    const known = model.describeAll([
      { name: 'lynx', signature: lynx.signature },
      { name: 'wolf', signature: model.find('dog').signature }
    ])
    expect(
      (await zoo.recognise(rows, { among: ['lynx', 'wolf', 'cat'] })).answers.map(({ ranked }) => ranked)
    ).toEqual(JSON.parse(JSON.stringify(known.recognise(rows, { among: ['lynx', 'wolf', 'cat'] }))))
    expect(await code(zoo.describe([{ name: 'lynx', like: 'cat' }]))).toBe('signatures.duplicate')
    expect(
      await code(
        zoo.describe([
          { name: 'new', like: 'cat' },
          { name: 'horse', like: 'cat' }
        ])
      )
    ).toBe('classes.seen')
    expect((await zoo.classes()).classes.map(({ name }) => name)).not.toContain('new')
    const changed = await zoo.change('lynx', { like: 'cat' }, { version: lynx.version })
    expect(changed.version).toBeGreaterThan(version)
    expect(await code(zoo.change('lynx', { like: 'dog' }, { version: lynx.version }))).toBe('serve.version')
    expect(await code(zoo.change('lynx', { like: 'dog' }, { isNew: true }))).toBe('serve.version')
    expect((await zoo.class('lynx')).warnings.join()).toContain('looks like')
    await zoo.forget('lynx', { version: changed.version })
    expect(await code(zoo.class('lynx'))).toBe('classes.unknown')
    const { changes } = await zoo.changes({ limit: 2 })
    expect(changes[0]).toMatchObject({ by: 'local', classes: [{ class: 'lynx', after: null }] })
    expect(changes[1].classes?.[0].before?.signature).toEqual(lynx.signature)
    expect((await client.model('other').classes()).classes.map(({ name }) => name)).not.toContain('wolf')
  })

  it('gives the model as a file, with the classes it knows now, and what was described since', async () => {
    const file = await zoo.file()
    expect(
      fromBytes(file?.bytes ?? new Uint8Array()).classes.map(({ name, mixture }) => [name, [...mixture]])
    ).toEqual(
      model
        .describe('wolf', model.find('dog').signature)
        .classes.map(({ name, mixture }) => [name, [...mixture]])
    )
    expect(await zoo.file(file?.etag)).toBeUndefined()
    const before = await zoo.classes()
    expect([before.version, before.changed, before.fingerprint]).toEqual([
      file?.version,
      undefined,
      (await zoo.show()).fingerprint
    ])
    expect((await zoo.classes({ since: before.version })).changed).toEqual([])
    await zoo.change('wolf', { like: 'dog', attributes: { tail: 0.5 } })
    const { changed } = await zoo.classes({ since: before.version })
    expect(changed).toEqual([
      expect.objectContaining({ name: 'wolf', by: 'local', signature: (await zoo.class('wolf')).signature })
    ])
    expect((await zoo.file(file?.etag))?.version).toBe(before.version + 1)
    expect(await code(createClient('http://127.0.0.1:9').models())).toBe('network.unreachable')
  })

  it('tells of itself, and the client knows every address of it', async () => {
    expect(await client.health()).toEqual({ status: 'alive' })
    expect(await client.ready()).toEqual({ status: 'ready' })
    expect((await client.models()).models.map(({ name, columns }) => [name, columns])).toEqual([
      ['pets', 2048],
      ['other', 2048]
    ])
    expect(await zoo.show()).toMatchObject({
      seen: model.seen.length,
      attributes: model.notes.attributes,
      sentences: false,
      images: false
    })
    expect(await zoo.examples('cat')).toMatchObject({ images: 0, ids: [] })
    // Of these weights no image can be measured.
    expect(await code(zoo.showExamples('okapi', rows.slice(0, 1)))).toBe('model.shape')
    expect(await code(zoo.takeBack('cat'))).toBe('classes.none')
    expect((await zoo.reload()).remarks).toEqual([])
    expect(await client.libraries()).toEqual({ libraries: [] })
    expect(await code(client.pictures('none', [0]))).toBe('serve.unknown')
    expect((await fetch(`${server.url}/studio/`)).status).toBe(404)
    expect(await code(client.search('none', { class: 'cat' }))).toBe('serve.unknown')
    const metrics = await client.metrics()
    for (const name of [
      'unseen_request_seconds_count',
      'unseen_rows_total',
      'unseen_batch_requests_bucket',
      'unseen_commit_seconds_count',
      'unseen_classes{model="pets"}',
      'process_resident_memory_bytes'
    ])
      expect(metrics).toContain(name)
    const document = (await client.openapi()) as {
      openapi: string
      paths: Record<string, Record<string, unknown>>
      components: { schemas: object }
    }
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['RecogniseBody', 'Description', 'Problem', 'Recognised'])
    )
    const offered = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`)
    )
    const pattern = (route: string): RegExp => new RegExp(`^${route.replace(/\{\w+\}/g, '[^/]+')}$`)
    for (const route of offered)
      expect(
        [...asked].some(each => pattern(route).test(each)),
        route
      ).toBe(true)
    expect(offered.length).toBeGreaterThanOrEqual(14)
  })

  it('holds hostile names, in every output', async () => {
    const names = [
      'a/b',
      '../../etc/passwd',
      '%2e%2e',
      '100%',
      'a b?c#d&e=f',
      '\u001b[31mred\u001b[0m',
      '<script>alert(1)</script>',
      '\u202egnp.exe',
      '名前',
      "'; drop table",
      '__proto__',
      'constructor',
      'line\r\nSet-Cookie: x',
      'nul\u0000',
      '"quoted\\"',
      '\u009b2J'
    ]
    for (const name of names) {
      expect((await zoo.change(name, { like: 'cat' })).name).toBe(name)
      expect((await zoo.class(name)).name).toBe(name)
    }
    const listed = (await zoo.classes()).classes.map(({ name }) => name)
    expect(listed).toEqual(expect.arrayContaining(names))
    expect(
      (await zoo.recognise([rows[0]], { among: names, top: names.length })).answers[0].ranked
        .map(({ class: name }) => name)
        .sort()
    ).toEqual([...names].sort())
    expect(
      (await zoo.changes({ limit: names.length })).changes.map(({ classes }) => classes?.[0].class).reverse()
    ).toEqual(names)
    for (const name of ['.', '..', '', 'x'.repeat(300)])
      expect(['signatures.name', 'serve.unknown', 'serve.request', 'classes.unknown']).toContain(
        await code(zoo.describe([{ name, like: 'cat' }]))
      )
    for (const name of names) await zoo.forget(name)
    expect(server.notes()).toMatch(/"route":"\/v1\/models\/:model\/classes\/:name"/)
    expect(server.notes()).not.toMatch(/[^\u0020-\u007e\n]/)
  })

  it('refuses what makes no sense, as a problem with a remedy', async () => {
    // An address whose percent signs are no text.
    expect((await fetch(`${server.url}/v1/models/%F0%9F`)).status).toBe(400)
    const at = `${server.url}/v1/models/pets`
    const statusOf = async (path: string, init: RequestInit = {}): Promise<[number, string]> => {
      const answer = await fetch(path, init)
      const { code: said } = (await answer.json()) as { code: string }
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      return [answer.status, said]
    }
    const json = (body: string): RequestInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body
    })
    expect(await statusOf(`${at}/recognise`, json('{'))).toEqual([400, 'serve.request'])
    expect(await statusOf(`${at}/classes`, json('{'))).toEqual([400, 'serve.request'])
    expect(await statusOf(`${at}/classes`, json('{"classes": []}'))).toEqual([400, 'serve.request'])
    expect(await statusOf(`${at}/recognise`, { method: 'POST', body: new Uint8Array(4) })).toEqual([
      415,
      'serve.media'
    ])
    expect(
      await statusOf(`${at}/recognise`, {
        method: 'POST',
        headers: { 'content-type': 'image/png' },
        body: new Uint8Array(4)
      })
    ).toEqual([415, 'serve.media'])
    expect(
      await statusOf(`${at}/classes`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x'
      })
    ).toEqual([415, 'serve.media'])
    expect(await statusOf(`${server.url}/v1/models/none/classes`)).toEqual([404, 'serve.unknown'])
    expect(await statusOf(`${server.url}/nothing`)).toEqual([404, 'serve.unknown'])
    expect(await statusOf(`${at}/classes/nobody`)).toEqual([404, 'classes.unknown'])
    expect(await statusOf(`${at}/changes?limit=x`)).toEqual([400, 'serve.request'])
    expect(
      await statusOf(`${at}/classes/cat`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': 'x' },
        body: '{"like": "dog"}'
      })
    ).toEqual([400, 'serve.request'])
    expect(
      await statusOf(`${server.url}/v1/models`, { headers: { origin: 'https://evil.example' } })
    ).toEqual([403, 'serve.origin'])
    expect(
      await raw(server.url, 'GET /v1/models HTTP/1.1\r\nhost: evil.example\r\nconnection: close\r\n\r\n')
    ).toMatch(/^HTTP\/1\.1 403/)
  })

  it('says when its address is taken', async () => {
    // Not spawnSync: while this process stands still, connections that it keeps are ended by the server.
    const second = promisify(execFile)(process.execPath, [
      command,
      'serve',
      pets,
      '--port',
      new URL(server.url).port,
      '--data',
      join(folder, 'second')
    ])
    await expect(second).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('[serve.address]') as string
    })
  })

  it('ends when it is told to, with everything on the disk', async () => {
    await zoo.change('last', { like: 'cat' })
    const slow = zoo.recognise(rows)
    await sleep(20)
    expect(await stop(server)).toBe(0)
    await slow.catch(() => undefined)
    const again = await serve(pets, '--name', `other=${pets}`, '--data', join(folder, 'whole'))
    expect((await createClient(again.url).model('pets').classes()).classes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['wolf', 'last'])
    )
    const second = spawnSync(
      process.execPath,
      [command, 'serve', pets, '--data', join(folder, 'whole'), '--port', '0'],
      { encoding: 'utf8' }
    )
    expect([second.status, second.stderr]).toEqual([2, expect.stringContaining('in use by process')])
    again.child.kill('SIGINT')
    expect((await again.ended).code).toBe(0)
  })
})

/** Bytes on a socket, and what comes back until the server ends it. */
function raw(url: string, text: string | Buffer): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', piece => {
      answer += piece.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.setTimeout(100_000, () => {
      reject(new Error(`The server left the socket open after: ${answer}`))
      socket.destroy()
    })
  })
}

describe('sentences', () => {
  it('describe classes, where the server was given the encoder that made the table', async () => {
    const env = { UNSEEN_CACHE: join(folder, 'cache') }
    const { file, words: store, features, signature } = await makeSmallWords(folder, env.UNSEEN_CACHE)
    const wanted = await signature('whale with stripes')
    const startWith = (...args: string[]): Promise<ServerProcess> =>
      start([file, '--data', join(folder, 'sentences'), ...args], { env })
    let server = await startWith('--encoder', store)
    let words = createClient(server.url).model('sentences')
    expect(await words.show()).toMatchObject({ sentences: true })
    const changed = await words.change('orca', { sentence: 'whale with stripes' })
    expect([changed.signature, changed.sentence]).toEqual([wanted, 'whale with stripes'])
    const {
      classes: [hippo],
      remarks
    } = await words.describe([{ name: 'hippo', sentence: 'blue horses in water' }])
    expect([hippo.sentence, remarks.join()]).toEqual([
      'blue horses in water',
      expect.stringContaining('"blue"') as string
    ])
    expect(remarks.join()).toContain('"horses" is read as "horse"')
    expect(await code(words.change('nothing', { sentence: 'unheard of' }))).toBe('encoder.input')
    expect((await words.recognise(features.slice(0, 3), { among: 'all', top: 1 })).version).toBe(3)
    await stop(server)

    // What was described by a sentence is there again without the encoder; new sentences need it.
    server = await startWith()
    words = createClient(server.url).model('sentences')
    expect(await words.class('orca')).toMatchObject({ signature: wanted, sentence: 'whale with stripes' })
    expect(await code(words.change('orca', { sentence: 'whale' }))).toBe('encoder.missing')
    expect(await stop(server)).toBe(0)
  })
})

describe('tokens', () => {
  it('open what they are for, and nothing else', async () => {
    const file = join(folder, 'tokens.json')
    const add = (name: string, scope: string): string =>
      spawnSync(
        process.execPath,
        [command, 'serve', 'token', 'add', name, '--scope', scope, '--tokens', file],
        { encoding: 'utf8' }
      ).stdout.trim()
    const open = spawnSync(process.execPath, [command, 'serve', pets, '--host', '0.0.0.0', '--port', '0'], {
      encoding: 'utf8'
    })
    expect([open.status, open.stderr]).toEqual([2, expect.stringContaining('token add')])
    const [read, describer, admin] = [
      add('reader', 'read'),
      add('describer', 'describe'),
      add('boss', 'admin')
    ]
    const server = await serve(
      pets,
      '--host',
      '127.0.0.1',
      '--tokens',
      file,
      '--data',
      join(folder, 'tokens'),
      '--rate',
      '500',
      '--origin',
      'http://localhost:5173'
    )
    const as = (token?: string): ModelClient =>
      createClient(server.url, token === undefined ? {} : { token }).model('pets')
    expect(await code(as().classes())).toBe('serve.token')
    expect(await code(as(`${read}x`).classes())).toBe('serve.token')
    expect(await code(as(read).classes())).toBe('fine')
    expect(await code(as(read).change('lynx', { like: 'cat' }))).toBe('serve.scope')
    expect(await code(as(describer).change('lynx', { like: 'cat' }))).toBe('fine')
    expect(await code(as(describer).reload())).toBe('serve.scope')
    expect((await as(admin).changes()).changes[0].by).toBe('describer')
    expect(await code(createClient(server.url).metrics())).toBe('serve.token')
    expect(await code(createClient(server.url).health())).toBe('fine')
    // Guessing is slowed down; who has a token does not notice.
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, at) => code(as(`unseen_${at}`).classes()))
    )
    expect(new Set(guesses)).toEqual(new Set(['serve.token', 'serve.rate']))
    expect(guesses.filter(each => each === 'serve.rate').length).toBeGreaterThan(30)
    expect(await code(as(read).classes())).toBe('fine')
    // A page that is allowed may ask; a token that is taken away is known no more after SIGHUP.
    const preflight = await fetch(`${server.url}/v1/models`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://localhost:5173',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization'
      }
    })
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'http://localhost:5173'
    ])
    spawnSync(process.execPath, [command, 'serve', 'token', 'remove', 'reader', '--tokens', file])
    server.child.kill('SIGHUP')
    await expect.poll(() => code(as(read).classes())).toMatch(/^serve\.(token|rate)$/)
    for (const name of ['describer', 'boss'])
      spawnSync(process.execPath, [command, 'serve', 'token', 'remove', name, '--tokens', file])
    server.child.kill('SIGHUP')
    await expect.poll(() => code(as(admin).classes())).toMatch(/^serve\.(token|rate)$/)
    const notes = server.notes() + readFileSync(file, 'utf8')
    for (const token of [read, describer, admin]) expect(notes).not.toContain(token.replace('unseen_', ''))
    expect(await stop(server)).toBe(0)
  })
})

describe('a reload', () => {
  it('drops no request, keeps described classes, and refuses a file that is damaged', async () => {
    const path = join(folder, 'swap.unseen')
    copyFileSync(pets, path)
    const server = await serve(path, '--data', join(folder, 'swap'), '--rate', '0')
    const zoo = createClient(server.url).model('swap')
    await zoo.change('lynx', { like: 'cat', attributes: { tail: 0.2 } })
    let over = false
    let answered = 0
    const failures: unknown[] = []
    const callers = Array.from({ length: 4 }, async (_, caller) => {
      while (!over) {
        await zoo.recognise([rows[caller]], { among: ['lynx', 'cat'] }).then(
          ({ answers }) => {
            answered += answers.length
          },
          (error: unknown) => failures.push(error)
        )
      }
    })
    const retrained = spawnSync(
      process.execPath,
      [
        command,
        'fit',
        'sample',
        '-o',
        path,
        '--references',
        'means',
        '--gamma',
        '3',
        '--run',
        join(folder, 'again')
      ],
      { cwd: folder, encoding: 'utf8' }
    )
    expect(retrained.status, retrained.stderr).toBe(0)
    for (let at = 0; at < 5; at++) await zoo.reload()
    const { remarks } = await zoo.reload()
    expect(remarks).toEqual([])
    const now = (await readModel(path)).describe('lynx', (await zoo.class('lynx')).signature)
    expect(
      (await zoo.recognise(rows, { among: ['lynx', 'cat'] })).answers.map(({ ranked }) => ranked)
    ).toEqual(JSON.parse(JSON.stringify(now.recognise(rows, { among: ['lynx', 'cat'] }))))
    expect((await zoo.changes()).changes.filter(({ kind }) => kind === 'base')).toHaveLength(2)
    const good = readFileSync(path)
    writeFileSync(path, good.subarray(0, good.length - 10))
    expect(await code(zoo.reload())).toBe('file.truncated')
    expect(await code(zoo.recognise([rows[0]]))).toBe('fine')
    over = true
    await Promise.all(callers)
    expect(failures).toEqual([])
    expect(answered).toBeGreaterThan(10)
    await stop(server)
    // Classes of another table are refused, not read as something else.
    await writeModel(path, model.annotate({ attributes: [...(model.notes.attributes ?? [])].reverse() }))
    const refused = spawnSync(
      process.execPath,
      [command, 'serve', path, '--data', join(folder, 'swap'), '--port', '0'],
      { encoding: 'utf8' }
    )
    expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('another table')])
  })
})

describe('connections', () => {
  it('rest for longer than callers are told, and make room when there are too many', async () => {
    const server = await serve(pets, '--data', join(folder, 'resting'), '--rate', '0')
    const { hostname, port } = new URL(server.url)
    const resting: Socket[] = []
    const answered = (): Promise<string> =>
      new Promise(resolve => {
        const socket = connect(Number(port), hostname)
        let said = ''
        socket.on('data', piece => {
          said += String(piece)
          if (said.includes('\r\n\r\n')) resolve(said)
        })
        socket.on('error', () => undefined).on('close', () => resolve(said))
        socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
        resting.push(socket)
      })
    try {
      expect(await answered()).toMatch(/^keep-alive: timeout=60\r$/im)
      // As many as there may be, and more: whoever finds no room asks again and has it.
      for (let at = 0; at < 64; at++) await Promise.all(Array.from({ length: 32 }, answered))
      await expect.poll(answered).toMatch(/^HTTP\/1.1 200 /)
    } finally {
      for (const socket of resting) socket.destroy()
    }
    await stop(server)
  })
})

describe('strangers', () => {
  it('cannot break it: fuzzed bodies and headers, slow, oversized and endless requests, path tricks', async () => {
    const server = await serve(
      pets,
      '--data',
      join(folder, 'strangers'),
      '--max-body',
      '1',
      '--timeout',
      '2',
      '--rate',
      '0',
      '--log',
      'error'
    )
    const { url } = server
    const statuses = new Map<number, number>()
    const ask = async (path: string, init: RequestInit): Promise<void> => {
      const { status } = await fetch(`${url}${path}`, init).then(
        async answer => {
          await answer.arrayBuffer()
          return answer
        },
        () => ({ status: 0 })
      )
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    let seed = 7
    const random = (below: number): number =>
      Math.floor(((seed = (seed * 16807) % 2147483647) / 2147483647) * below)
    const npy = npyOf(rows.slice(0, 2))
    const bytes = (): Uint8Array<ArrayBuffer> => {
      const whole =
        random(2) === 0 ? Uint8Array.from({ length: random(400) }, () => random(256)) : Uint8Array.from(npy)
      if (whole.length > 0)
        for (let change = random(6); change > 0; change--)
          whole[random(Math.min(200, whole.length))] = random(256)
      return whole
    }
    const texts = [
      '{"rows": [[1]]}',
      '{"rows": null}',
      '[]',
      '{"rows": [[1e999]]}',
      '{"classes": [{"name": "\\ud800", "signature": [1]}]}',
      `{"rows": ${'['.repeat(5000)}`,
      '{"__proto__": {"rows": 1}}',
      '"x"',
      '{"classes": [{"name": "x", "attributes": {"__proto__": 1}}]}',
      '{"classes": [{"name": "x", "signature": [1e308, 1e308]}]}'
    ]
    const types = [
      'application/json',
      'application/x-npy',
      'application/vnd.apache.arrow.stream',
      'multipart/form-data; boundary=x',
      'image/png',
      'text/plain',
      'application/json; charset=utf-7'
    ]
    const paths = [
      '/recognise',
      '/explain?class=cat',
      '/contrast?first=cat&second=dog',
      '/classes',
      '/recognise?top=-1',
      '/recognise?among=',
      `/recognise?${'among=x&'.repeat(200)}`,
      '/classes/%00',
      '/reload'
    ]
    const round = async (): Promise<void> => {
      await Promise.all(
        Array.from({ length: 60 }, () =>
          ask(`/v1/models/pets${paths[random(paths.length)]}`, {
            method: ['POST', 'PUT', 'DELETE', 'PATCH'][random(4)],
            headers: {
              'content-type': types[random(types.length)],
              'if-match': `"${random(9)}`,
              'x-odd': 'y'.repeat(random(3000))
            },
            body: random(3) === 0 ? texts[random(texts.length)] : bytes()
          })
        )
      )
    }
    for (let rounds = 0; rounds < 4; rounds++) await round()
    const before = residentMegabytes(server.child.pid)
    for (let rounds = 0; rounds < 12; rounds++) await round()
    const after = residentMegabytes(server.child.pid)
    if (before !== undefined && after !== undefined) expect(after - before).toBeLessThan(150)
    for (const status of statuses.keys())
      expect([200, 400, 404, 409, 412, 413, 415, 422, 503]).toContain(status)

    const head = (rest: string): string =>
      `POST /v1/models/pets/recognise HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${rest}\r\n`
    const odd = [
      'GET /../../../../etc/passwd HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'GET /v1/models/..%2f..%2fetc HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'GET //evil.example/v1/models HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'GET /\\..\\x HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n',
      'NONSENSE\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`,
      'POST /v1/models HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
      'GET /v1/models HTTP/1.1\r\nhost: \r\nconnection: close\r\n\r\n'
    ]
    for (const text of odd) expect(await raw(url, text), text).toMatch(/^(HTTP\/1\.1 4\d\d|$)/)
    // Too large as announced, too large without an end, too slow in head and in body: each is cut off, and
    // the rest goes on.
    expect(await raw(url, `${head('content-length: 99999999\r\n')}xxxx`)).toMatch(/^HTTP\/1\.1 413/)
    expect(await endless(url, head('transfer-encoding: chunked\r\n'))).toBeLessThan(64 * 2 ** 20)
    const [slowHead, slowBody] = await Promise.all([
      raw(url, 'GET /healthz HTTP/1.1\r\nhost: '),
      raw(url, `${head('content-length: 100\r\n')}{`)
    ])
    expect([slowHead, slowBody].join('')).toMatch(/408/)
    expect((await createClient(url).model('pets').recognise([rows[0]])).answers).toHaveLength(1)
    expect(server.notes()).not.toContain('defect')
    expect(await stop(server)).toBe(0)
  })

  it('are told to come again when there is too much to do, and none is forgotten', async () => {
    const server = await serve(
      pets,
      '--data',
      join(folder, 'busy'),
      '--queue',
      '4',
      '--workers',
      '1',
      '--rate',
      '0'
    )
    const zoo = createClient(server.url).model('pets')
    const body = npyOf(Array.from({ length: 600 }, (_, i) => rows[i % rows.length]))
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => code(zoo.recognise({ npy: body }, { among: 'all', top: 10 })))
    )
    expect(new Set(answers)).toEqual(new Set(['fine', 'serve.busy']))
    const refused = await fetch(`${server.url}/v1/models/none`)
    expect(refused.status).toBe(404)
    expect(await code(zoo.recognise([rows[0]]))).toBe('fine')
    await stop(server)
  })
})

/** Sends without end; returns how much the server took before it hung up. */
function endless(url: string, head: string): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise(resolve => {
    const socket = connect(Number(port), hostname)
    const piece = Buffer.from(`10000\r\n${'x'.repeat(0x10000)}\r\n`)
    let sent = 0
    const more = (): void => {
      while (!socket.destroyed && sent < 256 * 2 ** 20) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('connect', () => {
      socket.write(head)
      more()
    })
    socket.on('drain', more)
    socket.on('data', () => undefined)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(socket.bytesWritten))
    socket.setTimeout(20_000, () => socket.destroy())
  })
}
