/**
 * Data sets for experiments. Which one a folder holds is known by its class list, what its rows are by its
 * fingerprint or its own record; a folder's name says nothing. What cannot be known is asked for:
 * `awa=FOLDER`. The sample stands in for CIFAR-10.
 */
import { Matrix, UnseenError } from '@unseen/core'
import { type Dataset, fingerprint } from '@unseen/data'
import { classesFingerprint, knownClasses } from '@unseen/data/internal'
import { embeddedFolder } from '../catalogue/find.js'
import { type OpenDataset, openDataset } from '../dataset/open.js'
import { type DataName, dataNames } from './experiment.js'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'

export interface FoundData {
  readonly name: DataName
  readonly dataset: OpenDataset
  /** what its rows are, in words */
  readonly features: string
  readonly fingerprint: string
  /** the sample in place of the whole */
  readonly sample: boolean
}

export interface Found {
  readonly sets: readonly FoundData[]
  /** what was there and is not used, and why */
  readonly passedOver: readonly string[]
}

/** Rows whose kind no record tells: by the data set's fingerprint. */
const knownRows: Readonly<Record<string, string>> = {
  c830e7486975c645: 'MobileNetV2',
  '1009f83cdedbc38b': 'rgsift-hist',
  '5838f42ff514903e': 'VGG, fc7'
}

/** By the names that `data doctor` gives to class lists. */
const byClassList: Readonly<Record<string, DataName>> = {
  'AwA (Animals with Attributes)': 'awa',
  'CUB-200-2011': 'cub',
  SUN: 'sun',
  'aPY (aPascal and aYahoo)': 'apy',
  'CIFAR-10': 'cifar10'
}

/**
 * `places`: folders that hold data sets, and data sets that are said to be one (`awa=FOLDER`), of which there
 * may be several kinds of features.
 */
export async function findData(
  places: readonly string[] = [],
  wanted: readonly DataName[] = Object.keys(dataNames) as DataName[]
): Promise<Found> {
  const sets: FoundData[] = []
  const passedOver: string[] = []
  for (const place of places) {
    const [, name, path] = /^(\w+)=(.+)$/.exec(place) ?? []
    if (name !== undefined) sets.push(await asked(name, path))
    else
      for (const entry of (await entriesOf(place)).sort()) {
        const found = await recognised(join(place, entry), wanted)
        if (typeof found === 'string') passedOver.push(found)
        else if (found !== undefined) sets.push(found)
      }
  }
  if (wanted.includes('cifar10') && !sets.some(({ name }) => name === 'cifar10')) {
    const found = await recognised(embeddedFolder('cifar10-sample'), wanted)
    if (typeof found === 'object') sets.push({ ...found, sample: true })
  }
  return { sets, passedOver }
}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause: unknown) => {
    throw new UnseenError('path.missing', `${folder} is no folder that can be read.`, {
      where: { path: folder },
      remedy: 'Give a folder that holds data sets, or NAME=FOLDER for one of them.',
      cause
    })
  })
}

async function asked(name: string, path: string): Promise<FoundData> {
  if (!Object.hasOwn(dataNames, name))
    throw new UnseenError('options.value', `There is no data set ${JSON.stringify(name)} in the paper.`, {
      where: { option: 'data' },
      remedy: `There are: ${Object.keys(dataNames).join(', ')}.`
    })
  const dataset = await openDataset(path)
  if (areAnnotations(dataset))
    throw new UnseenError('dataset.content', `${path} holds annotations of each image, not features.`, {
      where: { path },
      remedy: 'An experiment on these would measure how well people annotate. Give features of the images.'
    })
  const print = await fingerprint(dataset)
  return {
    name: name as DataName,
    dataset,
    features: rowsOf(dataset, print) ?? basename(path),
    fingerprint: print,
    sample: false
  }
}

/** A sentence where it is a data set of the paper that cannot be used as it is; undefined where it is none. */
async function recognised(
  path: string,
  wanted: readonly DataName[]
): Promise<FoundData | string | undefined> {
  const dataset = await openDataset(path).catch(() => undefined)
  if (dataset === undefined) return undefined
  const list = knownClasses.find(({ fingerprint: print }) => print === classesFingerprint(dataset.classes))
  const name = list === undefined ? undefined : byClassList[list.name]
  if (name === undefined || !wanted.includes(name)) return undefined
  if (dataset.features === undefined) return `${path} has descriptions of ${dataNames[name]}, but no rows.`
  if (areAnnotations(dataset))
    return `${path} holds annotations of the images of ${dataNames[name]}, not features: nothing is measured on these.`
  const print = await fingerprint(dataset)
  const features = rowsOf(dataset, print)
  if (features === undefined)
    return `${path} has the classes of ${dataNames[name]}, but does not say what its features are. If they are what you mean: --data ${name}=${path}`
  return { name, dataset, features, fingerprint: print, sample: false }
}

/** A number for each attribute of the description is no feature of an image. */
function areAnnotations({ features, signatures }: Dataset): boolean {
  return signatures.some(({ matrix }) => Matrix.from(matrix, 'signatures').columns === features?.columns)
}

function rowsOf({ provenance: { features, source } }: Dataset, print: string): string | undefined {
  const model = features?.['model']
  if (model !== undefined) return String(model)
  if (source?.startsWith('xlsa17') === true) return 'ResNet-101 (xlsa17)'
  return knownRows[print]
}
