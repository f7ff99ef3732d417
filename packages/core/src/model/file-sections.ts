/**
 * What the sections of a model file mean, in version 1 and, for Gaussian weights, in version 2
 * or, where their common shape is kept, 3.
 *
 *   metadata  creator     what wrote the file, e.g. "@unseen/core 0.1.0"
 *             settings    JSON of all training options
 *             classes     JSON: { seen: [...], described: [...] }, in the order of the rows below; in version 3 also
 *                         shown: [{ class, ids, alone }], where images were shown of described classes
 *             notes       JSON: attributes, source, training report, tuning, rehearsal, bias, ...
 *   arrays    signatures  F64 (classes x length), as given
 *             mixtures    F64 (classes x seen), kept so that scores never depend on the version of a solver
 *             residuals   F64 (classes)
 *             references  F32 (seen x columns); absent for the identity
 *             weights     F32 (columns), or (seen x columns) for class weights
 *   version 2 constants   F64 (classes), added to every score of a class
 *             offsets     F64 (seen), taken off the proportions
 *             gram        F64 (seen x seen), how the class means lie to each other
 *   version 3 shape       F32 (directions x columns), the common shape; solvers/kept-shape.ts
 *             centre      F64 (columns), the middle of the class means
 *             measures    F64 (3): the shape's floor, how many of its directions are added, what a description
 *                         is worth in images
 *             images      F64 (shown x columns), the mean of each shown class's images; absent where there is none
 */
import { count, UnseenError } from '../base/errors.js'
import {
  boolean,
  exactKeys,
  type Guard,
  integer,
  listOf,
  number,
  object,
  oneOf,
  text
} from './file-guards.js'
import { readJson, writeJson } from './file-json.js'
import { type FileContents, type Tensor, writeContents } from './file-layout.js'
import { checkParts, type ModelParts, putTogether, takeApart } from './file-parts.js'
import { quote, refuse } from './file-refuse.js'
import type { Model } from './model.js'
import type { JsonObject, JsonValue, ModelNotes } from './types.js'
import { type FitSettings, resolveFitOptions, writtenSettings } from '../base/options.js'
import type { TrainingReport } from '../training/trained.js'

type Shaped = Pick<
  ModelParts,
  'settings' | 'seen' | 'described' | 'length' | 'columns' | 'directions' | 'shown'
>
type ArraySpec = Pick<Tensor, 'dtype' | 'shape'> & {
  readonly name:
    | 'signatures'
    | 'mixtures'
    | 'residuals'
    | 'references'
    | 'weights'
    | 'constants'
    | 'offsets'
    | 'gram'
    | 'shape'
    | 'centre'
    | 'measures'
    | 'images'
}

const metadataKeys = ['format', 'checksum', 'version', 'creator', 'settings', 'classes', 'notes', 'checksums']

export function writeSections(model: Model, creator: string): Uint8Array {
  const parts = takeApart(model)
  const version = versionOf(parts.settings)
  const settings = writeJson(writtenSettings(readSettings(parts.settings)), 'settings')
  const { seen, described, shown } = parts
  const classes = writeJson({ seen, described, ...(shown.length > 0 && { shown }) }, 'classes')
  const notes = writeJson(parts.notes, 'notes')
  readNotes(readObject(notes, 'notes'))
  checkParts(parts)
  const tensors = arraysOf(parts).map(spec => {
    const values = parts[spec.name] ?? new Float32Array(0)
    const size = spec.shape.reduce((product, length) => product * length, 1)
    if (values.length !== size)
      refuse(
        'file.value',
        `The model has ${count(values.length)} ${spec.name} where ${count(size)} belong.`,
        { section: spec.name }
      )
    return { ...spec, bytes: new Uint8Array(values.buffer, values.byteOffset, values.byteLength) }
  })
  return writeContents(version, { creator, settings, classes, notes }, tensors)
}

/** Others stay what every reader knows. */
const versionOf = ({ weights, shape }: FitSettings): number =>
  weights !== 'gauss' ? 1 : shape === 'none' ? 2 : 3

export function readSections({ metadata, tensors }: FileContents, version: number): Model {
  const section = (name: string): JsonObject => readObject(text(metadata[name], name), name)
  for (const [name, value] of Object.entries(exactKeys(metadata, '__metadata__', metadataKeys)))
    text(value, name)
  const { shown, ...named } = section('classes')
  const classes = exactKeys(named, 'classes', ['seen', 'described'])
  const shaped: Shaped = {
    // Models without their shape were written before there was such an option.
    settings: readSettings({ ...(version === 2 && { shape: 'none' }), ...section('settings') }),
    seen: listOf(text)(classes.seen, 'classes.seen'),
    described: listOf(text)(classes.described, 'classes.described'),
    length: tensors.find(({ name }) => name === 'signatures')?.shape[1] ?? 0,
    columns: tensors.find(({ name }) => name === 'weights')?.shape.at(-1) ?? 0,
    directions: tensors.find(({ name }) => name === 'shape')?.shape[0] ?? 0,
    shown: shown === undefined ? [] : readShown(shown)
  }
  if (versionOf(shaped.settings) !== version)
    refuse(
      'file.value',
      `A model with ${shaped.settings.weights} weights is a file of version ${versionOf(shaped.settings)}, not ${version}.`,
      { section: 'settings' }
    )
  checkShapes(shaped, tensors)
  const parts = {
    ...shaped,
    notes: readNotes(section('notes')),
    ...Object.fromEntries(tensors.map(tensor => [tensor.name, toArray(tensor)]))
  } as ModelParts
  checkParts(parts)
  return putTogether(parts)
}

/** The arrays of such a model, in the order of the file. */
function arraysOf({ settings, seen, described, length, columns, directions, shown }: Shaped): ArraySpec[] {
  const classes = seen.length + described.length
  const arrays: ArraySpec[] = [
    { name: 'signatures', dtype: 'F64', shape: [classes, length] },
    { name: 'mixtures', dtype: 'F64', shape: [classes, seen.length] },
    { name: 'residuals', dtype: 'F64', shape: [classes] },
    { name: 'references', dtype: 'F32', shape: [seen.length, columns] },
    {
      name: 'weights',
      dtype: 'F32',
      shape: settings.weights === 'shared' ? [columns] : [seen.length, columns]
    }
  ]
  const gauss: ArraySpec[] = [
    { name: 'constants', dtype: 'F64', shape: [classes] },
    { name: 'offsets', dtype: 'F64', shape: [seen.length] },
    { name: 'gram', dtype: 'F64', shape: [seen.length, seen.length] }
  ]
  const shape: ArraySpec[] = [
    { name: 'shape', dtype: 'F32', shape: [directions, columns] },
    { name: 'centre', dtype: 'F64', shape: [columns] },
    { name: 'measures', dtype: 'F64', shape: [3] }
  ]
  return [
    ...arrays.filter(({ name }) => name !== 'references' || settings.transform !== 'identity'),
    ...(settings.weights === 'gauss' ? gauss : []),
    ...(versionOf(settings) === 3 ? shape : []),
    ...(shown.length > 0 ? [{ name: 'images', dtype: 'F64', shape: [shown.length, columns] } as const] : [])
  ]
}

function checkShapes(shaped: Shaped, tensors: readonly Tensor[]): void {
  const { seen, length, columns } = shaped
  if (seen.length < 2)
    refuse('file.value', `A model has at least two seen classes, this file ${seen.length}.`, {
      section: 'classes'
    })
  if (length < 1 || columns < 1)
    refuse(
      'file.header',
      `A model needs signatures and weights; this file has signatures of ${length} entries and rows of ${columns} features.`
    )
  const written = (array: ArraySpec | Tensor): string =>
    `${array.name} ${array.dtype} [${array.shape.join(', ')}]`
  const expected = arraysOf(shaped).map(written)
  const found = tensors.map(written)
  const wrong = expected.findIndex((array, at) => array !== found[at])
  if (wrong >= 0)
    refuse(
      'file.header',
      `Array ${wrong} of the model file must be ${expected[wrong]}, got ${found[wrong] === undefined ? 'nothing' : quote(found[wrong])}.`,
      { array: wrong }
    )
  if (found.length > expected.length)
    refuse('file.header', `The model file has an array too many: ${quote(found[expected.length])}.`, {
      array: expected.length
    })
}

/** A copy: the file may be changed or let go of afterwards, and may begin at any address. */
function toArray({ dtype, bytes }: Tensor): Float32Array | Float64Array {
  const { buffer } = new Uint8Array(bytes)
  return dtype === 'F64' ? new Float64Array(buffer) : new Float32Array(buffer)
}

function readObject(json: string, section: string): JsonObject {
  return object(readJson(json, section), section)
}

/** Classes that images were shown of, with what is known of each image. */
function readShown(value: JsonValue): ModelParts['shown'] {
  const list = listOf((entry, where) => {
    const { class: name, ids, alone } = exactKeys(object(entry, where), where, ['class', 'ids', 'alone'])
    return {
      class: text(name, `${where}.class`),
      ids: listOf(text)(ids, `${where}.ids`),
      alone: boolean(alone, `${where}.alone`)
    }
  })(value, 'classes.shown')
  if (list.length === 0 || list.some(({ ids }) => ids.length === 0))
    refuse('file.value', 'A class that images were shown of has at least one.', { section: 'classes' })
  return list
}

/** All options, each within its range; one that did not exist when the file was saved takes its default. */
function readSettings(settings: JsonObject | FitSettings): FitSettings {
  try {
    return resolveFitOptions(settings)
  } catch (cause) {
    if (!(cause instanceof UnseenError)) throw cause
    return refuse(
      'file.value',
      `The settings in the model file do not hold: ${cause.message}`,
      { section: 'settings', ...cause.where },
      cause
    )
  }
}

const reportFields: { readonly [name in keyof TrainingReport]-?: Guard<TrainingReport[name]> } = {
  status: oneOf('converged', 'epoch-limit', 'cancelled'),
  objective: number,
  gap: number,
  epochs: integer,
  history: listOf(number),
  accepted: listOf(boolean),
  rows: integer,
  zeroRows: integer
}

const sections: { readonly [name in keyof ModelNotes]-?: Guard<unknown> } = {
  attributes: listOf(text),
  source: text,
  training: (value, where) => {
    const report = object(value, where)
    for (const [name, guard] of Object.entries(reportFields)) guard(report[name], `${where}.${name}`)
  },
  tuning: object,
  rehearsal: object,
  bias: number,
  threshold: object,
  verdict: object,
  encoder: object,
  preprocessing: object,
  data: object
}

/** Sections that this version of Unseen does not know are kept as they are: a later one may have written them. */
function readNotes(notes: JsonObject): ModelNotes {
  sections.training(notes.training, 'notes.training')
  for (const [name, guard] of Object.entries(sections))
    if (Object.hasOwn(notes, name)) guard(notes[name], `notes.${name}`)
  return notes as unknown as ModelNotes
}
