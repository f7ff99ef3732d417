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
