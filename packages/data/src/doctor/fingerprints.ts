/**
 * Fingerprints of class lists and splits, which depend neither on the order of classes or rows nor on
 * how names are spelt. A split is known by its classes, or by its rows where there are no labels.
 */
import { Hash } from '@unseen/core/internal'
import { spelling } from './words.js'

const inOrder = (names: Iterable<string>): string => Array.from(names, spelling).sort().join('\n')

export function classesFingerprint(classes: Iterable<string>): string {
  return new Hash().addText(inOrder(classes)).digest()
}

export function splitByClasses(seen: Iterable<string>, unseen: Iterable<string>): string {
  return new Hash().addText('classes').addText(inOrder(seen)).addText(inOrder(unseen)).digest()
}

/** Row numbers from 0. */
export function splitByRows(
  classes: Iterable<string>,
  train: Iterable<number>,
  test: Iterable<number>
): string {
  return new Hash()
    .addText('rows')
    .addText(inOrder(classes))
    .add(Uint32Array.from(train).sort())
    .add(Uint32Array.from(test).sort())
    .digest()
}
