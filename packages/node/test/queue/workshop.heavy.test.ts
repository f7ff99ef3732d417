// Jobs that make no sense are refused before a thread sees them, so that its threads go on.
import { type Executor, tune } from '@unseen/core'
import type { SearchData } from '@unseen/core/internal'
import { openWorkshop } from '../../dist/queue/workshop.js'
import { packPlace, piecesOf } from '../../src/queue/parcel.js'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { smallProblem } from '../../../core/test/properties/small-problem.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-workshop-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('holds out classes that are there, each once, and leaves two', async () => {
  const places: SearchData[] = []
  const open: Executor['open'] = (_, prepared) => {
    places.push(prepared as unknown as SearchData)
    return Promise.resolve([])
  }
  await tune(smallProblem(6, { seen: 8, rows: 60, columns: 14, zeros: 0 }), {
    executor: { threads: 1, shared: false, open }
  })
  const { parts, fingerprint } = packPlace(places[0])
  writeFileSync(join(folder, 'place'), Buffer.concat([...piecesOf(parts)]))
  const workshop = await openWorkshop('chain', join(folder, 'place'), 1)
  const run = (heldOut: number[]): Promise<unknown> =>
    workshop.run(
      {
        kind: 'chain',
        version: '1',
        data: fingerprint,
        task: { key: 'k', family: 'class-weights', gamma: 1, heldOut }
      },
      new Uint8Array(),
      () => undefined
    )
  try {
    for (const heldOut of [[99], [0, 0], [0, 1, 2, 3, 4, 5, 6]])
      await expect(run(heldOut)).rejects.toMatchObject({ code: 'queue.job' })
    expect(await run([0, 1])).toMatchObject({ key: 'k' })
  } finally {
    await workshop.close()
  }
})
