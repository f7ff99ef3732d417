import { checks } from '../../src/doctor/checks.js'
import { expect, it } from 'vitest'
import { checkCheck } from './contract.js'
import { plantedClasses } from './planted-classes.js'
import { plantedFeatures } from './planted-features.js'
import { plantedSplits } from './planted-splits.js'

const planted = { ...plantedFeatures, ...plantedClasses, ...plantedSplits }

it('every check has its defects planted, and its own name', () => {
  expect(checks.map(({ name }) => name).sort()).toEqual(Object.keys(planted).sort())
})

for (const check of checks) checkCheck(check, planted[check.name] ?? [])
