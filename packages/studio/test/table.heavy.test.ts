// Another table of signatures: trained anew, undone as one step, and nothing that was described is lost.
import { fit } from '@unseen/core'
import { joinSignatures, takeSplit } from '@unseen/data'
import { openDataset } from 'unseen'
import { mixByHand, takeSentence } from '../src/describe/actions.js'
import { newClass } from '../src/describe/class-actions.js'
import { runsOf } from '../src/document/runs.js'
import { inOtherTable, keptElsewhere, tableChoices } from '../src/document/tables.js'
import { setBias } from '../src/evaluate/actions.js'
import { isEnabled, perform } from '../src/page/action.js'
import { redo, undo } from '../src/page/history-actions.js'
import type { Studio } from '../src/page/studio.js'
import { openRecent } from '../src/project/actions.js'
import { keepProject } from '../src/project/keeper.js'
import { SAMPLE_OPTIONS } from '../src/start/engine/sample.js'
import { changePlan, startRun, useRun } from '../src/train/actions.js'
import { FIRST_PLAN, commandOf } from '../src/train/engine/plans.js'
import { chooseTable } from '../src/train/table-actions.js'
import { describe, expect, it } from 'vitest'
import { join } from 'node:path'
import { repository } from '../../../test/helpers/sources.js'
import { emptyStudio, testStudio } from './helpers/studio.js'

const tableOf = ({ session }: Studio): string | undefined => session.store.getState().data?.table
const classesOf = ({ history }: Studio): readonly string[] =>
  history.store.getState().present.classes.map(({ name }) => name)
const deerOf = ({ session }: Studio): readonly number[] =>
  session.store.getState().classes.find(({ name }) => name === 'deer')?.mixture ?? []

/** What core comes to on this table of the sample. */
async function mixtureInCore(table: string): Promise<readonly number[]> {
  const { train } = await takeSplit(await openDataset(join(repository, 'data/cifar10-sample')), {
    split: 'automobile-deer',
    table
  })
  return [...(await fit(train, SAMPLE_OPTIONS)).find('deer').mixture]
}

describe('another table of signatures', () => {
  it('is trained on as core does, keeps what it cannot express, and is undone and done again with its model', async () => {
    const studio = await testStudio()
    await perform(studio, newClass, { name: 'elk', from: 'horse' })
    await perform(studio, newClass, { name: 'mule', from: 'horse' })
    await perform(studio, mixByHand, { shares: { horse: 0.75, dog: 0.25 }, changed: 'horse' })
    await studio.sync.settled()
    await perform(studio, setBias, { bias: 0.01 })
    const [before, mixture] = [studio.history.store.getState().present, deerOf(studio)]

    await perform(studio, chooseTable, 'sentences')
    expect(studio.notices.store.getState().problem).toBeUndefined()
    expect(tableOf(studio)).toBe('sentences')
    expect(classesOf(studio)).toEqual(['automobile', 'deer', 'mule'])
    expect(deerOf(studio)).toEqual(await mixtureInCore('sentences'))
    expect(studio.session.store.getState().classes.find(({ name }) => name === 'mule')?.values).toHaveLength(
      384
    )
    expect(studio.history.store.getState().present.bias).toBeUndefined()
    expect(studio.notices.store.getState().undone?.text).toBe(
      'Signatures: sentences; elk kept with attributes'
    )
    expect(keptElsewhere(studio.history.store.getState().present)).toEqual([
      { table: 'attributes', names: ['elk'] }
    ])

    // A sentence of the table describes a class.
    studio.address.set({ class: 'deer' })
    const horse = (await studio.engine.describe.sentences()).find(each => each.class === 'horse')
    if (horse !== undefined) await perform(studio, takeSentence, horse)
    await studio.sync.settled()
    expect(studio.session.store.getState().classes.find(({ name }) => name === 'deer')?.values).toEqual(
      horse?.values
    )
    const after = studio.history.store.getState().present

    await perform(studio, undo, undefined)
    await perform(studio, undo, undefined)
    expect(tableOf(studio)).toBe('attributes')
    expect(studio.history.store.getState().present).toBe(before)
    await studio.sync.settled()
    expect(deerOf(studio)).toEqual(mixture)
    expect(studio.session.store.getState().classes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['elk', 'mule'])
    )
    await perform(studio, redo, undefined)
    await perform(studio, redo, undefined)
    expect([tableOf(studio), studio.history.store.getState().present]).toEqual(['sentences', after])
    expect(studio.notices.store.getState().problem).toBeUndefined()
  })

  it('may be several joined, is there after a reload, and what was described before comes back with its table', async () => {
    const studio = await testStudio()
    const keeper = keepProject(studio, undefined)
    await perform(studio, newClass, { name: 'elk', from: 'horse' })
    await perform(studio, chooseTable, 'attributes + words')
    expect(deerOf(studio)).toEqual(await mixtureInCore('attributes + words'))
    const { signatures } = await openDataset(join(repository, 'data/cifar10-sample'))
    expect(tableOf(studio)).toBe(
      joinSignatures([signatures[0], signatures[2]].map(table => ({ table, weight: 1 }))).name
    )
    await keeper.flush()

    const again = emptyStudio({ projects: studio.projects })
    const record = await studio.projects.load(studio.project.getState().id ?? '')
    expect(record?.table).toBe('attributes + words')
    if (record !== undefined) await perform(again, openRecent, record)
    await again.sync.settled()
    expect(again.notices.store.getState().problem).toBeUndefined()
    expect([tableOf(again), deerOf(again)]).toEqual(['attributes + words', deerOf(studio)])
    expect(again.session.store.getState().model?.trainedAt).toBeUndefined()

    await perform(again, chooseTable, 'attributes')
    expect(classesOf(again)).toEqual(['automobile', 'deer', 'elk'])
    await again.sync.settled()
    expect(again.session.store.getState().classes.map(({ name }) => name)).toContain('elk')

    // Left between the two, the model in the browser is still of the other table: it is trained again.
    const left = emptyStudio({ projects: studio.projects })
    if (record !== undefined)
      await perform(left, openRecent, {
        ...record,
        table: 'sentences',
        document: { ...record.document, table: 'sentences', classes: [] }
      })
    expect(left.session.store.getState().model).toMatchObject({
      length: 384,
      settings: expect.objectContaining(SAMPLE_OPTIONS) as object
    })
  })

  it('stopped, leaves all as it was', async () => {
    const studio = await testStudio()
    const before = studio.session.store.getState()
    const switching = perform(studio, chooseTable, 'words')
    expect(isEnabled(chooseTable, studio, 'sentences')).toBe(false)
    for (const { id } of studio.jobs.running('use')) studio.jobs.stop(id)
    await switching
    expect(studio.session.store.getState()).toBe(before)
    expect(studio.history.store.getState().past).toEqual([])
    const focus = {
      class: 'deer',
      among: 'unseen',
      images: { surest: 1, border: 1, changed: 1 }
    } as const
    const { classes } = studio.history.store.getState().present
    const stepped = await studio.engine.describe.step({ classes, table: 'attributes', rests: false, focus })
    expect(stepped).toMatchObject({ changed: [], meaning: { mixture: deerOf(studio) } })
    expect(studio.jobs.store.getState().jobs[0]).toMatchObject({ kind: 'use', status: 'stopped' })
  })

  it('has runs of its own: one of another table is not taken into use', async () => {
    const studio = await testStudio()
    await perform(studio, changePlan, { effort: 'these' })
    await perform(studio, startRun, undefined)
    const [run] = runsOf(studio.project.getState().runs)
    expect(run.table).toBe('attributes')
    expect(isEnabled(useRun, studio, run.id)).toBe(true)
    await perform(studio, chooseTable, 'words')
    expect(isEnabled(useRun, studio, run.id)).toBe(false)
    await perform(studio, undo, undefined)
    expect(isEnabled(useRun, studio, run.id)).toBe(true)
  })

  it('is offered alone, in pairs and all together, and named by the command', () => {
    expect(tableChoices(['a'])).toEqual(['a'])
    expect(tableChoices(['a', 'b'])).toEqual(['a', 'b', 'a + b'])
    expect(tableChoices(['a', 'b', 'c'])).toEqual(['a', 'b', 'c', 'a + b', 'a + c', 'b + c', 'a + b + c'])
    expect(commandOf({ ...FIRST_PLAN, effort: 'these' }, 'a + b')).toBe(
      "unseen fit DATA --table 'a + b' --weights class"
    )
  })

  it('brings back what was described in it, beside what came since', () => {
    const described = (name: string, value: number) => ({
      name,
      values: [value],
      how: 'attributes' as const,
      versions: []
    })
    const known = [
      { name: 'horse', seen: true, values: [1, 1] },
      { name: 'deer', seen: false, values: [1, 0] }
    ]
    const first = inOtherTable(
      { table: 'a', classes: [described('deer', 1), described('elk', 2)], pages: {} },
      'b',
      known,
      7
    )
    expect(first).toEqual({
      table: 'b',
      pages: {},
      classes: [
        {
          name: 'deer',
          values: [1, 0],
          how: 'attributes',
          versions: [{ number: 1, time: 7, values: [1, 0] }]
        }
      ],
      aside: { a: [described('deer', 1), described('elk', 2)] }
    })
    const back = inOtherTable({ ...first, classes: [...first.classes, described('goat', 3)] }, 'a', [], 8)
    expect(back.classes).toEqual([described('deer', 1), described('elk', 2)])
    expect(keptElsewhere(back)).toEqual([{ table: 'b', names: ['goat'] }])
  })
})
