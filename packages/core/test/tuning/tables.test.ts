// Tuning over tables of signatures: the same folds for all, the best is trained and says so.
import { joinSignatures } from '@unseen/data'
import { createRandom } from '../../src/base/random.js'
import { fit } from '../../src/fit.js'
import { fromBytes, toBytes } from '../../src/model/file.js'
import { type TableCandidate, tuneTables } from '../../src/tune-tables.js'
import { tune } from '../../src/tune.js'
import type { ChainResult } from '../../src/tuning/chain.js'
import { describe, expect, it } from 'vitest'
import { smallProblem } from '../properties/small-problem.js'

const options = { family: 'class-weights', grid: { ridge: [1], gamma: [0.1, 1] }, seed: 3 } as const

/** Rows scatter around a mixing of the good table; the other one says nothing about them. */
const random = createRandom(5)
const grid = (rows: number, columns: number): number[][] =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, () => random.next()))
const classes = Array.from({ length: 8 }, (_, k) => `c${k}`)
const [good, bad, mixing] = [grid(8, 6), grid(8, 6), grid(6, 20)]
const labels = Array.from({ length: 160 }, (_, i) => classes[i % 8])
const features = labels.map(label =>
  mixing[0].map(
    (_, m) =>
      good[classes.indexOf(label)].reduce((sum, value, k) => sum + value * mixing[k][m], 0) +
      0.1 * random.next()
  )
)
const encoder = { kind: 'words', model: 'tiny', length: 6, digest: 'd' } as const
const tables = {
  good: { name: 'good', classes, matrix: good, encoder },
  bad: { name: 'bad', classes, matrix: bad }
}
const joined = [0.5, 2].map(weight =>
  joinSignatures([
    { table: tables.bad, weight: 1 },
    { table: tables.good, weight }
  ])
)
const candidates: readonly TableCandidate[] = [tables.bad, tables.good, ...joined].map(table => ({
  name: table.name,
  table
}))

describe('tuneTables', () => {
  it('takes the table that recognises held-out classes best, as tune alone would find it', async () => {
    const { tables: found, best } = await tuneTables({ features, labels }, candidates, options)
    expect(found.map(({ name }) => name)).toEqual(['bad', 'good', 'bad + 0.5 * good', 'bad + 2 * good'])
    const accuracies = found.map(table => table.best?.accuracy ?? 0)
    expect(accuracies[1]).toBeGreaterThan(accuracies[0] + 0.2)
    expect(best?.name).toBe(found[accuracies.indexOf(Math.max(...accuracies))].name)
    const alone = await tune(
      { features, labels, signatures: candidates.find(({ name }) => name === best?.name)!.table },
      options
    )
    expect(best?.tuned.best).toEqual(alone.best)
    expect(best?.tuned.folds).toEqual(alone.folds)
    expect(best?.tuned.model?.notes.tuning).toMatchObject({
      table: best?.name,
      tables: found.map(({ name }) => ({ table: name }))
    })
    expect(toBytes(best!.tuned.model!.annotate({ tuning: {} }))).toEqual(
      toBytes(alone.model!.annotate({ tuning: {} }))
    )
  })

  it('prefers the simpler of equals: one part before two, short before long', async () => {
    const again = {
      name: 'again',
      table: joinSignatures([
        { table: tables.good, weight: 1 },
        { table: tables.bad, weight: 0 }
      ])
    }
    const longer = { name: 'longer', table: { classes, matrix: good.map(row => [...row, 0]) } }
    const { tables: found, best } = await tuneTables(
      { features, labels },
      [again, longer, { name: 'plain', table: tables.good }],
      { ...options, retrain: false }
    )
    expect(new Set(found.map(table => table.best?.accuracy)).size).toBe(1)
    expect(best?.name).toBe('plain')
    expect(best?.tuned.model).toBeUndefined()
  })

  it('goes on where it was interrupted', async () => {
    const whole = await tuneTables({ features, labels }, candidates, options)
    const completed: Record<string, ChainResult[]> = {}
    const stop = new AbortController()
    let results = 0
    const broken = await tuneTables({ features, labels }, candidates, {
      ...options,
      signal: stop.signal,
      onResult(name, result) {
        completed[name] = [...(completed[name] ?? []), result]
        if (++results === 6) stop.abort()
      }
    })
    expect(broken.tables.length).toBeLessThan(candidates.length)
    expect(broken.tables.at(-1)?.status).toBe('cancelled')
    let more = 0
    const resumed = await tuneTables({ features, labels }, candidates, {
      ...options,
      completed,
      onResult: () => {
        more++
      }
    })
    expect(resumed.tables).toEqual(whole.tables)
    expect(more + results).toBe(candidates.length * 4)
  })

  it('counts its progress over all tables', async () => {
    const seen: { share: number; left: number }[] = []
    await tuneTables({ features, labels }, candidates, {
      ...options,
      retrain: false,
      onProgress: progress =>
        progress.stage === 'search' &&
        seen.push({ share: progress.done / progress.total, left: progress.secondsLeft })
    })
    const shares = seen.map(({ share }) => share)
    expect(seen.at(-1)).toEqual({ share: 1, left: 0 })
    expect(shares).toEqual([...shares].sort((a, b) => a - b))
    expect(seen.find(({ share }) => share === 0.25)?.left).toBeGreaterThan(0)
  })

  it('refuses tables that would give other folds', async () => {
    const turned = { name: 'turned', table: { classes: [...classes].reverse(), matrix: good } }
    await expect(tuneTables({ features, labels }, [candidates[0], turned], options)).rejects.toMatchObject({
      code: 'signatures.shape',
      where: { table: 'turned', row: 0 }
    })
    await expect(tuneTables({ features, labels }, [], options)).rejects.toMatchObject({
      code: 'search.empty'
    })
    await expect(
      tuneTables({ features, labels }, [candidates[0], candidates[0]], options)
    ).rejects.toMatchObject({ code: 'options.value' })
  })
})

describe('the encoder of a table', () => {
  it('travels with a model and its file', async () => {
    const { signatures, ...rows } = smallProblem(1)
    const parts = [
      { name: 'a', ...signatures },
      { name: 'b', ...signatures, encoder }
    ].map(table => ({ table, weight: 1 }))
    const table = joinSignatures(parts)
    const model = await fit({ ...rows, signatures: table })
    expect(model.notes.encoder).toEqual(table.encoder)
    expect(fromBytes(toBytes(model)).notes.encoder).toEqual(table.encoder)
    expect((await fit({ ...rows, signatures })).notes.encoder).toBeUndefined()
    expect((await tune({ features, labels, signatures: tables.good }, options)).model?.notes.encoder).toEqual(
      encoder
    )
  })
})
