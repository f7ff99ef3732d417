// Classes of the document and of a server: what is sent, what is taken, and what a person must decide.
import { type TrainingInput, fit, toBytes } from '@unseen/core'
import { endDrag, setAttribute } from '../src/describe/actions.js'
import { forgetClass, renameClass } from '../src/describe/class-actions.js'
import { type StudioDocument, emptyDocument } from '../src/document/document.js'
import { type ServerLink, mergeNews, unsavedOf, withTheirs } from '../src/document/in-step.js'
import { isEnabled, perform } from '../src/page/action.js'
import { undo } from '../src/page/history-actions.js'
import type { Studio } from '../src/page/studio.js'
import { keepProject } from '../src/project/keeper.js'
import { keepMine, openServerModel, reopenServerModel, takeTheirs, takeToken } from '../src/server/actions.js'
import { describe, expect, it } from 'vitest'
import { emptyStudio, testProjects } from './helpers/studio.js'

const documentOf = (classes: Readonly<Record<string, readonly number[]>>): StudioDocument => ({
  ...emptyDocument,
  classes: Object.entries(classes).map(([name, values]) => ({
    name,
    values,
    how: 'attributes',
    versions: []
  }))
})
const link: ServerLink = {
  model: 'zoo',
  fingerprint: 'f',
  version: 4,
  known: [
    { name: 'zebra', version: 2, values: [1, 0] },
    { name: 'elk', version: 4, values: [0, 1] }
  ]
}

describe('what a server does not have', () => {
  it('is new, changed and forgotten classes, but none of which nothing is said', () => {
    expect(unsavedOf(documentOf({ zebra: [1, 0], elk: [0, 1] }), link)).toEqual([])
    expect(unsavedOf(documentOf({ zebra: [1, 0.5], okapi: [1, 1], blank: [0, 0] }), link)).toEqual([
      { name: 'zebra', values: [1, 0.5], based: link.known[0] },
      { name: 'okapi', values: [1, 1], based: undefined },
      { name: 'elk', values: null, based: link.known[1] }
    ])
  })
})

describe('news', () => {
  const news = {
    version: 7,
    classes: [
      { name: 'zebra', version: 6 },
      { name: 'elk', version: 4 }
    ],
    changed: [{ name: 'zebra', version: 6, values: [0.5, 0.5], by: 'anna' }]
  }

  it('is taken where nothing was changed here', () => {
    const { link: next, taken, conflicts } = mergeNews(documentOf({ zebra: [1, 0], elk: [0, 1] }), link, news)
    expect([taken.map(({ name }) => name), conflicts]).toEqual([['zebra'], []])
    expect(next).toMatchObject({
      version: 7,
      known: [{ name: 'elk' }, { name: 'zebra', version: 6, values: [0.5, 0.5] }]
    })
  })

  it('is a conflict where both changed, and none where both say the same', () => {
    expect(mergeNews(documentOf({ zebra: [0.9, 0], elk: [0, 1] }), link, news)).toMatchObject({
      taken: [],
      conflicts: [{ name: 'zebra', by: 'anna' }],
      link: { known: link.known }
    })
    expect(mergeNews(documentOf({ zebra: [0.5, 0.5], elk: [0, 1] }), link, news)).toMatchObject({
      taken: [],
      conflicts: []
    })
    expect(mergeNews(documentOf({ elk: [0, 1] }), link, news).conflicts).toMatchObject([
      { name: 'zebra', values: [0.5, 0.5] }
    ])
  })

  it('may be that a class is gone', () => {
    const gone = { version: 8, classes: [{ name: 'zebra', version: 2 }], changed: [] }
    expect(mergeNews(documentOf({ zebra: [1, 0], elk: [0, 1] }), link, gone)).toMatchObject({
      taken: [{ name: 'elk', values: null }],
      conflicts: []
    })
    expect(mergeNews(documentOf({ zebra: [1, 0], elk: [0, 2] }), link, gone)).toMatchObject({
      taken: [],
      conflicts: [{ name: 'elk', values: null }]
    })
    expect(mergeNews(documentOf({ zebra: [1, 0] }), link, gone)).toMatchObject({
      taken: [],
      conflicts: [],
      link: { known: [{ name: 'zebra' }] }
    })
    expect(withTheirs(documentOf({ elk: [0, 1] }), { name: 'elk', values: null }, 0).classes).toEqual([])
  })

  it('that is none changes nothing', () => {
    expect(
      mergeNews(documentOf({}), link, {
        version: 4,
        classes: [
          { name: 'zebra', version: 2 },
          { name: 'elk', version: 4 }
        ],
        changed: []
      }).link
    ).toBe(link)
  })
})

/** Keeps classes as the server does, and can be told to fail. */
function fakeServer(first: Uint8Array<ArrayBuffer>, classes: Record<string, number[]>) {
  let version = 1
  let [bytes, fingerprint] = [first, 'f']
  const there = new Map(
    Object.entries(classes).map(([name, signature]) => [
      name,
      { name, seen: false, signature, version: 1, by: 'file' }
    ])
  )
  const asked: string[] = []
  /** answers the next request of this method instead */
  const instead = new Map<string, () => Response | Promise<Response>>()
  const json = (value: unknown, status = 200, headers: Record<string, string> = {}): Response =>
    new Response(JSON.stringify(value), {
      status,
      headers: { 'content-type': 'application/json', ...headers }
    })
  const refuse = (status: number, code: string, headers: Record<string, string> = {}): Response =>
    json({ code, detail: `${code}.`, where: {}, status }, status, headers)
  const apply = (method: string, name: string, body: unknown): Response => {
    version++
    if (method === 'DELETE') there.delete(name)
    else
      there.set(name, {
        name,
        seen: false,
        signature: (body as { signature: number[] }).signature,
        version,
        by: 'me'
      })
    return json(method === 'DELETE' ? { version } : there.get(name))
  }
  const answer: typeof fetch = async (address, init = {}) => {
    const { pathname, searchParams } = new URL(address as string)
    const { method = 'GET' } = init
    const name = decodeURIComponent(/\/classes\/(.+)$/.exec(pathname)?.[1] ?? '')
    if (method !== 'GET') asked.push(`${method} ${name}`)
    const headers = init.headers as Record<string, string>
    const other = instead.get(method)
    if (other !== undefined) {
      instead.delete(method)
      return other()
    }
    if (pathname.endsWith('/file')) return new Response(bytes, { headers: { etag: `"${version}.x"` } })
    if (pathname.endsWith('/libraries')) return json({ libraries: [] })
    if (pathname.endsWith('/zoo')) return json({ name: 'zoo', fingerprint })
    if (pathname.endsWith('/classes'))
      return json({
        version,
        fingerprint,
        classes: [...there.values()].map(each => ({ name: each.name, seen: false, version: each.version })),
        changed: [...there.values()].filter(
          each => each.version > Number(searchParams.get('since') ?? Infinity)
        )
      })
    if (method === 'GET') return json(there.get(name))
    const known = there.get(name)
    const wanted = headers['if-match']
    if (
      (wanted !== undefined && wanted !== `"${known?.version ?? ''}"`) ||
      (headers['if-none-match'] === '*' && known !== undefined)
    )
      return refuse(412, 'serve.version')
    return apply(method, name, init.body === undefined ? undefined : JSON.parse(init.body as string))
  }
  /** The file at the server is another one, with the classes it has. */
  const retrain = (other: Uint8Array<ArrayBuffer>): void => {
    ;[bytes, fingerprint] = [other, 'g']
  }
  return {
    answer,
    asked,
    instead,
    refuse,
    apply,
    retrain,
    value: (name: string) => there.get(name)?.signature
  }
}

const input: TrainingInput = {
  features: Array.from({ length: 24 }, (_, i) =>
    [0, 1, 2].map(k => (k === i % 3 ? 1 : 0.1) + 0.01 * ((i * 7 + k) % 5))
  ),
  labels: Array.from({ length: 24 }, (_, i) => ['horse', 'tiger', 'whale'][i % 3]),
  signatures: {
    classes: ['horse', 'tiger', 'whale', 'zebra'],
    attributes: ['stripes', 'big', 'water'],
    matrix: [
      [0, 1, 0],
      [1, 1, 0],
      [0, 1, 1],
      [1, 0.9, 0]
    ]
  }
}
const model = fit(input, { weights: 'class' })

async function opened(): Promise<{ studio: Studio; server: ReturnType<typeof fakeServer> }> {
  const server = fakeServer(Uint8Array.from(toBytes(await model)), { zebra: [1, 0.9, 0] })
  const studio = emptyStudio({ server: { address: 'http://zoo.example/', fetch: server.answer } })
  await perform(studio, openServerModel, 'zoo')
  expect(studio.pages.start.getState().problem).toBeUndefined()
  await studio.server.tryNow()
  return { studio, server }
}

const state = (studio: Studio) => studio.server.store.getState()
const set = (studio: Studio, value: number, drag = false): Promise<void> =>
  perform(studio, setAttribute, { index: 2, value, drag })

describe('a project that is worked against a server', () => {
  it('has sliders by the names that the model remembers, and sends a drag once, when it ends', async () => {
    const { studio, server } = await opened()
    expect(studio.session.store.getState().model?.attributes?.map(({ name }) => name)).toEqual([
      'stripes',
      'big',
      'water'
    ])
    for (const value of [0.1, 0.2, 0.3]) await set(studio, value, true)
    await studio.server.tryNow()
    expect(server.asked).toEqual([])
    expect(state(studio).waiting).toBe(1)
    await perform(studio, endDrag, undefined)
    await studio.server.tryNow()
    expect([server.asked, server.value('zebra'), state(studio).waiting]).toEqual([
      ['PUT zebra'],
      [1, 0.9, 0.3],
      0
    ])
    await perform(studio, renameClass, 'quagga')
    await studio.server.tryNow()
    expect(server.asked.slice(1)).toEqual(['PUT quagga', 'DELETE zebra'])
    await perform(studio, forgetClass, undefined)
    await studio.server.tryNow()
    expect([server.value('quagga'), state(studio).waiting]).toEqual([undefined, 0])
    await perform(studio, undo, undefined)
    await studio.server.tryNow()
    expect(server.value('quagga')).toEqual([1, 0.9, 0.3])
  })

  it('waits as long as the server says, and goes on by itself', async () => {
    const { studio, server } = await opened()
    server.instead.set('PUT', () => server.refuse(503, 'serve.busy', { 'retry-after': '2' }))
    await set(studio, 0.4)
    const before = Date.now()
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ waiting: 1, problem: { code: 'serve.busy' } })
    expect((state(studio).retryAt ?? 0) - before).toBeGreaterThanOrEqual(2000)
    await expect.poll(() => server.value('zebra')).toEqual([1, 0.9, 0.4])
    await expect.poll(() => state(studio)).toMatchObject({ waiting: 0, problem: undefined })
  })

  it('does not send again what was refused as it is, and says why', async () => {
    const { studio, server } = await opened()
    server.instead.set('PUT', () => server.refuse(409, 'serve.full'))
    await set(studio, 0.4)
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ waiting: 1, problem: { code: 'serve.full' }, retryAt: undefined })
    await set(studio, 0.5)
    await expect.poll(() => server.value('zebra')).toEqual([1, 0.9, 0.5])
    expect(server.asked).toEqual(['PUT zebra', 'PUT zebra'])
    await expect.poll(() => state(studio).problem).toBeUndefined()
  })

  it('finds its own change where the acknowledgement was lost', async () => {
    const { studio, server } = await opened()
    server.instead.set('PUT', () => {
      server.apply('PUT', 'zebra', { signature: [1, 0.9, 0.6] })
      throw new TypeError('Failed to fetch')
    })
    await set(studio, 0.6)
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ waiting: 1, problem: { code: 'network.unreachable' } })
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ waiting: 0, conflicts: [], problem: undefined })
  })

  it('needs no second token to keep what the first may not do', async () => {
    const { studio, server } = await opened()
    server.instead.set('PUT', () => server.refuse(403, 'serve.scope'))
    await set(studio, 0.7)
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ waiting: 1, problem: { code: 'serve.scope' } })
    await perform(studio, takeToken, 'another')
    expect([state(studio).token, state(studio).waiting, server.value('zebra')]).toEqual([
      'another',
      0,
      [1, 0.9, 0.7]
    ])
  })

  it('asks for nothing more once the token is not known, until there is another', async () => {
    const { studio, server } = await opened()
    server.instead.set('GET', () => server.refuse(401, 'serve.token'))
    await studio.server.tryNow()
    await set(studio, 0.2)
    await new Promise(resolve => setTimeout(resolve, 600))
    expect([state(studio).problem?.code, state(studio).waiting, server.asked]).toEqual(['serve.token', 1, []])
    await perform(studio, takeToken, 'known')
    expect([state(studio).problem, server.value('zebra')]).toEqual([undefined, [1, 0.9, 0.2]])
  })

  it('lets a person decide, and keeps the draft that gives way as a version', async () => {
    const { studio, server } = await opened()
    server.apply('PUT', 'zebra', { signature: [0.5, 0.5, 0.5] })
    await set(studio, 0.8)
    await studio.server.tryNow()
    expect([server.value('zebra'), state(studio).conflicts]).toMatchObject([
      [0.5, 0.5, 0.5],
      [{ name: 'zebra', by: 'me' }]
    ])
    await perform(studio, takeTheirs, 'zebra')
    const [zebra] = studio.history.store.getState().present.classes
    expect([zebra.values, zebra.versions.at(-1)?.values]).toEqual([
      [0.5, 0.5, 0.5],
      [1, 0.9, 0.8]
    ])
    server.apply('PUT', 'zebra', { signature: [0.1, 0.1, 0.1] })
    await set(studio, 0.9)
    await studio.server.tryNow()
    await perform(studio, keepMine, 'zebra')
    await expect.poll(() => server.value('zebra')).toEqual([0.5, 0.5, 0.9])
  })

  it('says that the model was trained anew at the server, sends what waits, and opens it as it is now', async () => {
    const { studio, server } = await opened()
    expect(isEnabled(reopenServerModel, studio, undefined)).toBe(false)
    const retrained = (await fit(input, { weights: 'class', gamma: 10 })).describe('zebra', [1, 0.9, 0.6])
    server.retrain(Uint8Array.from(toBytes(retrained)))
    await set(studio, 0.6)
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ stale: true, waiting: 0, problem: undefined })
    const before = studio.session.store.getState().classes.find(({ name }) => name === 'zebra')?.mixture
    await perform(studio, reopenServerModel, undefined)
    await studio.server.tryNow()
    expect(state(studio)).toMatchObject({ stale: false, waiting: 0, problem: undefined })
    const zebra = studio.session.store.getState().classes.find(({ name }) => name === 'zebra')
    expect([zebra?.values, zebra?.mixture]).toEqual([[1, 0.9, 0.6], [...retrained.find('zebra').mixture]])
    expect(zebra?.mixture).not.toEqual(before)
    expect(server.value('zebra')).toEqual([1, 0.9, 0.6])
  })

  it('is kept with what the server knew, so that a reload loses nothing', async () => {
    const projects = testProjects()
    const server = fakeServer(Uint8Array.from(toBytes(await model)), { zebra: [1, 0.9, 0] })
    const parts = { projects, server: { address: 'http://zoo.example/', fetch: server.answer } }
    const first = emptyStudio(parts)
    const keeper = keepProject(first, undefined)
    await perform(first, openServerModel, 'zoo')
    await first.server.tryNow()
    server.instead.set('PUT', () => {
      throw new TypeError('Failed to fetch')
    })
    await set(first, 0.35)
    await first.server.tryNow()
    await keeper.flush()
    expect((await projects.list())[0].server).toMatchObject({
      model: 'zoo',
      known: [{ name: 'zebra', values: [1, 0.9, 0] }]
    })
    const second = emptyStudio(parts)
    await perform(second, openServerModel, 'zoo')
    await second.server.tryNow()
    expect(server.value('zebra')).toEqual([1, 0.9, 0.35])
    expect(await projects.list()).toHaveLength(1)
  })
})
