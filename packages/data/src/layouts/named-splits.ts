/** Splits among arrays with the usual names (named-arrays.ts). */
import { defined } from '@unseen/core/internal'
import type { DraftList, DraftSplit } from '../draft/draft.js'
import { listOf, placeOf } from './arrays.js'
import type { Book } from './book.js'
import { type Part, called, plainName } from './conventions.js'

export function namedSplits(book: Book, base: 0 | 1 | undefined): DraftSplit[] {
  const names = new Set(
    book.arrays.flatMap(
      ({ name }) =>
        /^split_(?<split>.+?)_(?:seen|unseen|train|test|validation_train|validation_test)$/i.exec(name)
          ?.groups?.['split'] ?? []
    )
  )
  if (names.size > 0) return [...names].map(name => splitOf(book, name))
  const seen = first(book, 'seen', base)
  const unseen = first(book, 'unseen', base)
  const rows = trainAndTest(book)
  if (seen === undefined && unseen === undefined && rows === undefined) return []
  return [
    {
      name: 'default',
      place: placeOf(book.file),
      ...defined({ seen, unseen }),
      ...rows
    }
  ]
}

function splitOf(book: Book, name: string): DraftSplit {
  const list = (part: string, base?: 0): DraftList | undefined => {
    const array = book.take(plainName(`split_${name}_${part}`))
    return array && listOf(array, book.place(array), base)
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
    place: placeOf(book.file),
    ...Object.fromEntries(lists),
    ...defined({ validation: train !== undefined && test !== undefined ? { train, test } : undefined })
  }
}

function first(book: Book, part: Part, base: 0 | 1 | undefined): DraftList | undefined {
  for (const name of called[part]) {
    const array = book.take(name)
    if (array !== undefined) return listOf(array, book.place(array), base)
  }
  return undefined
}

/** train_features and test_features stand one below the other. */
function trainAndTest(book: Book): Pick<DraftSplit, 'train' | 'test'> | undefined {
  const [train, test] = ['train_features', 'test_features'].map(name =>
    book.arrays.find(array => plainName(array.name) === name)
  )
  if (train === undefined || test === undefined) return undefined
  const rows = (from: number, length: number): Int32Array => Int32Array.from({ length }, (_, i) => from + i)
  return {
    train: { place: book.place(train), values: rows(0, train.shape[0]), base: 0 },
    test: { place: book.place(test), values: rows(train.shape[0], test.shape[0]), base: 0 }
  }
}
