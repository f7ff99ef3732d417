// docs/doctor.md lists the checks there are.
import { checks } from '../../src/doctor/checks.js'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('docs/doctor.md has the table of the registry (scripts/list-checks.mjs writes it)', () => {
  const text = readFileSync(new URL('../../../../docs/doctor.md', import.meta.url), 'utf8')
  expect(
    [...text.matchAll(/^\| `([a-z-]+)` \| (.*) \|$/gm)].map(([, name, summary]) => ({ name, summary }))
  ).toEqual(checks.map(({ name, summary }) => ({ name, summary })))
})

it('docs/add-a-check.md shows the interface as it is', () => {
  const text = readFileSync(new URL('../../../../docs/add-a-check.md', import.meta.url), 'utf8')
  const source = readFileSync(new URL('../../src/doctor/finding.ts', import.meta.url), 'utf8')
  // Without the lines that make the block a file of its own.
  const shown = /```ts\n(?:\/\/.*\n)?(?:import .*\n)*\n?([^]*?)```/.exec(text)?.[1]
  expect(shown).toMatch(/^export interface Check/)
  expect(source).toContain(shown)
})
