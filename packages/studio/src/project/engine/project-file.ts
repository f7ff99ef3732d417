/**
 * The project file: a zip archive of open parts.
 *
 *   project.json      what was made: classes and their versions, choices, place (document/document.ts)
 *   model.unseen      the model (docs/model-file.md)
 *   dataset/          the data set as a folder (docs/dataset.md); absent where the project is a model alone
 *   images/           images that were brought along, with their features (image-files.ts)
 */
import { UnseenError } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { type ByteSource, readZip, writeZip } from '@unseen/data'
import type { Described, StudioDocument } from '../../document/document.js'
import type { Json } from '../../lib/json.js'

export interface ProjectContent {
  readonly name: string
  readonly document: StudioDocument
  readonly colours: readonly string[]
  readonly address: string
  readonly runs: readonly Json[]
  readonly split?: string
  readonly table?: string
}

export interface ProjectFile {
  readonly content: ProjectContent
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
}

const FORMAT = 'unseen-project'
const VERSION = 1
const PROJECT = 'project.json'

const jsonOf = (content: ProjectContent): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(
    `${JSON.stringify({ format: FORMAT, version: VERSION, ...content }, undefined, 2)}\n`
  )

export async function writeProjectFile({ content, files }: ProjectFile): Promise<Uint8Array<ArrayBuffer>> {
  return writeZip([
    { name: PROJECT, bytes: jsonOf(content) },
    ...[...files].map(([name, bytes]) => ({ name, bytes }))
  ])
}

/** What an archive adds for each file, with zip64 and a long name, and for one more that is not counted. */
const AROUND = 512

/** Bytes of the file where nothing can be packed. */
export function sizeAtMost({ content, files }: ProjectFile): number {
  return [jsonOf(content), ...files.values()].reduce((sum, { length }) => sum + length + AROUND, AROUND)
}

/** The parts of a project file, or undefined where the archive is none. */
export async function readProjectFile(
  source: ByteSource,
  fileName: string
): Promise<ProjectFile | undefined> {
  const members = await readZip(source, { fileName })
  const project = members.find(({ name }) => name === PROJECT)
  if (project === undefined) return undefined
  const content = readContent(new TextDecoder().decode(await bytesOf(project.pieces())), fileName)
  const files = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const member of members) if (member !== project) files.set(member.name, await bytesOf(member.pieces()))
  return { content, files }
}

function readContent(text: string, fileName: string): ProjectContent {
  const refuse = (what: string, remedy?: string): never => {
    throw new UnseenError('dataset.content', `${fileName}: ${PROJECT} ${what}.`, {
      where: { file: fileName },
      ...defined({ remedy })
    })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return refuse('is not JSON')
  }
  const {
    format,
    version,
    name,
    document,
    colours = [],
    address = '',
    runs = [],
    split,
    table
  } = value as Partial<ProjectContent> & { format?: unknown; version?: unknown }
  if (format !== FORMAT) return refuse(`does not say "format": "${FORMAT}"`)
  if (typeof version !== 'number' || version > VERSION)
    return refuse(
      `is of version ${String(version)}, and this page knows ${VERSION}`,
      'Open it with a newer Studio.'
    )
  if (typeof name !== 'string' || !isDocument(document)) return refuse('lacks the name or the document')
  return {
    name,
    document,
    colours,
    address,
    runs,
    ...defined({ split, table })
  }
}

function isDocument(value: unknown): value is StudioDocument {
  const { classes, pages, aside = {} } = (value ?? {}) as Partial<StudioDocument>
  return typeof pages === 'object' && [classes, ...Object.values(aside)].every(areDescribed)
}

const areDescribed = (classes: unknown): boolean =>
  Array.isArray(classes) &&
  classes.every(
    ({ name, values, versions }: Partial<Described>) =>
      typeof name === 'string' &&
      Array.isArray(values) &&
      values.every(Number.isFinite) &&
      Array.isArray(versions)
  )

async function bytesOf(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of pieces) parts.push(Uint8Array.from(piece))
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
