// Two tiers: `unit` runs on the sources in seconds; `integration` on the built packages and in a browser.
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // One worker per core: the default leaves one core idle, half of a small machine.
    maxWorkers: '100%',
    projects: [
      {
        resolve: {
          alias: {
            '@unseen/core': fileURLToPath(new URL('packages/core/src/index.ts', import.meta.url)),
            '@unseen/report': fileURLToPath(new URL('packages/report/src/index.ts', import.meta.url))
          }
        },
        test: {
          name: 'unit',
          include: ['packages/*/test/**/*.test.ts'],
          // A busy machine is no defect: tests here take milliseconds, the limit only ends what hangs.
          testTimeout: 60_000
        }
      },
      {
        test: {
          name: 'integration',
          include: ['test/**/*.test.ts'],
          globalSetup: ['scripts/setup.mjs'],
          // Two browsers at once on a small machine only make each other's timeouts likelier.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000
        }
      }
    ]
  }
})
