/** Splits among arrays with the usual names (named-arrays.ts). */
import { defined } from '@unseen/core/internal'
import type { DraftList, DraftSplit } from '../draft/draft.js'
import { listOf, placeOf } from './arrays.js'
import type { ArraySource } from './array-source.js'
import { type PartName, called, plainName } from './conventions.js'

export function namedSplits(source: ArraySource, base: 0 | 1 | undefined): DraftSplit[] {
  const names = new Set(
    source.arrays.flatMap(
      ({ name }) =>
        /^split_(?<split>.+?)_(?:seen|unseen|train|test|validation_train|validation_test)$/i.exec(name)
          ?.groups?.['split'] ?? []
    )
  )
  if (names.size > 0) return [...names].map(name => splitOf(source, name))
  const seen = first(source, 'seen', base)
  const unseen = first(source, 'unseen', base)
  const rows = trainAndTest(source)
  if (seen === undefined && unseen === undefined && rows === undefined) return []
  return [
    {
      name: 'default',
      place: placeOf(source.file),
      ...defined({ seen, unseen }),
      ...rows
    }
  ]
}

function splitOf(source: ArraySource, name: string): DraftSplit {
  const list = (part: string, base?: 0): DraftList | undefined => {
    const array = source.take(plainName(`split_${name}_${part}`))
    return array && listOf(array, source.place(array), base)
  }
  const lists = Object.entries({
    seen: list('seen', 0),
    unseen: list('unseen', 0),
    train: list('train', 0),
    test: list('test', 0)
  }).filter(([, value]) => value !== undefined)
  const [train, test] = [list('validation_train', 0), list('validation_test', 0)]
  return {
    name,
    place: placeOf(source.file),
    ...Object.fromEntries(lists),
    ...defined({ validation: train !== undefined && test !== undefined ? { train, test } : undefined })
  }
}

function first(source: ArraySource, part: PartName, base: 0 | 1 | undefined): DraftList | undefined {
  for (const name of called[part]) {
    const array = source.take(name)
    if (array !== undefined) return listOf(array, source.place(array), base)
  }
  return undefined
}

/** train_features and test_features stand one below the other. */
function trainAndTest(source: ArraySource): Pick<DraftSplit, 'train' | 'test'> | undefined {
  const [train, test] = ['train_features', 'test_features'].map(name =>
    source.arrays.find(array => plainName(array.name) === name)
  )
  if (train === undefined || test === undefined) return undefined
  const rows = (from: number, length: number): Int32Array => Int32Array.from({ length }, (_, i) => from + i)
  return {
    train: { place: source.place(train), values: rows(0, train.shape[0]), base: 0 },
    test: { place: source.place(test), values: rows(train.shape[0], test.shape[0]), base: 0 }
  }
}
