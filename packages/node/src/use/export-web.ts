/**
 * A model as a folder for any web host: page and module (packages/page), model, network, preparation and runtime.
 * Photos are recognised in the browser by the very code that `recognise` runs, and nothing is sent anywhere.
 */
import { type Among, type Model, UnseenError, toBytes } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { withOutputs } from '@unseen/networks'
import { toRecord } from '@unseen/networks/internal'
import { openNetwork } from '../extract/backbone.js'
import { refuseExisting, makeFolderWhole, syncFiles } from '../files/whole-folder.js'
import { findNetwork } from '../networks/find-network.js'
import { versions } from '../runs/versions.js'
import type { WithNetworkOptions } from './export-with-network.js'
import { recordOf } from './image-rows.js'
import { existsSync } from 'node:fs'
import { copyFile, readFile, readdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the page is called, and what it may take the place of. */
export interface WebOptions extends WithNetworkOptions {
  /** Of the page. Default: the folder's name. */
  readonly title?: string
  /** Take the place of a page that was exported before. Default false. */
  readonly overwrite?: boolean
  /** How far it is, 0 to 1, and with what. */
  readonly onProgress?: (done: number, what: string) => void
}

/** A folder that was written. */
export interface ExportedWeb {
  /** Where it is. */
  readonly folder: string
  /** Its files, by name, with their length in bytes. */
  readonly files: Readonly<Record<string, number>>
  /** Name of the network. */
  readonly network: string
  /** Names of the candidates. */
  readonly classes: readonly string[]
}

const ABOUT = 'about.json'
const RUNTIME = 'ort-wasm-simd-threaded.wasm'

/**
 * Writes a folder that recognises photos on any web host, whole or not at all.
 *
 * @param model says which network made its features and how images were prepared
 * @param folder a new or empty one
 * @param options candidates, title, and where the network is
 */
export async function exportWeb(
  model: Model,
  folder: string,
  {
    network,
    preset,
    among = 'all',
    fetching,
    title = basename(resolve(folder)),
    overwrite = false,
    onProgress = () => undefined
  }: WebOptions = {}
): Promise<ExportedWeb> {
  const refuse = (path: string): Promise<void> => refuseOthers(path, overwrite)
  await refuse(folder)
  const { classes } = model.scores([], { among })
  const record = recordOf(model, preset)
  const place = network ?? String(record?.['digest'])
  onProgress(0, 'network')
  const { bytes, facts, name } = await networkParts(place, defined({ record, preset, fetching }))
  const modelBytes = toBytes(model)
  const runtime = dirname(fileURLToPath(import.meta.resolve('onnxruntime-web/wasm')))
  const about = {
    title,
    unseen: versions()['unseen'] ?? '',
    among: among satisfies Among,
    record: facts,
    files: {
      network: bytes.length,
      model: modelBytes.length,
      runtime: (await stat(join(runtime, RUNTIME))).size
    }
  }
  const files: Record<string, number> = {}
  await makeFolderWhole(
    folder,
    async part => {
      const to = (file: string): string => join(part, file)
      const site = pageFolder()
      for (const file of await readdir(site)) await copyFile(join(site, file), to(file))
      onProgress(0.3, 'runtime')
      for (const file of [RUNTIME, 'ort.wasm.bundle.min.mjs']) await copyFile(join(runtime, file), to(file))
      onProgress(0.6, 'network')
      await writeFile(to('network.onnx'), bytes)
      await writeFile(to('model.unseen'), modelBytes)
      await writeFile(to(ABOUT), `${JSON.stringify(about, null, 2)}\n`)
      await writeFile(to('LICENCES.txt'), await licencesWith(site, place, name, fetching))
      fetching?.signal?.throwIfAborted()
      for (const file of await readdir(part)) files[file] = (await stat(to(file))).size
      await syncFiles(Object.keys(files).map(to))
      onProgress(1, 'network')
    },
    { refuse }
  )
  return { folder, files, network: name, classes }
}

/** The network with nothing but the features, and how images become these. */
async function networkParts(
  place: string,
  options: Parameters<typeof openNetwork>[1]
): Promise<{ bytes: Uint8Array; facts: ReturnType<typeof toRecord>; name: string }> {
  const { file, backbone } = await openNetwork(place, options)
  const { tensor, length, pooling, preprocessing } = backbone
  await backbone.close()
  return {
    bytes: withOutputs(file.bytes, [tensor]),
    facts: toRecord({ model: file.name, digest: file.digest, tensor, length, pooling, preprocessing }),
    name: file.name
  }
}

/** Those of the page and the runtime, and that of the network where it is known. */
async function licencesWith(
  site: string,
  place: string,
  name: string,
  fetching: WebOptions['fetching']
): Promise<string> {
  const { file, known } = await findNetwork(place, fetching)
  const text = await readFile(join(dirname(file), 'LICENCE'), 'utf8').catch(() => '')
  const said = known === undefined ? 'See where it comes from.' : `${known.licence}, ${known.source}`
  return `${await readFile(join(site, 'LICENCES.txt'), 'utf8')}\n\nnetwork.onnx: ${name}\n\n${said}\n\n${text}`
}

/** Only a page of ours is ever replaced, and only where that was asked for. */
async function refuseOthers(path: string, overwrite: boolean): Promise<void> {
  const isPage = existsSync(join(path, ABOUT)) && existsSync(join(path, 'recogniser.js'))
  if (!isPage) return refuseExisting(path)
  if (overwrite) return
  throw new UnseenError('path.exists', `${path} holds a page already.`, {
    where: { file: path },
    remedy: 'Name another folder, or let it take the place of that page with --overwrite.'
  })
}

function pageFolder(): string {
  const places = ['../../page/', '../../../page/dist/site/'].map(up =>
    fileURLToPath(new URL(up, import.meta.url))
  )
  const found = places.find(place => existsSync(join(place, 'page.js')))
  if (found === undefined)
    throw new UnseenError('path.missing', 'The page did not come with this installation.', {
      remedy: 'Install the package anew; in a clone, run `npm run build`.'
    })
  return found
}
