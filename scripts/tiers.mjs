// Which tests run when: `npm test` is the main paths, in minutes; `npm run test:all` adds the rest. A test
// file says itself where it belongs: NAME.heavy.test.ts is of the rest. test/tiers.test.ts holds to it that each
// is in one project, and vitest.config.ts says how a project's tests are run.
const heavy = '*.heavy.test.ts'

/** The projects of vitest.config.ts by name: the files each has, and whether `npm test` runs it. */
export const projects = {
  // on the sources, in seconds
  unit: { main: true, include: ['packages/*/test/**/*.test.ts'], exclude: [`**/${heavy}`] },
  // on the built packages, in processes of their own
  integration: { main: true, include: ['test/*.test.ts'], exclude: [`**/${heavy}`] },
  // the built web application in a browser
  studio: { main: true, include: ['test/studio/*.test.ts'], exclude: [`**/${heavy}`] },
  heavy: { main: false, include: [`packages/*/test/**/${heavy}`] },
  'integration-heavy': { main: false, include: [`test/${heavy}`] },
  'studio-heavy': { main: false, include: [`test/studio/${heavy}`] },
  // the design's figures on real data
  reference: { main: false, include: ['test/reference/*.test.ts'] }
}
