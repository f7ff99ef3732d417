// Networks by name in the page: fetched in parts, on from where it stopped, checked, kept for every project.
import { createNetworks } from '../src/images/engine/networks.js'
import type { OfferedNetwork } from '../src/images/facts.js'
import { createEngineJobs } from '../src/worker/jobs.js'
import { createSession } from '../src/worker/session.js'
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { testProjects } from './helpers/studio.js'

const SIZE = 90_000
const file = Uint8Array.from({ length: SIZE }, (_, at) => (at * 31) % 251)
const digest = `sha256:${createHash('sha256').update(file).digest('hex')}`
const network = {
  name: 'small',
  summary: 'a test',
  reads: 'images',
  length: 4,
  licence: 'MIT',
  source: 'nowhere',
  bytes: SIZE,
  digest,
  here: true
} satisfies OfferedNetwork
const FOLDER = 'http://site/local/'

interface Served {
  readonly bytes?: Uint8Array<ArrayBuffer>
  readonly ranges?: boolean
  /** how many bytes come before the connection breaks */
  readonly breaksAfter?: number
}

/** A server of one network, and the first byte that each request asked for. */
function serving({ bytes = file, ranges = true, breaksAfter = Infinity }: Served) {
  const asked: number[] = []
  const answer: typeof fetch = async (_address, init) => {
    const range = /bytes=(\d+)-/.exec(new Headers(init?.headers).get('Range') ?? '')?.[1]
    const start = ranges && range !== undefined ? Number(range) : 0
    asked.push(start)
    let at = start
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at - start >= breaksAfter) return controller.error(new TypeError('broken'))
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + 10_000))
        at += 10_000
      }
    })
    return new Response(body, {
      status: start > 0 ? 206 : 200,
      headers: { 'Content-Length': String(bytes.length - start) }
    })
  }
  return { asked, answer }
}

const open = (answer: typeof fetch, projects = testProjects()) => ({
  projects,
  networks: createNetworks(createSession(answer), createEngineJobs(), projects)
})

describe('a network by name', () => {
  it('is fetched once, checked, and there for whoever opens the page next', async () => {
    const { answer } = serving({})
    const { networks, projects } = open(answer)
    expect(await networks.kept(digest)).toEqual({ whole: false, bytes: 0 })
    const steps: string[] = []
    await networks.fetch('job', network, FOLDER, undefined, step => steps.push(step))
    expect(steps).toEqual(['page', 'check'])
    const found = await open(answer, projects).networks.find(digest)
    expect(found?.size).toBe(SIZE)
    await networks.remove(digest)
    expect(await networks.kept(digest)).toEqual({ whole: false, bytes: 0 })
  })

  it('goes on where it broke off', async () => {
    const broken = serving({ breaksAfter: 50_000 })
    const { networks, projects } = open(broken.answer)
    await expect(networks.fetch('job', network, FOLDER)).rejects.toMatchObject({
      code: 'network.unreachable'
    })
    const { bytes, whole } = await networks.kept(digest)
    expect([bytes, whole]).toEqual([50_000, false])
    const whole2 = serving({})
    const later = open(whole2.answer, projects)
    await later.networks.fetch('job', network, FOLDER)
    expect(whole2.asked).toEqual([50_000])
    expect((await later.networks.kept(digest)).whole).toBe(true)
  })

  it('begins anew where the server knows no ranges', async () => {
    const { networks, projects } = open(serving({ breaksAfter: 50_000 }).answer)
    await networks.fetch('job', network, FOLDER).catch(() => undefined)
    const later = open(serving({ ranges: false }).answer, projects)
    await later.networks.fetch('job', network, FOLDER)
    expect(await later.networks.kept(digest)).toEqual({ whole: true, bytes: SIZE })
  })

  it('is not used where it came changed, and nothing of it is kept', async () => {
    const changed = file.slice()
    changed[77] ^= 1
    const { networks } = open(serving({ bytes: changed }).answer)
    await expect(networks.fetch('job', network, FOLDER)).rejects.toMatchObject({ code: 'network.broken' })
    expect(await networks.kept(digest)).toEqual({ whole: false, bytes: 0 })
  })

  it('stops when it is told so, and keeps what came', async () => {
    const jobs = createEngineJobs()
    const { answer } = serving({})
    const stopping: typeof fetch = async (address, init) => {
      const response = await answer(address, init)
      init?.signal?.throwIfAborted()
      return response
    }
    const networks = createNetworks(createSession(stopping), jobs, testProjects())
    const fetching = networks.fetch('job', network, FOLDER, undefined, () => jobs.stop('job'))
    await expect(fetching).rejects.toMatchObject({ code: 'cancelled' })
    expect((await networks.kept(digest)).whole).toBe(false)
  })

  it('is fetched by the machine that serves the page first, where it is not there', async () => {
    const { answer } = serving({})
    const methods: string[] = []
    const machine: typeof fetch = async (address, init) => {
      methods.push(init?.method ?? 'GET')
      if (init?.method !== 'POST') return answer(address, init)
      return new Response('{"progress":{"step":"fetching","done":1,"total":2}}\n{"network":{}}\n')
    }
    await open(machine).networks.fetch('job', { ...network, here: false }, FOLDER)
    expect(methods).toEqual(['POST', 'GET'])
    const failing: typeof fetch = async () =>
      new Response('{"problem":{"code":"network.unreachable","message":"Nobody answers."}}\n')
    await expect(
      open(failing).networks.fetch('job', { ...network, here: false }, FOLDER)
    ).rejects.toMatchObject({ code: 'network.unreachable' })
  })
})
