// What every check must do: `checkCheck` with at least one draft in which its defect is planted.
import { gatherFacts } from '../../src/doctor/feature-facts.js'
import { type Check, type Remark, severities } from '../../src/doctor/finding.js'
import { type Subject, readSubject } from '../../src/doctor/subject.js'
import type { Draft } from '../../src/draft/draft.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clean } from './drafts.js'
import { anyDraft } from './random-drafts.js'

export interface Planted {
  readonly name: string
  readonly draft: Draft
  /** what must be found, in this order; of each finding at least these parts */
  readonly finds: readonly (Partial<Omit<Remark, 'message'>> & { readonly message?: RegExp })[]
}

async function read(draft: Draft): Promise<Subject> {
  return readSubject(draft, draft.features && (await gatherFacts(draft.features.value)))
}

/** Read once for all checks. */
const odd = Promise.all(fc.sample(anyDraft, { numRuns: 400, seed: 8 }).map(read))

/** Every finding tells people what, where and what to do. */
export function checkRemark({ severity, message, remedy, file, array, row, column, count }: Remark): void {
  expect(severities).toContain(severity)
  expect(message).toMatch(/^["A-Z0-9].*\.$/su)
  expect(remedy).toMatch(/^[A-Z].*[.?]$/su)
  expect(`${message} ${remedy ?? ''}`).not.toMatch(/undefined|NaN of|\[object/)
  if (array !== undefined) expect(file).toBeDefined()
  for (const number of [row, column]) if (number !== undefined) expect(number).toBeGreaterThanOrEqual(0)
  if (count !== undefined) expect(count).toBeGreaterThanOrEqual(1)
}

export function checkCheck(check: Check, planted: readonly Planted[]): void {
  describe(`the check ${check.name}`, () => {
    it('has a name and a line for people', () => {
      expect(check.name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(check.summary).toMatch(/^[a-z].*[^.]$/)
    })

    it.each(Object.entries(clean))('has nothing to say of a clean set: %s', async (_, draft) => {
      expect(check.run(await read(draft))).toEqual([])
    })

    it.each(planted)('finds what is planted: $name', async ({ draft, finds }) => {
      const found = check.run(await read(draft))
      found.forEach(checkRemark)
      expect(found.map(({ severity }) => severity)).toEqual(
        finds.map(({ severity }, k) => severity ?? found[k].severity)
      )
      finds.forEach(({ message, ...parts }, k) => {
        expect(found[k]).toMatchObject(parts)
        if (message !== undefined) expect(found[k].message).toMatch(message)
      })
    })

    it('finds something somewhere', () => {
      expect(planted.some(({ finds }) => finds.length > 0)).toBe(true)
    })

    it('never throws, and speaks well, whatever the draft', async () => {
      for (const subject of await odd) check.run(subject).forEach(checkRemark)
    })
  })
}
