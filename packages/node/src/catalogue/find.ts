/** Entries of the catalogue by name, and what of them is on this machine already. */
import { UnseenError } from '@unseen/core'
import { cacheFolder } from '../files/cache-folder.js'
import { npmPackageFolder } from '../files/npm-package.js'
import { catalogue } from './entries.js'
import type { ArchiveSource, CatalogueEntry, Source } from './entry.js'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function findEntry(name: string): CatalogueEntry {
  const entry = catalogue.find(candidate => candidate.name === name.toLowerCase())
  if (entry === undefined)
    throw new UnseenError(
      'dataset.name',
      `The catalogue has no ${JSON.stringify(name)}; it has ${catalogue.map(known => known.name).join(', ')}.`,
      { where: { name } }
    )
  return entry
}

/** The source with this id; without one, that to which the file `from` belongs, or the first. */
export function chooseSource({ name, sources }: CatalogueEntry, id?: string, from?: string): Source {
  if (id === undefined)
    return (
      sources.find(
        source =>
          source.kind !== 'embedded' && from !== undefined && basename(from).startsWith(source.fileName)
      ) ?? sources[0]
    )
  const source = sources.find(candidate => candidate.id === id)
  if (source === undefined)
    throw new UnseenError(
      'options.value',
      `${name} does not come from ${JSON.stringify(id)}; it comes from ${sources.map(known => known.id).join(' or ')}.`,
      { where: { option: 'source' } }
    )
  return source
}

/** The folder of an embedded data set: in the package, or in the repository it is built in. */
export function embeddedFolder(name: string): string {
  const places = ['../../data/', '../../../../data/'].map(up =>
    fileURLToPath(new URL(up + name, import.meta.url))
  )
  const found = places.find(place => existsSync(join(place, 'dataset.json')))
  if (found === undefined)
    throw new UnseenError('path.missing', `The data set ${name} did not come with this installation.`, {
      where: { name },
      remedy: 'Install the package anew.'
    })
  return found
}

/** Where an archive is kept once it has been fetched; what comes from another address is kept apart. */
export function archivePlace({ fileName, url }: ArchiveSource, from = url): string {
  return from === url
    ? cacheFolder('downloads', fileName)
    : cacheFolder('downloads', createHash('sha256').update(from).digest('hex').slice(0, 8), fileName)
}

/** Is the source on this machine, so that no network is needed? */
export function isHere(source: Source): boolean {
  if (source.kind === 'archive') return existsSync(archivePlace(source))
  if (source.kind === 'npm') return existsSync(npmPackageFolder(source.package, source.files))
  try {
    return existsSync(embeddedFolder(source.folder))
  } catch {
    return false
  }
}
