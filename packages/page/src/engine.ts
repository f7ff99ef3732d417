/**
 * The worker of a recogniser: it loads network, model and runtime out of a folder, and answers photos with the
 * very code that `unseen recognise` answers with.
 */
import { type Model, fromBytes } from '@unseen/core'
import {
  type ImageBackbone,
  openBackbone,
  openBitmap,
  partsOfRecord,
  poolingOfRecord,
  runSession
} from '@unseen/networks/internal'
import type * as Ort from 'onnxruntime-web'
import { type About, FILES } from './about.js'
import type { Answer, Knowledge, Loading, Photo, Reply, Request } from './messages.js'

interface Opened {
  readonly about: About
  readonly model: Model
  readonly backbone: ImageBackbone<Photo>
}

let opened: Opened | undefined

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  const { id } = data
  const done =
    'open' in data
      ? open(data.open, loading => reply({ id, loading })).then(knowledge => reply({ id, knowledge }))
      : recognise(data.photo, data.top).then(answer => reply({ id, answer }))
  done.catch((error: unknown) => {
    reply({ id, problem: error instanceof Error ? error.message : String(error) })
  })
})

function reply(what: Reply): void {
  self.postMessage(what)
}

async function open(folder: string, onLoading: (loading: Loading) => void): Promise<Knowledge> {
  const place = (name: string): string => new URL(name, folder).href
  const about = (await (await get(place(FILES.about))).json()) as About
  const total = about.files.network + about.files.model + about.files.runtime
  let done = 0
  const load = async (name: string): Promise<Uint8Array<ArrayBuffer>> =>
    read(await get(place(name)), length => onLoading({ done: (done += length), total }))
  const [network, file, wasmBinary, ort] = await Promise.all([
    load(FILES.network),
    load(FILES.model),
    load(FILES.runtime),
    import(/* @vite-ignore */ place(FILES.runtimeModule)) as Promise<typeof Ort>
  ])
  // A plain host gives no shared memory, and without it there are no threads.
  Object.assign(ort.env.wasm, { numThreads: 1, wasmBinary: wasmBinary.buffer })
  const model = fromBytes(file)
  const { record, title } = about
  const backbone = await openBackbone<Photo>(network, {
    name: String(record['model']),
    columns: model.trained.columns,
    output: String(record['tensor']),
    pooling: poolingOfRecord(record),
    decode: openBitmap,
    session: bytes => runSession(ort, bytes, 'web', 'The network', { executionProviders: ['wasm'] }),
    parts: () => [partsOfRecord(record)]
  })
  opened = { about, model, backbone }
  const { classes } = model.scores([], { among: about.among })
  return { title, classes: classes.map(name => ({ name, seen: model.find(name).seen })) }
}

async function recognise(photo: Photo, top: number): Promise<Answer> {
  if (opened === undefined) throw new Error('Nothing was opened yet.')
  const { about, model, backbone } = opened
  const features = await backbone.run([await backbone.prepare(photo)])
  const [{ ranked, verdict }] = model.decide(
    { kind: 'dense', rows: 1, columns: backbone.length, data: features },
    { among: about.among, top }
  )
  return {
    verdict,
    ranked: ranked.map(each => ({
      ...each,
      seen: model.find(each.class).seen,
      mixture: model.mixture(each.class).shares
    }))
  }
}

async function get(address: string): Promise<Response> {
  const response = await fetch(address)
  if (!response.ok)
    throw new Error(`${address} cannot be loaded (${response.status}). Copy the whole folder to the host.`)
  return response
}

/** The body of a response, with the length of every piece as it comes. */
async function read(response: Response, onPiece: (length: number) => void): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  if (response.body !== null)
    for (
      let reader = response.body.getReader(), next = await reader.read();
      !next.done;
      next = await reader.read()
    ) {
      pieces.push(next.value)
      onPiece(next.value.length)
    }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}
