// Methods side by side on problems whose answer is known.
import { type CompareOptions, compare } from '../../../src/compare/compare.js'
import type { JobResult } from '../../../src/compare/jobs.js'
import type { Method } from '../../../src/compare/method.js'
import { chance } from '../../../src/compare/methods/chance.js'
import { means } from '../../../src/compare/methods/means.js'
import { harmonicMean } from '../../../src/evaluation/competition.js'
import { Matrix } from '../../../src/linalg/matrix.js'
import { describe, expect, it } from 'vitest'
import { bad, comparisonProblem, edgy, failing, good, stubborn, torn } from './problem.js'

const problem = comparisonProblem(3, { seen: 12, unseen: 4, rowsPerClass: 12 })
const options: CompareOptions = { methods: [good, edgy, bad, chance], trials: 2, seed: 5 }
const whole = await compare(problem, options)
const [zsl, gzsl] = whole.comparison.protocols
const named = (protocol: typeof zsl, name: string) => protocol.methods.find(({ method }) => method === name)!

describe('a comparison', () => {
  it('finds the point that works and says when it lies on the edge', () => {
    for (const protocol of [zsl, gzsl]) {
      expect(
        named(protocol, 'good').trials.map(({ parameters, onEdge }) => ({ parameters, onEdge }))
      ).toEqual([
        { parameters: { quality: 7 }, onEdge: [] },
        { parameters: { quality: 7 }, onEdge: [] }
      ])
      expect(
        named(protocol, 'edgy').trials.map(({ parameters, onEdge }) => ({ parameters, onEdge }))
      ).toEqual([
        { parameters: { quality: 11 }, onEdge: ['quality'] },
        { parameters: { quality: 11 }, onEdge: ['quality'] }
      ])
    }
  })

  it('ranks methods and compares each with the best', () => {
    expect(whole.status).toBe('complete')
    expect(zsl.methods.map(({ method }) => method)).toEqual(['good', 'edgy', 'chance', 'bad'])
    const [best, alike, , worst] = zsl.methods
    expect(best.zsl!.perClass.value).toBeGreaterThan(0.6)
    expect(best.toBest).toEqual({ difference: { value: 0, low: 0, high: 0 }, p: 1 })
    expect(alike.toBest.p).toBe(1)
    expect(worst.toBest.difference.high).toBeLessThan(0)
    expect(worst.toBest.p).toBeLessThan(0.05)
    for (const { zsl: measures } of zsl.methods) {
      for (const { value, low, high } of Object.values(measures!)) {
        expect(low).toBeLessThanOrEqual(value)
        expect(high).toBeGreaterThanOrEqual(value)
      }
    }
  })

  it('gives chance what chance gets', async () => {
    const { comparison } = await compare(
      comparisonProblem(8, { seen: 8, unseen: 5, rowsPerClass: 200, columns: 4, length: 4 }),
      { methods: [chance], trials: 1, protocols: ['zsl'] }
    )
    const { perImage, perClass } = comparison.protocols[0].methods[0].zsl!
    expect(perImage.value).toBeGreaterThan(0.2 - 0.04)
    expect(perImage.value).toBeLessThan(0.2 + 0.04)
    expect(Math.abs(perClass.value - perImage.value)).toBeLessThan(1e-9)
  })

  it('chooses a bias that helps, and shows what there was without it', async () => {
    const { comparison } = await compare(problem, { methods: [stubborn], trials: 1, protocols: ['gzsl'] })
    const [
      {
        gzsl: measured,
        trials: [{ bias }]
      }
    ] = comparison.protocols[0].methods
    const { harmonic, raw, seen, unseen, area } = measured!
    expect(harmonic.value).toBeGreaterThan(raw.harmonic.value)
    expect(unseen.value).toBeGreaterThan(raw.unseen.value)
    expect(seen.value).toBeLessThan(raw.seen.value)
    expect(area.value).toBeGreaterThan(0)
    expect(bias).toBeLessThan(0)
  })

  it('chooses by what a protocol is ranked by', async () => {
    const {
      comparison: { protocols }
    } = await compare(problem, { methods: [torn], trials: 1 })
    expect(
      protocols.map(
        ({
          methods: [
            {
              trials: [{ parameters }]
            }
          ]
        }) => parameters
      )
    ).toEqual([{ aim: 'unseen' }, { aim: 'both' }])
  })

  it('ranks by what it shows: H of the mean accuracies, over several trials too', () => {
    const shown = gzsl.methods.map(({ gzsl: measured }) => measured!)
    for (const { harmonic, seen, unseen } of shown)
      expect(harmonic.value).toBeCloseTo(harmonicMean(seen.value, unseen.value), 9)
    expect(shown.map(({ harmonic }) => harmonic.value)).toEqual(
      shown.map(({ harmonic }) => harmonic.value).sort((a, b) => b - a)
    )
    for (const { gzsl: measured, toBest } of gzsl.methods)
      expect(toBest.difference.value).toBeCloseTo(measured!.harmonic.value - shown[0].harmonic.value, 9)
  })

  it('chooses the same whichever other protocol is asked for', async () => {
    const methods = [good, edgy, bad]
    const both = await compare(problem, { ...options, methods })
    const alone = await compare(problem, { ...options, methods, protocols: ['zsl'] })
    expect(alone.comparison.protocols).toEqual(both.comparison.protocols.slice(0, 1))
  })

  it('never looks at the labels of test rows before the end', async () => {
    const labels = problem.test.labels.map((_, i, all) => all[(i * 7 + 3) % all.length])
    const turned = await compare({ ...problem, test: { ...problem.test, labels } }, options)
    const choices = ({ comparison }: typeof whole) =>
      comparison.protocols.map(({ methods }) =>
        Object.fromEntries(
          methods.map(({ method, trials }) => [
            method,
            trials.map(({ parameters, heldOut, bias }) => ({ parameters, heldOut, bias }))
          ])
        )
      )
    expect(choices(turned)).toEqual(choices(whole))
    expect(named(turned.comparison.protocols[0], 'good').zsl!.perClass.value).toBeLessThan(
      named(zsl, 'good').zsl!.perClass.value
    )
  })

  it('comes to the same wherever it was interrupted', async () => {
    for (const after of [1, 7, 38, 47]) {
      const stop = new AbortController()
      const kept: JobResult[] = []
      const first = await compare(problem, {
        ...options,
        signal: stop.signal,
        onResult: (_, result) => {
          if (kept.push(result) === after) stop.abort()
        }
      })
      expect(first.status).toBe('cancelled')
      expect(kept).toHaveLength(after)
      let more = 0
      const second = await compare(problem, {
        ...options,
        completed: JSON.parse(JSON.stringify(kept)) as JobResult[],
        onResult: () => more++
      })
      expect(JSON.stringify(second.comparison)).toBe(JSON.stringify(whole.comparison))
      expect(kept.length + more).toBe(48)
    }
  })

  it('shows no method before all its trials are done', async () => {
    const stop = new AbortController()
    let tests = 0
    const { comparison } = await compare(problem, {
      ...options,
      signal: stop.signal,
      onResult: ({ kind }) => {
        if (kind === 'test' && ++tests === 2) stop.abort()
      }
    })
    expect(comparison.protocols.flatMap(({ methods }) => methods)).toEqual([])
  })

  it('goes on without a method that fails, and says why', async () => {
    const { status, comparison } = await compare(problem, { methods: [failing, good], trials: 1 })
    expect(status).toBe('complete')
    for (const { methods, failed } of comparison.protocols) {
      expect(methods.map(({ method }) => method)).toEqual(['good'])
      expect(failed).toEqual([{ method: 'failing', title: 'failing', message: 'There is no unique answer.' }])
    }
  })

  it('tunes a method as another where its source does so, and that one but once', async () => {
    const jobs: string[] = []
    const as: Method = { ...edgy, name: 'as-means', title: 'As means', tunedAs: 'means', grid: means.grid }
    const { comparison } = await compare(problem, {
      methods: [means, as],
      trials: 1,
      protocols: ['zsl'],
      onResult: ({ kind, method }) => jobs.push(`${kind} ${method}`)
    })
    const [first, second] = comparison.protocols[0].methods
    expect(first.trials.map(({ parameters, heldOut }) => [parameters, heldOut])).toEqual(
      second.trials.map(({ parameters, heldOut }) => [parameters, heldOut])
    )
    expect(jobs).toEqual([...Array.from({ length: 4 }, () => 'fold means'), 'test means', 'test as-means'])
    const alone = await compare(problem, { methods: [as], trials: 1, protocols: ['zsl'] })
    expect(alone.comparison.protocols[0].methods.map(({ method }) => method)).toEqual(['as-means'])
    await expect(compare(problem, { methods: [{ ...as, tunedAs: 'nobody' }] })).rejects.toMatchObject({
      code: 'options.value'
    })
  })

  it('takes the test rows of seen classes that the data set keeps', async () => {
    const { train } = problem
    const { comparison } = await compare(
      { ...problem, testSeen: { features: train.features, labels: train.labels as string[] } },
      { methods: [good], trials: 1, protocols: ['gzsl'] }
    )
    expect(comparison.keptBy).toBe('split')
    expect(comparison.rows).toEqual({ train: 144, test: 48, testSeen: 144 })
    expect(whole.comparison.keptBy).toBe('seed')
    expect(whole.comparison.rows.testSeen).toBe(24)
  })

  it('refuses to test seen classes without rows to keep', async () => {
    const few = comparisonProblem(3, { seen: 8, unseen: 2, rowsPerClass: 2 })
    await expect(compare(few, { methods: [good] })).rejects.toMatchObject({ code: 'features.empty' })
    expect((await compare(few, { methods: [good], protocols: ['zsl'] })).status).toBe('complete')
    const enough = await compare(comparisonProblem(3, { seen: 8, unseen: 2, rowsPerClass: 3 }), {
      methods: [good]
    })
    expect(enough.comparison.rows.testSeen).toBe(8)
    expect(enough.comparison.protocols[1].methods[0].gzsl?.seen.value).toBeGreaterThanOrEqual(0)
  })

  it('chooses on the folds that can tell, where only one class has rows to keep', async () => {
    const { train, test } = comparisonProblem(3, { seen: 8, unseen: 2, rowsPerClass: 12 })
    const labels = train.labels as string[]
    const met = new Map<string, number>()
    const wanted = Uint32Array.from(labels.keys()).filter(row => {
      met.set(labels[row], (met.get(labels[row]) ?? 0) + 1)
      return labels[row] === labels[0] || (met.get(labels[row]) ?? 0) <= 1
    })
    const few = {
      train: {
        ...train,
        features: Matrix.select(Matrix.from(train.features), wanted),
        labels: Array.from(wanted, row => labels[row])
      },
      test
    }
    const { comparison } = await compare(few, { methods: [good] })
    const [
      {
        gzsl: measured,
        trials: [{ heldOut }]
      }
    ] = comparison.protocols[1].methods
    expect(comparison.rows.testSeen).toBe(2)
    expect(measured?.harmonic.value).toBeGreaterThan(0)
    expect(heldOut).toBeGreaterThan(0)
  })

  it('refuses results of another comparison, and options that make no sense', async () => {
    await expect(
      compare(problem, { ...options, completed: [{ kind: 'fold', key: 'another', points: [], seconds: 1 }] })
    ).rejects.toMatchObject({ code: 'search.completed' })
    for (const wrong of [{ trials: 0 }, { trials: 1.5 }, { methods: [] }, { protocols: [] }, { seed: 0.5 }])
      await expect(compare(problem, { ...options, ...wrong })).rejects.toMatchObject({
        code: 'options.value'
      })
    await expect(
      compare(
        { ...problem, test: { ...problem.test, labels: problem.test.labels.map(() => 'nobody') } },
        options
      )
    ).rejects.toMatchObject({ code: 'labels.unknown' })
    const { classes, matrix } = problem.train.signatures
    await expect(
      compare(
        {
          ...problem,
          train: {
            ...problem.train,
            signatures: { classes: classes.slice(0, 12), matrix: (matrix as number[][]).slice(0, 12) }
          }
        },
        options
      )
    ).rejects.toMatchObject({ code: 'classes.none' })
  })
})
