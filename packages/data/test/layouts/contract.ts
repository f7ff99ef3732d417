// What every layout must do, whatever its files are.
import { UnseenError } from '@unseen/core'
import type { Dataset } from '../../src/dataset/dataset.js'
import { fingerprint } from '../../src/dataset/fingerprint.js'
import { toDataset } from '../../src/draft/to-dataset.js'
import type { FileSet } from '../../src/layouts/file-set.js'
import type { Layout } from '../../src/layouts/layout.js'
import { layouts, readDraft } from '../../src/layouts/layouts.js'
import { describe, expect, it } from 'vitest'
import { memoryFiles } from './memory-files.js'

export interface LayoutExample {
  readonly title: string
  files(): Promise<FileSet>
  /** the same files with something wrong that a draft can hold; the doctor must be able to see it */
  broken(): Promise<FileSet>
  readonly expected: {
    readonly classes: readonly string[]
    readonly labels: readonly number[]
    /** first feature of every row */
    readonly first: readonly number[]
    readonly tables: Readonly<Record<string, readonly (readonly number[])[]>>
    readonly splits: readonly Pick<Dataset['splits'][number], 'name' | 'seen' | 'unseen'>[]
  }
}

export function checkLayout(layout: Layout, examples: readonly LayoutExample[]): void {
  describe(`the layout "${layout.name}"`, () => {
    it('is in the registry, by a name of its own, and says what it is', () => {
      expect(layouts).toContain(layout)
      expect(layouts.filter(({ name }) => name === layout.name)).toHaveLength(1)
      expect(layout.summary.length).toBeGreaterThan(20)
    })

    it('leaves alone what is not its own', async () => {
      for (const files of [
        memoryFiles({}),
        memoryFiles({ 'notes.txt': 'nothing to see here' }),
        memoryFiles({ 'a/x.jpg': '', 'b/y.jpg': '' })
      ])
        expect(await layout.recognises(files)).toBe(false)
    })

    describe.each(examples)('$title', ({ files, broken, expected }) => {
      it('is recognised, and by no layout before it', async () => {
        const recognised = await Promise.all(layouts.map(async other => other.recognises(await files())))
        expect(layouts[recognised.indexOf(true)]).toBe(layout)
      })

      it('reads as a draft that says where everything was found', async () => {
        const set = await files()
        const draft = await layout.read(set)
        expect(draft.layout).toBe(layout.name)
        const places = [
          draft.classes,
          draft.features,
          draft.labels,
          draft.rowNames,
          ...draft.signatures.map(table => ({ place: table.place })),
          ...draft.splits
        ].flatMap(part => part?.place ?? [])
        expect(places.length).toBeGreaterThan(1)
        for (const { file } of places)
          for (const name of file.split(' + '))
            expect([...set.names, 'dataset.json']).toContain(name.replace(/: .*$/, ''))
      })

      it('becomes the data set that it is', async () => {
        const { classes, labels, features, signatures, splits } = toDataset(await readDraft(await files()))
        expect(classes).toEqual(expected.classes)
        expect([...labels]).toEqual(expected.labels)
        const matrix = await features!.read(0, features!.rows)
        expect(
          Array.from({ length: matrix.rows }, (_, row) =>
            matrix.kind === 'dense'
              ? matrix.data[row * matrix.columns]
              : matrix.indices[matrix.starts[row]] === 0 && matrix.starts[row] < matrix.starts[row + 1]
                ? matrix.values[matrix.starts[row]]
                : 0
          )
        ).toEqual(expected.first)
        expect(Object.fromEntries(signatures.map(({ name, matrix: table }) => [name, rows(table)]))).toEqual(
          expected.tables
        )
        expect(splits.map(({ name, seen, unseen }) => ({ name, seen, unseen }))).toEqual(expected.splits)
      })

      it('is the same in whatever order its files come', async () => {
        const set = await files()
        const turned: FileSet = { ...set, names: [...set.names].reverse() }
        expect(await fingerprint(toDataset(await layout.read(turned)))).toBe(
          await fingerprint(toDataset(await layout.read(set)))
        )
      })

      it('keeps what is wrong for the doctor, and is refused as a data set', async () => {
        const draft = await readDraft(await broken())
        expect(draft.layout).toBe(layout.name)
        let refusal: unknown
        try {
          toDataset(draft)
        } catch (error) {
          refusal = error
        }
        expect(refusal).toBeInstanceOf(UnseenError)
        expect(refusal).toMatchObject({
          code: 'dataset.content',
          message: expect.stringContaining('Run `unseen data doctor`.') as string
        })
      })
    })
  })
}

function rows(matrix: Dataset['signatures'][number]['matrix']): number[][] {
  if (!('kind' in matrix) || matrix.kind === 'sparse') throw new Error('a dense table is expected')
  return Array.from({ length: matrix.rows }, (_, row) => [
    ...matrix.data.subarray(row * matrix.columns, (row + 1) * matrix.columns)
  ])
}
