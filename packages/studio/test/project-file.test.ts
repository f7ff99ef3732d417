import { fromBytes } from '@unseen/core'
import { readZip, writeZip } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { imageFiles, readImages } from '../src/images/engine/image-files.js'
import { readRows, rowFiles } from '../src/images/engine/kept-rows.js'
import { perform } from '../src/page/action.js'
import { openFiles } from '../src/page/file-actions.js'
import { contentOf, openRecent } from '../src/project/actions.js'
import { type ProjectContent, readProjectFile, writeProjectFile } from '../src/project/engine/project-file.js'
import { recordOf } from '../src/project/keeper.js'
import { describe, expect, it } from 'vitest'
import { emptyStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

const content: ProjectContent = {
  name: 'zoo',
  document: { classes: [{ name: 'elk', values: [1, 0], how: 'attributes', versions: [] }], pages: {} },
  colours: ['horse'],
  address: '#/describe',
  runs: []
}
const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const zipOf = async (project: object): Promise<ReturnType<typeof bytesSource>> =>
  bytesSource(await writeZip([{ name: 'project.json', bytes: text(JSON.stringify(project)) }]))

describe('the project file', () => {
  it('reads back what was written', async () => {
    const bytes = await writeProjectFile({ content, files: new Map([['model.unseen', text('model')]]) })
    const read = await readProjectFile(bytesSource(bytes), 'zoo.zip')
    expect(read?.content).toEqual(content)
    expect(new TextDecoder().decode(read?.files.get('model.unseen'))).toBe('model')
  })

  it('is not what any archive is', async () => {
    expect(
      await readProjectFile(bytesSource(await writeZip([{ name: 'a.csv', bytes: text('x') }])), 'a.zip')
    ).toBeUndefined()
  })

  it.each([
    ['another format', { ...content, format: 'other', version: 1 }],
    ['a newer version', { ...content, format: 'unseen-project', version: 2 }],
    ['no document', { format: 'unseen-project', version: 1, name: 'zoo' }],
    [
      'a class without values',
      {
        ...content,
        format: 'unseen-project',
        version: 1,
        document: { classes: [{ name: 'elk' }], pages: {} }
      }
    ],
    [
      'classes of another table without values',
      {
        ...content,
        format: 'unseen-project',
        version: 1,
        document: { ...content.document, aside: { words: [{ name: 'elk' }] } }
      }
    ],
    [
      'values that are no numbers',
      {
        ...content,
        format: 'unseen-project',
        version: 1,
        document: { classes: [{ name: 'elk', values: ['1'], versions: [] }], pages: {} }
      }
    ]
  ])('is refused with %s', async (_what, project) => {
    await expect(readProjectFile(await zipOf(project), 'zoo.zip')).rejects.toMatchObject({
      code: 'dataset.content'
    })
  })

  it('carries the data along: another browser opens it with the same classes and the same model', async () => {
    const studio = await zooStudio()
    const { name, document, colours, address, runs, split, table } = recordOf(studio, 'id')
    const blob = await studio.engine.project.write({
      name,
      document,
      colours,
      address,
      runs,
      split: split!,
      table: table!
    })
    const members = await readZip({
      byteLength: blob.size,
      slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer())
    })
    expect(members.map(member => member.name)).toEqual(
      expect.arrayContaining(['project.json', 'model.unseen', 'dataset/dataset.json', 'dataset/features.npy'])
    )

    const other = emptyStudio()
    await perform(other, openFiles, [{ name: 'zoo.unseen-project.zip', blob }])
    await other.sync.settled()
    expect(other.notices.store.getState().problem ?? other.pages.start.getState().problem).toBeUndefined()
    const [mine, theirs] = [studio.session.store.getState(), other.session.store.getState()]
    expect(theirs.classes).toEqual(mine.classes)
    expect(theirs.data).toEqual(mine.data)
    expect(other.history.store.getState().present).toEqual(document)
    expect(other.project.getState().source).toBe('files')
  })

  it('has the images that were brought along, and brings them back to be kept there', async () => {
    const studio = await zooStudio()
    const { id } = studio.project.getState()
    const rows = [
      {
        name: 'a zebra.png',
        features: Float32Array.of(1, 0.2, 0.3, 0.4),
        picture: new Blob(['pixels'], { type: 'image/png' }),
        kept: true
      },
      { name: 'row 1', features: Float32Array.of(0.1, 0.2, 0.3, 1), kept: true }
    ]
    await studio.projects.addFiles(id!, rowFiles(rows))
    await perform(studio, openRecent, { ...recordOf(studio, id!), revision: 1 })
    const blob = await studio.engine.project.write(contentOf(studio))
    const members = await readZip({
      byteLength: blob.size,
      slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer())
    })
    expect(
      members
        .map(member => member.name)
        .filter(name => name.startsWith('images/'))
        .sort()
    ).toEqual(['images/0001.png', 'images/features.npy', 'images/images.json'])
    // What is said before counts every part as it is, and a little for the archive.
    const parts = members.reduce((sum, { size }) => sum + size, 0)
    const said = await studio.engine.project.size(contentOf(studio))
    expect(said).toBeGreaterThanOrEqual(blob.size)
    expect(said - parts).toBeGreaterThanOrEqual(0)
    expect(said - parts).toBeLessThan(1000 * members.length)

    const other = emptyStudio()
    await perform(other, openFiles, [{ name: 'zoo.unseen-project.zip', blob }])
    expect(other.notices.store.getState().problem ?? other.pages.start.getState().problem).toBeUndefined()
    expect(
      other.pages.recognise.getState().added.map(({ name, kept, url }) => [name, kept, url !== undefined])
    ).toEqual([
      ['a zebra.png', true, true],
      ['row 1', true, false]
    ])
    expect(await other.engine.recognise.row({ row: 48, among: 'all' })).toEqual(
      await studio.engine.recognise.row({ row: 48, among: 'all' })
    )
    const kept = readRows(await other.projects.files(other.project.getState().id ?? ''))
    expect(kept.map(({ name, features }) => [name, [...features]])).toEqual(
      rows.map(({ name, features }) => [name, [...features]])
    )
    expect([await kept[0].picture?.text(), kept[0].picture?.type]).toEqual(['pixels', 'image/png'])
  })

  it.each([
    ['a list that is none', '{"name": 1}'],
    ['no JSON', '['],
    ['a name that is no text', '[{ "name": 1 }]'],
    ['more names than rows', '[{ "name": "a" }, { "name": "b" }]']
  ])('is refused where images have %s', async (_what, list) => {
    const files = new Map([
      ...(await imageFiles([{ name: 'a', features: Float32Array.of(1, 2), kept: true }])),
      ['images/images.json', text(list)]
    ])
    await expect(readImages(files, 2)).rejects.toMatchObject({ code: 'dataset.content' })
  })

  it('leaves images out whose features are of another network', async () => {
    expect(
      await readImages(await imageFiles([{ name: 'a', features: Float32Array.of(1, 2), kept: true }]), 3)
    ).toEqual([])
  })

  it('a model file alone opens without a library', async () => {
    const studio = await zooStudio()
    const blob = await studio.engine.takeAway.model()
    expect(fromBytes(new Uint8Array(await blob.arrayBuffer())).unseen).toEqual(['zebra'])
    const other = emptyStudio()
    await perform(other, openFiles, [{ name: 'zoo.unseen', blob }])
    expect(other.session.store.getState()).toMatchObject({ status: 'ready', name: 'zoo', data: undefined })
    expect(other.session.store.getState().classes).toEqual(
      studio.session.store.getState().classes.map(each => ({ ...each, rows: 0 }))
    )
  })

  it('a broken model file is refused on its card', async () => {
    const other = emptyStudio()
    await perform(other, openFiles, [{ name: 'zoo.unseen', blob: new Blob(['nothing of the kind']) }])
    expect(other.pages.start.getState()).toMatchObject({
      card: 'file',
      problem: { code: expect.stringMatching(/^file\./) as string }
    })
    expect(other.session.store.getState().status).toBe('none')
  })
})
