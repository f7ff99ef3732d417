// How the tests of each project are run; scripts/tiers.mjs says which files each has, and when it is run.
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { projects } from './scripts/tiers.mjs'

// Doors of the packages, the longer address first: '@unseen/core' alone would match it as well.
const source = (path: string): string => fileURLToPath(new URL(`packages/${path}.ts`, import.meta.url))
const alias = {
  '@unseen/core/compare/internal': source('core/src/compare/internal'),
  '@unseen/core/compare': source('core/src/compare/index'),
  '@unseen/data/manifest': source('data/src/manifest/index'),
  '@unseen/report/map': source('report/src/map/index'),
  ...Object.fromEntries(
    ['core', 'data', 'networks', 'client', 'report'].flatMap(name => [
      [`@unseen/${name}/internal`, source(`${name}/src/internal`)],
      [`@unseen/${name}`, source(`${name}/src/index`)]
    ])
  )
}
// A busy machine is no defect: the limits only end what hangs.
const patient = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } }
// Tests share the modules they load, which saves a third of their time; they keep no state.
const onSources = { resolve: { alias }, test: { ...patient, isolate: false } }
const built = {
  ...patient,
  globalSetup: ['scripts/setup.mjs'],
  // What is built is loaded by Node itself, as users load it, and not transformed once more.
  server: { deps: { external: [/\/packages\/\w+\/dist\//] } },
  // Two browsers at once on a small machine only make each other's timeouts likelier.
  fileParallelism: false
}
const onBuild = { test: built }
// Files of tests share the modules they load, and with them the sample that test/helpers/studio.ts opens
// once.
const inStudio = { test: { ...built, isolate: false } }

const how: Record<keyof typeof projects, TestProjectInlineConfiguration> = {
  unit: onSources,
  heavy: onSources,
  integration: onBuild,
  'integration-heavy': onBuild,
  studio: inStudio,
  'studio-heavy': inStudio,
  reference: onBuild
}

export default defineConfig({
  test: {
    // One worker per core: the default leaves one core idle, half of a small machine.
    maxWorkers: '100%',
    projects: Object.entries(projects).map(([name, { include, exclude = [] }]) => {
      const { test, ...rest } = how[name as keyof typeof projects]
      return { ...rest, test: { ...test, name, include, exclude: ['**/node_modules/**', ...exclude] } }
    })
  }
})
