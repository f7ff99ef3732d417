/**
 * Data sets for experiments: folders or files in one place, by the beginnings of their names; the sample
 * stands in for CIFAR-10.
 */
import { embeddedFolder } from '../catalogue/find.js'
import { type OpenDataset, openDataset } from '../dataset/open.js'
import { type DataName, dataNames } from './experiment.js'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export interface FoundData {
  readonly name: DataName
  readonly path: string
  /** the sample in place of the whole */
  readonly sample: boolean
}

export async function findData(folder: string | undefined): Promise<FoundData[]> {
  const names = Object.keys(dataNames) as DataName[]
  const there = folder === undefined ? [] : (await readdir(folder)).sort()
  const found = names.flatMap(name => {
    const entry = there.find(each => each.toLowerCase().startsWith(name))
    return entry === undefined || folder === undefined
      ? []
      : [{ name, path: join(folder, entry), sample: false }]
  })
  return found.some(({ name }) => name === 'cifar10')
    ? found
    : [{ name: 'cifar10', path: embeddedFolder('cifar10-sample'), sample: true }, ...found]
}

/** Each data set is opened once, when it is asked for. */
export function openFound(found: readonly FoundData[]): (name: DataName) => Promise<OpenDataset | undefined> {
  const opened = new Map<DataName, Promise<OpenDataset>>()
  return name => {
    const place = found.find(each => each.name === name)
    if (place === undefined) return Promise.resolve(undefined)
    const dataset = opened.get(name) ?? openDataset(place.path)
    opened.set(name, dataset)
    return dataset
  }
}
