import { bytesSource, fromBytes, readZip, writeZip } from '@unseen/core'
import { describe, expect, it } from 'vitest'
import { perform } from '../src/actions/action.js'
import { openFiles } from '../src/actions/files.js'
import { readProjectFile, writeProjectFile, type ProjectContent } from '../src/engine/project-file.js'
import { recordOf } from '../src/state/keeper-record.js'
import { emptyStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

const content: ProjectContent = { name: 'zoo', document: { classes: [{ name: 'elk', values: [1, 0], how: 'attributes', versions: [] }], pages: {} }, colours: ['horse'], address: '#/describe', runs: [] }
const text = (value: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(value)
const zipOf = async (project: object): Promise<ReturnType<typeof bytesSource>> => bytesSource(await writeZip([{ name: 'project.json', bytes: text(JSON.stringify(project)) }]))

describe('the project file', () => {
  it('reads back what was written', async () => {
    const bytes = await writeProjectFile({ content, files: new Map([['model.unseen', text('model')]]) })
    const read = await readProjectFile(bytesSource(bytes), 'zoo.zip')
    expect(read?.content).toEqual(content)
    expect(new TextDecoder().decode(read?.files.get('model.unseen'))).toBe('model')
  })

  it('is not what any archive is', async () => {
    expect(await readProjectFile(bytesSource(await writeZip([{ name: 'a.csv', bytes: text('x') }])), 'a.zip')).toBeUndefined()
  })

  it.each([
    ['another format', { ...content, format: 'other', version: 1 }],
    ['a newer version', { ...content, format: 'unseen-project', version: 2 }],
    ['no document', { format: 'unseen-project', version: 1, name: 'zoo' }],
    ['a class without values', { ...content, format: 'unseen-project', version: 1, document: { classes: [{ name: 'elk' }], pages: {} } }],
    ['classes of another table without values', { ...content, format: 'unseen-project', version: 1, document: { ...content.document, aside: { words: [{ name: 'elk' }] } } }],
    ['values that are no numbers', { ...content, format: 'unseen-project', version: 1, document: { classes: [{ name: 'elk', values: ['1'], versions: [] }], pages: {} } }],
  ])('is refused with %s', async (_what, project) => {
    await expect(readProjectFile(await zipOf(project), 'zoo.zip')).rejects.toMatchObject({ code: 'dataset.content' })
  })

  it('carries the data along: another browser opens it with the same classes and the same model', async () => {
    const studio = await zooStudio()
    const { name, document, colours, address, runs, split, table } = recordOf(studio, 'id')
    const blob = await studio.engine.project.write({ name, document, colours, address, runs, split: split!, table: table! })
    const members = await readZip({ byteLength: blob.size, slice: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()) })
    expect(members.map((member) => member.name)).toEqual(expect.arrayContaining(['project.json', 'model.unseen', 'dataset/dataset.json', 'dataset/features.npy']))

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

  it('a model file alone opens without a library', async () => {
    const studio = await zooStudio()
    const blob = await studio.engine.takeAway.model()
    expect(fromBytes(new Uint8Array(await blob.arrayBuffer())).unseen).toEqual(['zebra'])
    const other = emptyStudio()
    await perform(other, openFiles, [{ name: 'zoo.unseen', blob }])
    expect(other.session.store.getState()).toMatchObject({ status: 'ready', name: 'zoo', data: undefined })
    expect(other.session.store.getState().classes).toEqual(studio.session.store.getState().classes.map((each) => ({ ...each, rows: 0 })))
  })

  it('a broken model file is refused at its door', async () => {
    const other = emptyStudio()
    await perform(other, openFiles, [{ name: 'zoo.unseen', blob: new Blob(['nothing of the kind']) }])
    expect(other.pages.start.getState()).toMatchObject({ door: 'file', problem: { code: expect.stringMatching(/^file\./) as string } })
    expect(other.session.store.getState().status).toBe('none')
  })
})
