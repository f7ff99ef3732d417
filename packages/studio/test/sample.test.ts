import { perform } from '../src/page/action.js'
import { checkAddress } from '../src/page/address-actions.js'
import { openSample } from '../src/project/actions.js'
import { keepProject } from '../src/project/keeper.js'
import { SAMPLE_OPTIONS } from '../src/start/engine/sample.js'
import { SAMPLE } from '../src/worker/sample-name.js'
import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { testStudio } from './helpers/studio.js'

describe('the sample', () => {
  it('opens trained, with its unseen classes as first descriptions', async () => {
    const studio = await testStudio()
    const { status, classes, data, model, name } = studio.session.store.getState()
    expect({ status, name }).toEqual({ status: 'ready', name: 'CIFAR-10 sample' })
    expect(classes.filter(({ seen }) => !seen).map(each => each.name)).toEqual(['automobile', 'deer'])
    expect(data?.rows).toBe(2000)
    expect(data?.attributes).toHaveLength(30)
    expect(data?.attributes[0]).toMatchObject({ group: 'surface', minimum: 0, maximum: 1 })
    expect(model?.method).toBe('class weights')
    expect(studio.history.store.getState().present.classes.map(each => each.name)).toEqual([
      'automobile',
      'deer'
    ])
    expect(studio.address.store.getState()).toEqual({ page: 'describe', params: { class: 'deer' } })
    expect(studio.jobs.store.getState().jobs).toMatchObject([{ kind: 'open', status: 'done' }])
  })

  it('is opened again where nothing was made in it, and has a number of its own where something was', async () => {
    const studio = await testStudio()
    const keeper = keepProject(studio, undefined)
    await keeper.flush()
    const { id } = studio.project.getState()
    await perform(studio, openSample, undefined)
    expect(studio.project.getState().id).toBe(id)
    studio.history.change('Set one', document => ({ ...document, bias: -0.1 }))
    await keeper.flush()
    await perform(studio, openSample, undefined)
    expect(studio.project.getState().id).not.toBe(id)
    expect(studio.session.store.getState().name).toBe('CIFAR-10 sample 2')
  })

  it('says so where its address names a class or an image that is not there', async () => {
    const studio = await testStudio()
    const said = (): string | undefined => studio.notices.store.getState().problem?.what
    for (const [params, text] of [
      [{ class: 'unicorn' }, 'No class is called “unicorn” here.'],
      [{ class: 'horse', image: '2001' }, 'There is no image “2001”: they count from 1 to 2,000.'],
      [{ image: '0' }, 'There is no image “0”: they count from 1 to 2,000.'],
      [{ class: 'deer', image: '2000' }, undefined]
    ] as const) {
      studio.notices.clear()
      studio.address.store.setState({ params })
      checkAddress(studio)
      expect(said()).toBe(text)
    }
  })

  it('is the one that the start page shows', async () => {
    const {
      split,
      table,
      class: name,
      options
    } = JSON.parse(await readFile(new URL('../build/headline.json', import.meta.url), 'utf8')) as Record<
      string,
      unknown
    >
    expect(options).toEqual(SAMPLE_OPTIONS)
    expect({ split, table, class: name }).toEqual({
      split: SAMPLE.split,
      table: SAMPLE.table,
      class: SAMPLE.class
    })
  })
})
