// What a reload would lose otherwise: images brought along, maps, and work that is under way.
import { makeMap, planMap } from '../src/classes/actions.js'
import { type Run, runsOf } from '../src/document/runs.js'
import { comparisonOf } from '../src/evaluate/kept-comparison.js'
import { hasRoom, keepRow, readRows } from '../src/images/engine/kept-rows.js'
import { forgetWaiting, keepNetwork, readNetwork } from '../src/images/engine/kept-waiting.js'
import { followKeeping } from '../src/recognise/kept-photos.js'
import { readWaiting } from '../src/images/waiting-files.js'
import { KEPT_MEGABYTES } from '../src/images/facts.js'
import { perform } from '../src/page/action.js'
import type { Studio } from '../src/page/studio.js'
import { keepProject } from '../src/project/keeper.js'
import { addImages, leaveOut } from '../src/recognise/actions.js'
import { goOn, interruptedText } from '../src/shell/interrupted-actions.js'
import { changePlan, forgetRun, goOnWithRun, startRun } from '../src/train/actions.js'
import { journalFolder } from '../src/worker/journal.js'
import { describe, expect, it } from 'vitest'
import { loadedAgain, testStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

const idOf = ({ project }: Studio): string => project.getState().id ?? ''
const runs = ({ project }: Studio): readonly Run[] => runsOf(project.getState().runs)

describe('images that were brought along', () => {
  it('come back with their features and pictures, in order', async () => {
    const studio = await zooStudio()
    await keepProject(studio, undefined).flush()
    const rows = [
      {
        name: 'a zebra.png',
        features: Float32Array.of(1, 0.2, 0.3, 0.4),
        picture: new Blob(['pixels'], { type: 'image/png' }),
        kept: true
      },
      { name: 'row 1', features: Float32Array.of(0.1, 0.2, 0.3, 1), kept: true }
    ]
    for (const [at, row] of rows.entries())
      expect(await keepRow(studio.projects, idOf(studio), at, row)).toBe(true)
    const again = await loadedAgain(studio)
    expect(
      again.pages.recognise.getState().added.map(({ name, kept, url }) => [name, kept, url !== undefined])
    ).toEqual([
      ['a zebra.png', true, true],
      ['row 1', true, false]
    ])
    const answer = await again.engine.recognise.row({ row: 48, among: 'all' })
    expect(answer).toMatchObject({ name: 'a zebra.png', row: 48 })
    const [kept] = readRows(await studio.projects.files(idOf(studio)))
    expect([...kept.features]).toEqual([...rows[0].features])
    expect(await kept.picture?.text()).toBe('pixels')
  })

  it('are kept up to a limit', () => {
    const half = { name: '', features: new Float32Array(KEPT_MEGABYTES * 2 ** 17), kept: true }
    expect(hasRoom([half], half)).toBe(true)
    expect(hasRoom([half, half], { ...half, features: new Float32Array(1) })).toBe(false)
    expect(hasRoom([{ ...half, kept: false }, half], half)).toBe(true)
  })
})

describe('images that wait for a network', () => {
  const sized = (name: string, megabytes: number) => ({
    name,
    blob: Object.defineProperty(new Blob([name], { type: 'image/png' }), 'size', {
      value: megabytes * 2 ** 20
    })
  })
  const onnx = (megabytes: number) => ({ ...sized('features.onnx', megabytes), preset: 'clip' })

  it('come back after a reload, in order, with the network that is to make their features', async () => {
    const studio = await zooStudio()
    await keepProject(studio, undefined).flush()
    await perform(studio, addImages, [sized('b.png', 1), sized('a.png', 1)])
    expect(await keepNetwork(studio.projects, idOf(studio), onnx(1))).toBe(true)
    const { dropped, backbone, preset } = (await loadedAgain(studio)).pages.recognise.getState()
    expect([dropped.map(({ name }) => name), await dropped[0].blob.text(), backbone, preset]).toEqual([
      ['b.png', 'a.png'],
      'b.png',
      'features.onnx',
      'clip'
    ])
    await forgetWaiting(studio.projects, idOf(studio), dropped[0].key)
    expect(readWaiting(await studio.projects.files(idOf(studio))).map(({ name }) => name)).toEqual(['a.png'])
    // More that come take the place of none.
    await perform(studio, addImages, [sized('c.png', 1)])
    const again = await loadedAgain(studio)
    expect(again.pages.recognise.getState().dropped.map(({ name }) => name)).toEqual(['a.png', 'c.png'])
    for (const { key } of again.pages.recognise.getState().dropped) await perform(again, leaveOut, key)
    expect((await loadedAgain(studio)).pages.recognise.getState().dropped).toEqual([])
  })

  it('that came while another tab kept the project are kept once this one does', async () => {
    const studio = await zooStudio()
    await keepProject(studio, undefined).flush()
    followKeeping(studio)
    studio.project.setState({ keeping: 'elsewhere' })
    await perform(studio, addImages, [sized('a.png', 1)])
    expect(readWaiting(await studio.projects.files(idOf(studio)))).toEqual([])
    studio.project.setState({ keeping: 'waiting' })
    await expect.poll(() => studio.pages.recognise.getState().dropped[0].kept).toBe(true)
    expect(readWaiting(await studio.projects.files(idOf(studio))).map(({ name }) => name)).toEqual(['a.png'])
  })

  it('are kept up to the limit, and those that are not are named', async () => {
    const studio = await zooStudio()
    await keepProject(studio, undefined).flush()
    await perform(studio, addImages, [
      sized('a.png', KEPT_MEGABYTES - 2),
      sized('b.png', 3),
      sized('c.png', 2)
    ])
    const unkept = studio.pages.recognise.getState().dropped.filter(({ kept }) => !kept)
    expect(unkept.map(({ name }) => name)).toEqual(['b.png'])
    expect((await loadedAgain(studio)).pages.recognise.getState().dropped.map(({ name }) => name)).toEqual([
      'a.png',
      'c.png'
    ])
    // A larger network takes the place of nothing: the one before is not brought back for it.
    expect(await keepNetwork(studio.projects, idOf(studio), onnx(1))).toBe(true)
    expect(await keepNetwork(studio.projects, idOf(studio), onnx(KEPT_MEGABYTES + 1))).toBe(false)
    expect(readNetwork(await studio.projects.files(idOf(studio)))).toBeUndefined()
  })
})

describe('what was made of the data', () => {
  it('comes back: maps that are of this model', async () => {
    const studio = await zooStudio()
    const keeper = keepProject(studio, undefined)
    for (const of of ['features', 'proportions'] as const) {
      await perform(studio, planMap, of)
      await perform(studio, makeMap, undefined)
    }
    await keeper.flush()
    const again = await loadedAgain(studio)
    const [before, after] = [studio, again].map(({ pages }) => pages.classes.getState().maps)
    expect(after.features?.x).toEqual(before.features?.x)
    expect(after.proportions?.y).toEqual(before.proportions?.y)
    await again.engine.train.fit('fit', { weights: 'class', gamma: 1, ridge: 1 })
    await again.engine.project.keepModel(idOf(again))
    const { maps } = (await loadedAgain(again)).pages.classes.getState()
    expect(Object.keys(maps)).toEqual(['features'])
  })
})

describe('a run that was broken off', () => {
  const plan = { family: 'paper', effort: 'standard' } as const

  /** After so many chains, and then in a page that was loaded again. */
  async function brokenOff(chains: number): Promise<Studio> {
    const studio = await zooStudio()
    const keeper = keepProject(studio, undefined)
    await perform(studio, changePlan, plan)
    let heard = 0
    studio.project.subscribe((now, before) => {
      const [running] = studio.jobs.running('train')
      if (now.runs !== before.runs && runs(studio)[0].tried.length > 0 && ++heard === chains)
        studio.jobs.stop(running.id)
    })
    await perform(studio, startRun, undefined)
    await expect
      .poll(async () => {
        await keeper.flush()
        return studio.project.getState().keeping
      })
      .toBe('saved')
    return loadedAgain(studio)
  }

  it('goes on from its finished chains, and ends as one that was never interrupted', async () => {
    const whole = await zooStudio()
    await perform(whole, changePlan, plan)
    await perform(whole, startRun, undefined)
    const [expected] = runs(whole)
    expect(expected.status).toBe('done')
    expect(await whole.projects.files(idOf(whole), journalFolder(expected.id))).toEqual(new Map())

    const studio = await brokenOff(3)
    const [broken] = runs(studio)
    expect(broken.status).toBe('stopped')
    const journal = await studio.projects.files(idOf(studio), journalFolder(broken.id))
    expect(journal.size).toBeGreaterThanOrEqual(3)
    const first: number[] = []
    studio.jobs.store.subscribe(({ jobs }) =>
      first.push(...jobs.filter(({ kind, done }) => kind === 'train' && done > 0).map(({ done }) => done))
    )
    await perform(studio, goOnWithRun, broken.id)
    const [run] = runs(studio)
    expect({ ...run, id: '', seconds: 0, startedAt: 0 }).toEqual({
      ...expected,
      id: '',
      seconds: 0,
      startedAt: 0
    })
    expect(first[0]).toBeGreaterThan(journal.size)
    expect(await studio.projects.files(idOf(studio), journalFolder(broken.id))).toEqual(new Map())
    for (const each of [whole, studio])
      await each.engine.train.use('use', runs(each)[0].id, runs(each)[0].best?.options ?? {})
    const [theirs, ours] = await Promise.all(
      [whole, studio].map(async each => (await each.engine.takeAway.model()).arrayBuffer())
    )
    expect(Buffer.from(ours).equals(Buffer.from(theirs))).toBe(true)
  })

  it('leaves nothing behind when it is removed', async () => {
    const studio = await brokenOff(1)
    await perform(studio, forgetRun, runs(studio)[0].id)
    await expect.poll(async () => (await studio.projects.files(idOf(studio), 'journal/')).size).toBe(0)
  })

  it('is offered once, and by whoever begins it again it is gone on with', async () => {
    const studio = await testStudio()
    const job = { project: idOf(studio), kind: 'compare', label: 'Comparing methods', again: 'chance' }
    studio.interrupted.store.setState({ jobs: [job, { ...job, kind: 'map', again: 'features' }] })
    expect(interruptedText(job)).toContain('The comparison of methods was interrupted')
    await perform(studio, goOn, job)
    expect(
      comparisonOf(studio.project.getState().runs, 'attributes')?.methods.map(({ name }) => name)
    ).toEqual(['chance'])
    expect(studio.interrupted.store.getState().jobs.map(({ kind }) => kind)).toEqual(['map'])
    const map = perform(studio, goOn, { ...job, kind: 'map', again: 'features' })
    studio.jobs.stop(studio.jobs.running('map')[0].id)
    await map
    expect(studio.interrupted.store.getState().jobs).toEqual([])
  })
})
