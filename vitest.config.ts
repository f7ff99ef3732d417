// Tiers: `unit` runs on the sources in seconds; `heavy` is more of the same (fuzzing, real data, threads)
// that would slow that loop down; `integration` runs on the built packages, in processes of their own;
// `studio` is the built web application in a browser; `reference` repeats the design's figures on real data
// and is run only when asked for, as continuous integration does.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

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
// A busy machine is no defect: tests here take milliseconds, the limit only ends what hangs.
// Tests share the modules they load, which saves a third of their time; they keep no state.
const onSources = { testTimeout: 300_000, hookTimeout: 300_000, isolate: false }
const onBuild = {
  globalSetup: ['scripts/setup.mjs'],
  // What is built is loaded by Node itself, as users load it, and not transformed once more.
  server: { deps: { external: [/\/packages\/\w+\/dist\//] } },
  // Two browsers at once on a small machine only make each other's timeouts likelier.
  fileParallelism: false,
  testTimeout: 300_000,
  hookTimeout: 300_000
}
// Files of tests share the modules they load, and with them the sample that test/helpers/studio.ts opens
// once. Limits only end what hangs: on a busy machine a page takes many times as long.
const inStudio = {
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: 120_000 } }
}

export default defineConfig({
  test: {
    // One worker per core: the default leaves one core idle, half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias },
        test: {
          ...onSources,
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts'],
          exclude: ['**/*.heavy.test.ts']
        }
      },
      {
        resolve: { alias },
        test: { ...onSources, name: 'heavy', include: ['packages/*/test/**/*.heavy.test.ts'] }
      },
      { test: { ...onBuild, name: 'integration', include: ['test/*.test.ts'] } },
      { test: { ...onBuild, ...inStudio, name: 'studio', include: ['test/studio/**/*.test.ts'] } },
      {
        test: {
          name: 'reference',
          include: ['test/reference/**/*.test.ts'],
          globalSetup: ['scripts/setup.mjs']
        }
      }
    ]
  }
})
