import { perform } from '../src/page/action.js'
import { fixFinding, openFiles, takeFiles, toggleUnseen } from '../src/page/file-actions.js'
import type { Studio } from '../src/page/studio.js'
import type { NamedBlob } from '../src/worker/files.js'
import { describe, expect, it } from 'vitest'
import { emptyStudio } from './helpers/studio.js'
import { textFile, zooAttributes, zooClasses, zooFeatures } from './helpers/zoo.js'

const drop = async (studio: Studio, ...files: NamedBlob[]): Promise<void> => perform(studio, openFiles, files)
const findings = (studio: Studio) => studio.pages.start.getState().examination?.findings ?? []

describe('own data', () => {
  it('two CSV files: the doctor looks, and what has only a description is unseen', async () => {
    const studio = emptyStudio()
    await drop(
      studio,
      textFile('zoo/features.csv', zooFeatures()),
      textFile('zoo/attributes.csv', zooAttributes)
    )
    const { examination, dropped } = studio.pages.start.getState()
    expect(dropped).toBe('zoo, 2 files')
    expect(examination).toMatchObject({ name: 'zoo', usable: true })
    expect(
      findings(studio)
        .filter(({ severity }) => severity === 'good')
        .map(({ text }) => text)
    ).toEqual(['48 rows of 4 features, of 4 classes', '5 descriptions, 3 attributes each (attributes)'])
    await perform(studio, takeFiles, undefined)
    const { status, data, classes: known } = studio.session.store.getState()
    expect(status).toBe('ready')
    expect(known.filter(({ seen }) => !seen).map(({ name }) => name)).toEqual(['zebra'])
    expect(data).toMatchObject({ rows: 48, columns: 4, split: 'chosen' })
    expect(data?.test.length).toBe(48)
    expect(studio.project.getState()).toMatchObject({ source: 'files' })
  })

  it('classes can be chosen to play unseen', async () => {
    const studio = emptyStudio()
    await drop(studio, textFile('features.csv', zooFeatures()), textFile('attributes.csv', zooAttributes))
    expect(studio.pages.start.getState().examination?.choose).toEqual(zooClasses)
    await perform(studio, toggleUnseen, 'tiger')
    await perform(studio, takeFiles, undefined)
    expect(
      studio.session.store
        .getState()
        .classes.filter(({ seen }) => !seen)
        .map(({ name }) => name)
    ).toEqual(['tiger', 'zebra'])
  })

  it('comes back from the browser as it was', async () => {
    const studio = emptyStudio()
    await drop(studio, textFile('features.csv', zooFeatures()), textFile('attributes.csv', zooAttributes))
    await perform(studio, takeFiles, undefined)
    const { id } = studio.project.getState()
    const { recordOf } = await import('../src/project/keeper.js')
    const opened = await studio.engine.project.load('again', { ...recordOf(studio, id!), revision: 1 }, '')
    expect(opened.classes).toEqual(studio.session.store.getState().classes)
    expect(opened.data).toEqual(studio.session.store.getState().data)
  })

  it('a name that is spelt differently blocks, and is matched with one click', async () => {
    const studio = emptyStudio()
    await drop(
      studio,
      textFile(
        'features.csv',
        zooFeatures(name => (name === 'tiger' ? 'Tiger' : name))
      ),
      textFile('attributes.csv', zooAttributes)
    )
    expect(studio.pages.start.getState().examination?.usable).toBe(false)
    const finding = findings(studio).find(({ fix }) => fix === 'Match the name')
    expect(finding).toBeDefined()
    await perform(studio, fixFinding, finding!.id)
    expect(studio.pages.start.getState().examination?.usable).toBe(true)
    await perform(studio, takeFiles, undefined)
    expect(studio.session.store.getState().classes.map(({ name }) => name)).toEqual([
      'horse',
      'tiger',
      'panda',
      'whale',
      'zebra'
    ])
  })

  it('numbers that are none block: what learning would refuse is not let through', async () => {
    const studio = emptyStudio()
    const broken = zooFeatures().replace(/,[\d.]+\n/, ',nan\n')
    await drop(studio, textFile('birds.csv', broken), textFile('attributes.csv', zooAttributes))
    expect(studio.pages.start.getState().examination?.usable).toBe(false)
    expect(findings(studio).filter(({ blocks }) => blocks)).toMatchObject([{ id: 'not-finite-features:0' }])
  })

  it('rows without a description are left out with one click', async () => {
    const studio = emptyStudio()
    await drop(
      studio,
      textFile('features.csv', `${zooFeatures()}elephant,1,1,1,1\n`),
      textFile('attributes.csv', zooAttributes)
    )
    const finding = findings(studio).find(({ fix }) => fix === 'Leave those rows out')
    expect(finding).toBeDefined()
    await perform(studio, fixFinding, finding!.id)
    await perform(studio, takeFiles, undefined)
    expect(studio.session.store.getState().data?.rows).toBe(48)
  })

  it.each([
    ['without descriptions', [textFile('features.csv', zooFeatures())], /describes the classes/],
    ['without features', [textFile('attributes.csv', zooAttributes)], /nothing can be learned|no data set/i]
  ])('%s it cannot go on, and says why', async (_what, files, why) => {
    const studio = emptyStudio()
    await drop(studio, ...files)
    const { examination, problem } = studio.pages.start.getState()
    expect(examination?.usable ?? false).toBe(false)
    expect(
      [
        ...findings(studio)
          .filter(({ blocks }) => blocks)
          .map(({ text }) => text),
        problem?.what
      ].join(' ')
    ).toMatch(why)
    await perform(studio, takeFiles, undefined)
    expect(studio.session.store.getState().status).toBe('none')
  })

  it('is no longer read once somebody says stop: a large CSV ends with the piece it is at', async () => {
    const studio = emptyStudio()
    const row = `horse${',0.123456'.repeat(200)}\n`
    const large = new Blob([
      `label${Array.from({ length: 200 }, (_, k) => `,f${k}`).join('')}\n`,
      ...Array.from({ length: 8000 }, () => row)
    ])
    const pieces: number[] = []
    const slice = large.slice.bind(large)
    large.slice = (start, end, type) => {
      pieces.push((end ?? large.size) - (start ?? 0))
      // Some megabytes have been read by now.
      if (pieces.length === 5) for (const { id } of studio.jobs.running('open')) studio.jobs.stop(id)
      return slice(start, end, type)
    }
    await drop(
      studio,
      { name: 'zoo/features.csv', blob: large },
      textFile('zoo/attributes.csv', zooAttributes)
    )
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBeLessThan(large.size / 2)
    expect(studio.jobs.store.getState().jobs[0]).toMatchObject({ kind: 'open', status: 'stopped' })
    expect(studio.pages.start.getState()).toMatchObject({ examination: undefined, problem: undefined })
  })

  it('what is no data at all is refused on its card', async () => {
    const studio = emptyStudio()
    await drop(studio, textFile('letter.txt', 'Dear Sir or Madam'))
    expect(studio.pages.start.getState()).toMatchObject({
      card: 'data',
      problem: { code: expect.any(String) as string }
    })
  })
})
