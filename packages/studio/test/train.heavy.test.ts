// Train: the form is core's table of options, a run finds what core's search finds, and its model can be
// taken into use.
import { fitOptions, tune } from '@unseen/core'
import { runsOf, settingAt } from '../src/document/runs.js'
import { setBias } from '../src/evaluate/actions.js'
import { perform } from '../src/page/action.js'
import { changePlan, compareRuns, forgetRun, startRun, tickRun, useRun } from '../src/train/actions.js'
import { createCourse } from '../src/train/engine/runs.js'
import { FIRST_PLAN, commandOf, fieldsOf, fixedOf, gridOf, settingsIn } from '../src/train/engine/plans.js'
import { describe, expect, it } from 'vitest'
import { coreSample } from './helpers/sample.js'
import { testStudio } from './helpers/studio.js'
import { zooStudio } from './helpers/zoo.js'

describe('The form', () => {
  it('has the options of the method that the search does not decide, by their names', () => {
    const names = (family: 'paper' | 'class-weights', effort: 'these' | 'quick') =>
      fieldsOf({ family, effort }).map(({ name }) => name)
    expect(names('class-weights', 'quick')).toEqual(['transform', 'mixture', 'normalise', 'seed'])
    expect(names('class-weights', 'these')).toEqual(expect.arrayContaining(['gamma', 'ridge', 'compare']))
    expect(names('paper', 'these')).toEqual(
      fitOptions
        .filter(
          ({ name, only }) =>
            (only ?? 'shared') === 'shared' &&
            !['recipe', 'weights', 'loss', 'mixture', 'compare'].includes(name)
        )
        .map(({ name }) => name)
    )
  })

  it('counts the settings, and says the command', () => {
    expect(
      (['these', 'quick', 'standard', 'paper'] as const).map(effort =>
        settingsIn({ ...FIRST_PLAN, family: 'paper', effort })
      )
    ).toEqual([1, 9, 24, 336])
    expect(settingsIn({ ...FIRST_PLAN, effort: 'standard' })).toBe(48)
    expect(commandOf({ ...FIRST_PLAN, effort: 'these', options: { gamma: 0.3 } })).toBe(
      'unseen fit DATA --weights class --gamma 0.3'
    )
    expect(
      commandOf({ ...FIRST_PLAN, family: 'paper', effort: 'standard', options: { seed: 3, gamma: 1 } })
    ).toBe('unseen tune DATA --family paper --protocol groups --seed 3')
  })
})

describe('The course of a training', () => {
  it('never goes back: the best so far, one step for each round', () => {
    const course = createCourse()
    const add = (epoch: number, objective: number, gap: number): boolean =>
      course.add({ epoch, objective, gap })
    expect([add(1, 10, 0.5), add(2, 12, 0.4), add(3, 8, 0.2), add(3, 8, 0.2)]).toEqual([
      true,
      true,
      true,
      false
    ])
    const steps = course.steps()
    expect(steps.map(({ objective }) => objective)).toEqual([10, 10, 8])
    expect(steps.every(({ gap }, at) => at === 0 || gap <= steps[at - 1].gap)).toBe(true)
    // Another round begins: of each the end is kept.
    add(1, 7, 0.5)
    add(2, 6, 0.1)
    expect(course.steps().map(({ objective }) => objective)).toEqual([8, 6])
  })
})

describe('A run', () => {
  it('finds what the search of core finds, is kept in the project, compared, and taken into use', async () => {
    const studio = await testStudio()
    const runs = () => runsOf(studio.project.getState().runs)
    await perform(studio, changePlan, { effort: 'quick', options: { normalise: 'l2' } })
    const plan = studio.pages.train.getState().plan
    await perform(studio, startRun, undefined)
    const {
      taken: { train }
    } = await coreSample()
    const expected = await tune(train, {
      ...fixedOf(plan),
      family: 'class-weights',
      grid: gridOf(plan),
      retrain: false
    })
    const [run] = runs()
    expect(run).toMatchObject({
      number: 1,
      status: 'done',
      best: { accuracy: expected.best?.accuracy, options: expected.options }
    })
    expect(run.tried.length).toBe(9)
    const { gamma, ridge } = run.best?.options ?? {}
    expect(settingAt(run.tried, Number(gamma), Number(ridge))?.accuracy).toBe(expected.best?.accuracy)

    await perform(studio, changePlan, { effort: 'these', options: { gamma: 1, ridge: 3 } })
    await perform(studio, startRun, undefined)
    expect(runs().map(({ number, status }) => [number, status])).toEqual([
      [2, 'done'],
      [1, 'done']
    ])
    for (const { id } of runs()) await perform(studio, tickRun, id)
    await perform(studio, compareRuns, undefined)
    expect(studio.pages.train.getState().comparing).toBe(true)

    studio.pages.evaluate.setState({ measured: await studio.engine.evaluate.measure('evaluate-1') })
    await perform(studio, setBias, { bias: -0.3 })
    await perform(studio, useRun, runs()[0].id)
    expect(studio.session.store.getState().model?.settings).toMatchObject({
      weights: 'class',
      gamma: 1,
      ridge: 3
    })
    expect(
      studio.session.store
        .getState()
        .classes.filter(({ seen }) => !seen)
        .map(({ name }) => name)
        .sort()
    ).toEqual(['automobile', 'deer'])
    expect(studio.history.store.getState().present.bias).toBeUndefined()
    // It was tested before it came into use: its own bias counts at once.
    const { rehearsal } = studio.session.store.getState()
    expect(rehearsal?.found.status).toBe('complete')
    expect((await studio.engine.evaluate.at({})).bias).toBe(rehearsal?.bias)

    await perform(studio, forgetRun, runs()[1].id)
    expect(runs().map(({ number }) => number)).toEqual([2])
  })

  it('searches Gaussian weights, and whichever is better as the command line does, and uses it', async () => {
    const studio = await testStudio()
    const runs = () => runsOf(studio.project.getState().runs)
    const {
      taken: { train }
    } = await coreSample()
    for (const family of ['gauss', 'auto'] as const) {
      await perform(studio, changePlan, { family, effort: 'quick' })
      const { plan } = studio.pages.train.getState()
      await perform(studio, startRun, undefined)
      const expected = await tune(train, { family, grid: gridOf(plan), retrain: false })
      expect(runs()[0]).toMatchObject({
        status: 'done',
        best: { accuracy: expected.best?.accuracy, options: expected.options },
        steps: []
      })
      expect(runs()[0].tried.length).toBe(settingsIn(plan))
    }
    const gauss = runs()[1]
    await perform(studio, useRun, gauss.id)
    expect(studio.session.store.getState().model?.settings.weights).toBe('gauss')
    expect(studio.session.store.getState().rehearsal?.found.status).toBe('complete')
    const { seen, unseen } = await studio.engine.evaluate.at({})
    expect(Math.min(seen, unseen)).toBeGreaterThan(0.3)
  })

  it('stops and keeps the best so far', async () => {
    const studio = await zooStudio()
    await perform(studio, changePlan, { family: 'paper', effort: 'paper' })
    studio.project.subscribe(({ runs }) => {
      if (runsOf(runs)[0].tried.length > 0)
        for (const { id } of studio.jobs.running('train')) studio.jobs.stop(id)
    })
    await perform(studio, startRun, undefined)
    const [run] = runsOf(studio.project.getState().runs)
    expect(run.status).toBe('stopped')
    expect(run.best?.accuracy).toBeGreaterThan(0)
    expect(run.settings).toBe(336)
  })

  it('says why it could not be made', async () => {
    const studio = await zooStudio()
    await perform(studio, changePlan, {
      family: 'paper',
      effort: 'these',
      options: { lambda2: 0, lambda3: 0 }
    })
    await perform(studio, startRun, undefined)
    expect(runsOf(studio.project.getState().runs)[0]).toMatchObject({
      status: 'failed',
      problem: expect.stringContaining('no point to try') as string
    })
  })
})
