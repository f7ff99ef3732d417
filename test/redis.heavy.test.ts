// Work on several machines, played by processes: workers that are killed at random, a Redis that goes
// and comes back, one that forgets everything, and whatever else somebody puts into the queue.
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { serialize } from 'node:v8'
import { Queue, QueueEvents } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { residentMegabytes } from '../bench/serve/kill-storm.mjs'
import { createRandom, fromBytes } from '../packages/core/dist/index.js'
import { writeNpy } from '../packages/data/dist/index.js'
import { describeWithRedis, startRedis, type RedisServer } from './helpers/redis.js'
import { repository } from './helpers/repository.js'

const command = join(repository, 'packages/node/bin/unseen.js')
const folder = mkdtempSync(join(tmpdir(), 'unseen-queue-'))
const random = createRandom(4)
/** 21 chains, eight seconds on one core. */
const search = ['tune', 'sample', '--family', 'paper', '--protocol', 'paper', '--no-rehearse']
/** 16 chains, two seconds. */
const shortSearch = ['tune', 'sample', '--family', 'paper', '--no-rehearse']
const files = ['config.json', 'search.json', 'metrics.json', 'model.unseen']
const [whole, shortWhole] = [join(folder, 'whole'), join(folder, 'short')]

interface Started {
  readonly child: ChildProcess
  said(): string
  readonly ended: Promise<number | null>
}

const running = new Set<ChildProcess>()

function start(...args: readonly string[]): Started {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    env: { ...process.env, UNSEEN_CACHE: join(folder, 'cache') }
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text.toString()
    })
  return {
    child,
    said: () => said,
    ended: new Promise(resolve =>
      child.on('close', code => {
        running.delete(child)
        resolve(code)
      })
    )
  }
}

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms))
const lines = (run: string): string[] =>
  existsSync(join(run, 'journal.jsonl'))
    ? readFileSync(join(run, 'journal.jsonl'), 'utf8').split('\n').slice(0, -1)
    : []

async function until(what: () => boolean, why: () => string): Promise<void> {
  const end = performance.now() + 240_000
  while (!what()) {
    if (performance.now() > end) throw new Error(`waited in vain: ${why()}`)
    await sleep(20)
  }
}

async function startWorker(url: string, ...more: readonly string[]): Promise<Started> {
  const worker = start('worker', '--redis', url, '--threads', '1', ...more)
  await until(() => worker.said().includes('waits for work'), worker.said)
  return worker
}

function expectSame(run: string, as: string): void {
  for (const file of files)
    expect(readFileSync(join(run, file)).equals(readFileSync(join(as, file))), file).toBe(true)
  // Chains end in any order; each is the same bytes.
  expect(lines(run).sort()).toEqual(lines(as).sort())
}

describeWithRedis('work on several machines', () => {
  let redis: RedisServer

  beforeAll(async () => {
    redis = await startRedis({ keeps: true })
    expect(await start(...search, '--run', whole, '-q').ended).toBe(0)
    expect(await start(...shortSearch, '--run', shortWhole, '-q').ended).toBe(0)
  })
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL')
  })
  afterAll(async () => {
    await redis.close()
    rmSync(folder, { recursive: true })
  })

  it('workers killed at random and a search that is started twice: every run is the same bytes as with threads', async () => {
    const [run, second] = [join(folder, 'killed'), join(folder, 'twin')]
    const workers = await Promise.all([1, 2, 3].map(() => startWorker(redis.url)))
    const tune = start(...search, '--run', run, '--redis', redis.url)
    // Its jobs are the same ones.
    const twin = start(...search, '--run', second, '--redis', redis.url)
    for (let kills = 0; kills < 3; kills++) {
      const before = lines(run).length
      await until(
        () => lines(run).length > before + random.below(2) || tune.child.exitCode !== null,
        tune.said
      )
      await sleep(random.below(300))
      workers.splice(random.below(workers.length), 1)[0].child.kill('SIGKILL')
      workers.push(await startWorker(redis.url))
    }
    expect(lines(run).length).toBeLessThan(lines(whole).length)
    expect(await tune.ended, tune.said()).toBe(0)
    expect(await twin.ended, twin.said()).toBe(0)
    expectSame(run, whole)
    expectSame(second, whole)
  })

  it('a Redis that goes and comes back is waited for; one that has forgotten everything is told again', async () => {
    const run = join(folder, 'away')
    const worker = await startWorker(redis.url)
    const tune = start(...shortSearch, '--run', run, '--redis', redis.url)
    await until(() => lines(run).length > 1, tune.said)
    await redis.kill()
    await until(() => [tune, worker].every(({ said }) => said().includes('is away')), tune.said)
    await sleep(500)
    await redis.start()
    const kept = lines(run).length
    await until(() => lines(run).length > kept + 2, tune.said)
    const client = new Redis(redis.url)
    await client.flushall()
    client.disconnect()
    expect(lines(run).length).toBeLessThan(lines(shortWhole).length)
    expect(await tune.ended, tune.said()).toBe(0)
    expect(tune.said()).toContain('Redis is back.')
    expectSame(run, shortWhole)
  })

  it('through a shared folder; Ctrl-C gives a job back, stops a search, and both go on', async () => {
    const run = join(folder, 'stopped')
    const share = join(folder, 'share')
    const worker = await startWorker(redis.url, '--share', share)
    const first = start(...search, '--run', run, '--redis', redis.url, '--share', share)
    await until(() => lines(run).length > 0, first.said)
    const [data] = readdirSync(share)
    expect(data).toMatch(/^[0-9a-f]{64}\.unseen-data$/)
    await sleep(100)
    worker.child.kill('SIGINT')
    expect(await worker.ended, worker.said()).toBe(0)
    expect(worker.said()).toContain('1 given back to the queue')
    first.child.kill('SIGINT')
    expect(await first.ended, first.said()).toBe(130)
    expect(first.said()).toContain('--resume')
    expect(readdirSync(share)).toEqual([])
    await Promise.all([startWorker(redis.url, '--share', share), startWorker(redis.url, '--share', share)])
    const second = start(...search, '--run', run, '--redis', redis.url, '--share', share, '--resume')
    expect(await second.ended, second.said()).toBe(0)
    expect(second.said()).toContain('were done before')
    expectSame(run, whole)
  })

  it('rows go to workers in blocks, one of them killed: answers and library are the same bytes', async () => {
    const model = join(whole, 'model.unseen')
    // Three blocks.
    const { trained } = fromBytes(readFileSync(model))
    writeFileSync(
      join(folder, 'rows.npy'),
      writeNpy({
        name: 'rows',
        shape: [3400, trained.columns],
        data: Float32Array.from({ length: 3400 * trained.columns }, () => random.next())
      })
    )
    const far = ['--redis', redis.url]
    const [first] = await Promise.all([startWorker(redis.url), startWorker(redis.url)])
    const run = async (...args: readonly string[]): Promise<void> => {
      const { ended, said } = start(...args)
      expect(await ended, said()).toBe(0)
    }
    const recognise = (out: string, ...more: readonly string[]): Promise<void> =>
      run(
        'recognise',
        model,
        'rows.npy',
        '--among',
        'all',
        '--explain',
        '--reject',
        '0.1',
        '-o',
        out,
        ...more
      )
    const index = (out: string, ...more: readonly string[]): Promise<void> =>
      run('index', model, 'rows.npy', '-o', out, ...more)
    const together = Promise.all([recognise('far.parquet', ...far), index('far', ...far)])
    await until(() => first.said().includes('Job 1'), first.said)
    first.child.kill('SIGKILL')
    await Promise.all([together, recognise('near.parquet'), index('near')])
    expect(readFileSync(join(folder, 'far.parquet')).equals(readFileSync(join(folder, 'near.parquet')))).toBe(
      true
    )
    const content = (library: string): [string, string][] =>
      readdirSync(join(folder, library), { recursive: true, withFileTypes: true })
        .filter(entry => entry.isFile())
        .map(entry => [
          relative(join(folder, library), join(entry.parentPath, entry.name)),
          createHash('sha256')
            .update(readFileSync(join(entry.parentPath, entry.name)))
            .digest('hex')
        ])
    expect(content('far').sort()).toEqual(content('near').sort())
    expect(content('far').length).toBeGreaterThan(3)
  })

  it('whatever somebody puts into the queue, a worker says what is wrong and goes on', async () => {
    const worker = await startWorker(redis.url)
    const client = new Redis(redis.url, { maxRetriesPerRequest: null })
    const queue = new Queue<unknown>('jobs', { connection: client, prefix: 'unseen' })
    const events = new QueueEvents('jobs', { connection: client, prefix: 'unseen' })
    await events.waitUntilReady()
    const answer = async (data: unknown): Promise<unknown> =>
      (await queue.add('x', data)).waitUntilFinished(events, 240_000)
    const task = { key: 'k', family: 'paper', gamma: 1, heldOut: [0, 1] }
    const { version } = JSON.parse(readFileSync(join(repository, 'packages/node/package.json'), 'utf8')) as {
      version: string
    }
    const wrong = { error: { code: 'queue.job' } }
    for (const data of [
      null,
      7,
      'text',
      {},
      { kind: 'chain' },
      { kind: 'chain', version, data: '../../etc/passwd', task },
      { kind: 'chain', version, data: 'a'.repeat(64), task: { ...task, heldOut: [-1] } }
    ])
      expect(await answer(data)).toMatchObject(wrong)
    expect(await answer({ kind: 'chain', version: '99.0.0', data: 'a'.repeat(64), task })).toMatchObject({
      error: { code: 'queue.version', message: expect.stringContaining('99.0.0') as unknown }
    })
    // Data that nobody offers, and data that are not what they are said to be.
    expect(await answer({ kind: 'chain', version, data: 'a'.repeat(64), task })).toMatchObject({
      error: { code: 'cancelled' }
    })
    await client.set(`unseen:data:${'b'.repeat(64)}`, 'no JSON', 'EX', 60)
    expect(await answer({ kind: 'chain', version, data: 'b'.repeat(64), task })).toMatchObject(wrong)
    await client.set(
      `unseen:data:${'c'.repeat(64)}`,
      JSON.stringify({ kind: 'http', url: 'http://127.0.0.1:1/x', token: 't', size: 1 }),
      'EX',
      60
    )
    expect(await answer({ kind: 'chain', version, data: 'c'.repeat(64), task })).toMatchObject({
      error: { code: 'queue.data' }
    })
    expect(worker.child.exitCode).toBe(null)
    expect(worker.said()).toContain('queue.version')
    await Promise.all([queue.close(), events.close()])
    client.disconnect()
  })

  it('data that claim a thousand million rows cost no thread and no memory, and a job without luck is given up', async () => {
    const worker = await startWorker(redis.url)
    const client = new Redis(redis.url, { maxRetriesPerRequest: null })
    const queue = new Queue<unknown>('jobs', { connection: client, prefix: 'unseen' })
    const events = new QueueEvents('jobs', { connection: client, prefix: 'unseen' })
    await events.waitUntilReady()
    const offered = new Map<string, Uint8Array>()
    const server = createServer(({ url = '' }, response) => response.end(offered.get(url.slice(1))))
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const offer = async (bytes: Uint8Array, at = port): Promise<string> => {
      const fingerprint = createHash('sha256').update(bytes).digest('hex')
      offered.set(fingerprint, bytes)
      const url = `http://127.0.0.1:${at}/${fingerprint}`
      const place = JSON.stringify({ kind: 'http', url, token: 't', size: bytes.length })
      await client.set(`unseen:data:${fingerprint}`, place, 'EX', 240)
      return fingerprint
    }
    const { version } = JSON.parse(readFileSync(join(repository, 'packages/node/package.json'), 'utf8')) as {
      version: string
    }
    const add = (job: object, attempts = 1): ReturnType<typeof queue.add> =>
      queue.add('x', { version, ...job }, { attempts })
    const answer = async (job: object): Promise<unknown> =>
      (await add(job)).waitUntilFinished(events, 240_000)
    const chain = { kind: 'chain', task: { key: 'k', family: 'paper', gamma: 1, heldOut: [0] } }
    const work = { kind: 'rows', task: { work: 'proportions', key: 'k' } }
    const model = readFileSync(join(shortWhole, 'model.unseen'))
    const { columns } = fromBytes(model).trained
    const matrix = (rows: number, data: Float32Array): Uint8Array =>
      serialize({ kind: 'dense', rows, columns, data })
    const sound = async (): Promise<unknown> =>
      answer({
        ...work,
        data: await offer(model),
        rows: await offer(matrix(1, new Float32Array(columns).fill(1)))
      })
    expect(await sound()).toEqual({ stored: true })
    const megabytes = (): number => residentMegabytes(worker.child.pid ?? 0) ?? 0
    const before = megabytes()

    const many = 1e9
    for (const [layout, unit] of [
      [{ rows: many, columns: 1, zeroRows: 0, dense: 0 }, 1],
      [{ rows: many, columns: many, zeroRows: many, sparse: { starts: 0, indices: 0, values: 0 } }, 1],
      [{ rows: 1, columns: 1, zeroRows: 0, dense: 0 }, many]
    ] as const)
      expect(await answer({ ...chain, data: await offer(placeOf(layout, unit)) })).toMatchObject({
        error: { code: 'queue.job' }
      })
    expect(
      await answer({
        ...work,
        data: await offer(model),
        rows: await offer(matrix(many, new Float32Array(4)))
      })
    ).toMatchObject({ error: { code: expect.stringMatching(/^(queue|features)\./) as unknown } })
    expect(
      await answer({
        ...work,
        data: await offer(model.subarray(0, 500)),
        rows: await offer(matrix(0, new Float32Array()))
      })
    ).toMatchObject({ error: { code: expect.stringMatching(/^file\./) as unknown } })
    // Where nobody answers: tried as often as it may be, then a typed answer.
    const lost = await add({ ...chain, data: await offer(Buffer.from('at no place'), 1) }, 3)
    expect(await lost.waitUntilFinished(events, 240_000)).toMatchObject({ error: { code: 'queue.data' } })
    expect((await queue.getJob(lost.id ?? ''))?.attemptsMade).toBe(3)

    expect(await sound()).toEqual({ stored: true })
    expect(megabytes() - before).toBeLessThan(300)
    expect(worker.child.exitCode).toBe(null)
    await Promise.all([queue.close(), events.close()])
    client.disconnect()
    server.closeAllConnections()
    server.close()
  })

  it('says what to do where there is no Redis, another password or no worker, and keeps passwords to itself', async () => {
    const alone = start('tune', 'sample', '--run', join(folder, 'alone'), '--redis', redis.url)
    const locked = await startRedis({ password: 'the right one' })
    const given = `redis://:wrongsecret@127.0.0.1:${locked.port}`
    const tries = [
      start('worker', '--redis', given),
      start('tune', 'sample', '--redis', given),
      start('tune', 'sample', '--redis', 'redis://:wrongsecret@127.0.0.1:1'),
      start('tune', 'sample', '--redis', 'wrongsecret')
    ]
    const expected = [
      'does not accept',
      'does not accept',
      'There is no Redis at redis://127.0.0.1:1',
      'redis://HOST:PORT'
    ]
    for (const [at, { said, ended }] of tries.entries()) {
      expect(await ended).toBe(2)
      expect(said()).toContain(expected[at])
      expect(said()).not.toContain('wrongsecret')
    }
    await locked.close()
    // Nothing was begun.
    expect(existsSync(join(folder, 'runs'))).toBe(false)
    await until(() => alone.said().includes(`unseen worker --redis ${redis.url}`), alone.said)
    alone.child.kill('SIGINT')
    expect(await alone.ended, alone.said()).toBe(130)
  })
})

/** A search place with nothing in it but what its header claims. */
function placeOf(layout: object, unit: number): Uint8Array {
  const [arenaStart, rows] = [64, (layout as { rows: number }).rows]
  const header = Buffer.from(
    JSON.stringify({
      workplace: { layout, ranges: [{ first: 0, count: rows }], arenaStart, arenaBytes: 1024 },
      unit,
      grid: {
        shrinkage: [],
        gamma: [1],
        lambda2: [1],
        lambda3: [1],
        ridge: [1],
        compare: ['inner'],
        mixture: ['simplex']
      },
      settings: {},
      classTransform: 'relu'
    })
  )
  const length = Buffer.alloc(4)
  length.writeUInt32LE(header.length)
  return Buffer.concat([length, header, Buffer.alloc(arenaStart)])
}
