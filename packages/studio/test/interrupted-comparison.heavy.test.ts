// Comparisons of methods and a reload: one that is finished comes back, one that was broken off goes on from
// its jobs.
import { compareThese } from '../src/evaluate/actions.js'
import { comparisonOf } from '../src/evaluate/kept-comparison.js'
import { perform } from '../src/page/action.js'
import { keepProject } from '../src/project/keeper.js'
import { describe, expect, it } from 'vitest'
import { loadedAgain, testStudio } from './helpers/studio.js'

describe('a comparison that is finished', () => {
  it('comes back', async () => {
    const studio = await testStudio()
    const keeper = keepProject(studio, undefined)
    await perform(studio, compareThese, 'chance,means')
    await keeper.flush()
    const again = comparisonOf((await loadedAgain(studio)).project.getState().runs, 'attributes')
    expect(again).toEqual(comparisonOf(studio.project.getState().runs, 'attributes'))
    expect(again?.methods.map(({ name }) => name)).toEqual(['means', 'chance'])
  })
})

describe('a comparison that was broken off', () => {
  it('goes on from the jobs that were done, and begins anew where a class was described otherwise', async () => {
    const studio = await testStudio()
    const id = studio.project.getState().id ?? ''
    const done: number[] = []
    const found = await studio.engine.evaluate.compare('one', 'means,eszsl', id, progress => {
      if ('done' in progress) done.push(progress.done)
      // Not every job is told of: quick ones are told together.
      if (done.at(-1)! > 0) void studio.engine.jobs.stop('one')
    })
    expect(found.status).toBe('cancelled')
    const files = await studio.projects.files(id, 'journal/')
    expect(files.size).toBeGreaterThan(0)
    const whole = await studio.engine.evaluate.compare('two', 'means,eszsl', undefined)
    const again: number[] = []
    const rest = await studio.engine.evaluate.compare('three', 'means,eszsl', id, progress => {
      if ('done' in progress) again.push(progress.done)
    })
    expect(again[0]).toBe(files.size)
    const accuracies = ({ methods }: typeof rest): unknown =>
      methods.map(({ name, harmonic, unseenOnly, half }) => [name, harmonic, unseenOnly, half])
    expect(accuracies(rest)).toEqual(accuracies(whole))
    expect((await studio.projects.files(id, 'journal/')).size).toBe(0)

    await studio.projects.addFiles(
      id,
      new Map([
        ['journal/compare chance,means/000000', new TextEncoder().encode('{"key":"of another time"}')]
      ])
    )
    expect(accuracies(await studio.engine.evaluate.compare('four', 'means,eszsl', id))).toEqual(
      accuracies(whole)
    )
  })
})
