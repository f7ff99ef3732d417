/**
 * Fingerprints of class lists and splits, which do not depend on the order of classes or rows, nor on
 * how names are spelt. A split is known by its classes, or by its rows where labels are absent.
 */
import { Hash } from '../base/hash.js'
import { UNKNOWN, type ReadList, type ReadSplit } from './subject.js'
import { spelling } from './words.js'

export function classesFingerprint(classes: readonly string[]): string {
  return new Hash().addText(classes.map(spelling).sort().join('\n')).digest()
}

/** Of its classes and of its rows, as far as it has them. */
export function splitFingerprints({ seen, unseen, train, test, seenClasses, unseenClasses }: Pick<ReadSplit, 'seen' | 'unseen' | 'train' | 'test' | 'seenClasses' | 'unseenClasses'>, classes: readonly string[]): string[] {
  const names = (indices: ReadonlySet<number>): string => [...indices].map((index) => spelling(classes[index])).sort().join('\n')
  const rows = (list: ReadList): Uint32Array => Uint32Array.from(list.values.filter((row) => row !== UNKNOWN)).sort()
  const prints: string[] = []
  if (train !== undefined && test !== undefined) prints.push(new Hash().addText('rows').addText(classesFingerprint(classes)).add(rows(train)).add(rows(test)).digest())
  if ((seen ?? unseen) !== undefined || seenClasses.size > 0) prints.push(new Hash().addText('classes').addText(names(seenClasses)).addText(names(unseenClasses)).digest())
  return prints
}
