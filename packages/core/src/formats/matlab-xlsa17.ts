/**
 * The data sets of "Zero-Shot Learning: The Good, the Bad and the Ugly" (Xian et al., xlsa17) come as a pair:
 *
 *   att_splits.mat   att (attributes x classes, each column of length 1), original_att (the same, as annotated),
 *                    allclasses_names, trainval_loc, test_seen_loc, test_unseen_loc, at times train_loc and val_loc
 *   res101.mat       features (dimensions x images), labels, image_files
 *
 * Column j of att belongs to allclasses_names{j}, and label j means that class: no other order, such as
 * the class numbers in CUB's names, plays a part. Everything counts from 1 there and from 0 here. What
 * is wrong with the contents (overlapping splits, lengths other than 1) is for the doctor to say.
 */
import { UnseenError, count } from '../base/errors.js'
import { toColumns } from './matlab-order.js'
import type { NamedArray, NumberArray } from './reader.js'

export interface Xlsa17 {
  readonly classes: readonly string[]
  /** how many attributes describe a class */
  readonly attributes: number
  /** row-major (classes x attributes); each row of length 1 */
  readonly signatures: Float64Array
  /** row-major (classes x attributes), as annotated */
  readonly originalSignatures?: Float64Array
  /** 0-based rows of the features */
  readonly splits: Xlsa17Splits
  /** row-major (images x dimensions) */
  readonly features?: { readonly rows: number, readonly columns: number, readonly data: NumberArray }
  /** 0-based, into `classes`, one for each image */
  readonly labels?: Int32Array
  readonly imageFiles?: readonly string[]
}

export interface Xlsa17Splits {
  readonly trainval: Int32Array
  readonly testSeen: Int32Array
  readonly testUnseen: Int32Array
  readonly train?: Int32Array
  readonly val?: Int32Array
}

/** The arrays of att_splits.mat and, if at hand, those of res101.mat. */
export function interpretXlsa17(attSplits: readonly NamedArray[], res101: readonly NamedArray[] = []): Xlsa17 {
  const classes = texts(find(attSplits, 'allclasses_names') ?? missing('allclasses_names'))
  const att = find(attSplits, 'att') ?? missing('att')
  const original = find(attSplits, 'original_att')
  const features = find(res101, 'features')
  const labels = find(res101, 'labels')
  const imageFiles = find(res101, 'image_files')

  const images = features?.shape[1] ?? labels?.data.length ?? imageFiles?.data.length
  const required = (name: string) => indices(find(attSplits, name) ?? missing(name), images, 'images')
  const optional = (name: string) => {
    const array = find(attSplits, name)
    return array && indices(array, images, 'images')
  }
  const train = optional('train_loc')
  const val = optional('val_loc')

  return {
    classes,
    attributes: att.shape[0],
    signatures: signatures(att, classes.length),
    ...(original && { originalSignatures: signatures(sameShape(original, att), classes.length) }),
    splits: {
      trainval: required('trainval_loc'),
      testSeen: required('test_seen_loc'),
      testUnseen: required('test_unseen_loc'),
      ...(train && { train }),
      ...(val && { val }),
    },
    ...(features && { features: { rows: images!, columns: features.shape[0], data: transposed(features) } }),
    ...(labels && { labels: indices(expectLength(labels, images!), classes.length, 'classes') }),
    ...(imageFiles && { imageFiles: texts(expectLength(imageFiles, images!)) }),
  }
}

function find(arrays: readonly NamedArray[], name: string): NamedArray | undefined {
  return arrays.find(array => array.name === name)
}

function missing(name: string): never {
  throw new UnseenError('format.header', `There is no ${name}, which every att_splits.mat of xlsa17 has.`, { where: { variable: name }, remedy: 'Is it that file?' })
}

function refuse(code: 'format.header' | 'format.value', { name }: NamedArray, message: string, remedy?: string): never {
  throw new UnseenError(code, `${name} ${message}`, { where: { variable: name }, ...(remedy !== undefined && { remedy }) })
}

const described = ({ shape }: NamedArray) => shape.map(count).join(' x ')

/** A list may be a row or a column. */
function expectList(array: NamedArray): void {
  if (array.shape.filter(side => side !== 1).length > 1) refuse('format.header', array, `is ${described(array)}, a list is expected.`)
}

function expectLength(array: NamedArray, length: number): NamedArray {
  if (array.data.length !== length) refuse('format.header', array, `has ${count(array.data.length)} entries for ${count(length)} images.`)
  return array
}

function sameShape(array: NamedArray, like: NamedArray): NamedArray {
  if (described(array) !== described(like)) refuse('format.header', array, `is ${described(array)}, but ${like.name} is ${described(like)}.`)
  return array
}

function texts(array: NamedArray): readonly string[] {
  expectList(array)
  if (array.type !== 'text') refuse('format.header', array, `holds ${array.type}, texts are expected.`)
  return array.data as readonly string[]
}

function numbers(array: NamedArray): NumberArray {
  if (array.type === 'text') refuse('format.header', array, 'holds texts, numbers are expected.')
  return array.data as NumberArray
}

function signatures(array: NamedArray, classes: number): Float64Array {
  if (array.shape.length !== 2 || array.shape[1] !== classes) {
    refuse('format.header', array, `is ${described(array)}; one column for each of the ${count(classes)} classes is expected.`, array.shape[0] === classes ? 'Is it transposed?' : undefined)
  }
  return Float64Array.from(transposed(array) as ArrayLike<number | bigint>, Number)
}

/** (a x b) by rows is (b x a) by columns. */
function transposed(array: NamedArray): NumberArray {
  const data = numbers(array)
  if (array.shape.length !== 2) refuse('format.header', array, `is ${described(array)}, a matrix is expected.`)
  const out = data.slice()
  toColumns<number | bigint>(array.shape, data, out)
  return out
}

/** From 1-based to 0-based, each below `limit` where one is known. */
function indices(array: NamedArray, limit: number | undefined, ofWhat: string): Int32Array {
  expectList(array)
  const most = limit ?? 2 ** 31
  return Int32Array.from(numbers(array) as ArrayLike<number | bigint>, (entry, i) => {
    const index = Number(entry)
    if (!Number.isInteger(index) || index < 1 || index > most) {
      refuse('format.value', array, `has ${index} as entry ${count(i + 1)}; whole numbers from 1${limit === undefined ? '' : ` to ${count(most)}, as there are so many ${ofWhat},`} are expected.`, index === 0 ? 'Counts it from 0? These files count from 1.' : undefined)
    }
    return index - 1
  })
}
