// npm test: set-up, then type check, format, quick lint and the tests of the main paths, in three lanes side by
// side; npm run test:all: everything, with the lint that knows types. Each step is told with its time.
// `npm test -- PROJECT` runs the tests of one project of tiers.mjs; what follows goes to vitest, `npm test -- unit
// solvers` for instance. The last line counts the tests: 'N passed, N failed, N skipped'.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, runTool, ScriptError } from './run.mjs'
import { prepare, setup } from './setup.mjs'
import { projects } from './tiers.mjs'

const temporary = mkdtempSync(join(tmpdir(), 'unseen-test-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

const args = process.argv.slice(2)
const all = args[0] === 'all'
const project = args[0] in projects ? args[0] : undefined
if (all || project) args.shift()

const tool = (file, rest, options) => () => runTool(file, rest, options)
const reports = []
function tests(name, { workers = 1, quiet = false } = {}) {
  const report = join(temporary, `${name}.json`)
  reports.push(report)
  return tool(
    'vitest/vitest.mjs',
    [
      'run',
      '--passWithNoTests',
      `--maxWorkers=${workers}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      '--project',
      name,
      ...args
    ],
    { quiet }
  )
}
const typeCheck = tool('typescript/bin/tsc', ['-p', 'tsconfig.test.json', '--pretty'])
const format = tool('oxfmt/bin/oxfmt', ['--check', '.'], { quiet: true })
const lint = tool('eslint/bin/eslint.js', ['.', '--max-warnings=0', '--color'], { quiet: true })
const quickLint = tool(
  'eslint/bin/eslint.js',
  [
    '.',
    '--config=eslint.quick.config.js',
    '--max-warnings=0',
    '--color',
    '--cache',
    '--cache-strategy=content',
    '--cache-location=node_modules/.cache/eslint/'
  ],
  { quiet: true }
)

const lines = []

/** Runs a step, notes its time, and prints what it kept to itself; true where it went well. */
async function step(name, act) {
  const start = performance.now()
  const { code = 0, output = '' } =
    (await act().catch(error => {
      console.error(error instanceof ScriptError ? error.message : error)
      return { code: 1 }
    })) ?? {}
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  if (output.trim() !== '') console.log(output)
  lines.push(
    `${name.padEnd(23)} ${seconds.padStart(6)} s  ${code === 0 ? 'ok' : `failed (exit code ${code})`}`
  )
  return code === 0
}

/** Steps one after the other, each whether or not the one before went well. */
async function lane(steps) {
  let good = true
  for (const [name, act] of steps) good = (await step(name, act)) && good
  return good
}

/** The projects of a lane, those of the main paths first; their output is shown when they are done. */
const testsOf = names =>
  names
    .filter(name => all || projects[name].main)
    .map(name => [`${name} tests`, tests(name, { quiet: true })])

async function runSteps() {
  // Unit tests run on the sources and wait for no build.
  if (!(await step('installation', prepare))) return false
  if (project === 'unit') return step('unit tests', tests('unit', { workers: '100%' }))
  const built = step('build', setup)
  if (project) return (await built) && step(`${project} tests`, tests(project, { workers: '100%' }))
  // Three lanes of about the same length, each busy with one process at a time: tests of processes and
  // browsers wait for a third of their time, so that two cores are enough.
  const onSources = lane([
    ['format', format],
    ['unit tests', tests('unit')],
    all ? ['lint', lint] : ['quick lint', quickLint]
  ])
  if (!(await built)) {
    await onSources
    return false
  }
  const lanes = [
    onSources.then(async good => (await lane([['type check', typeCheck], ...testsOf(['heavy'])])) && good),
    lane(testsOf(['integration', 'integration-heavy'])),
    lane(testsOf(['studio', 'studio-heavy', 'reference']))
  ]
  return (await Promise.all(lanes)).every(Boolean)
}

/**
 * Counts from vitest's reports. A file that could not be loaded, or another step that failed, counts as one
 * failure.
 */
function count(good) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const report of reports.filter(path => existsSync(path))) {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8')
    )
    const broken = testResults.filter(
      file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed')
    )
    total.passed += numPassedTests
    total.failed += numFailedTests + broken.length
    total.skipped += numPendingTests + numTodoTests
  }
  return { ...total, failed: Math.max(total.failed, good ? 0 : 1) }
}

await main(async () => {
  const good = await runSteps()
  const { passed, failed, skipped } = count(good)
  console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return good ? 0 : 1
})
