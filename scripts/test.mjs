// npm test: set-up, type check, then lint and tests in three lanes side by side, each step with its time.
// `npm test -- unit` runs the quick tests alone; what follows goes to vitest, `npm test -- unit solvers` for
// instance. The last line counts the tests: 'N passed, N failed, N skipped'.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, runTool, ScriptError } from './run.mjs'
import { setup } from './setup.mjs'

const temporary = mkdtempSync(join(tmpdir(), 'unseen-test-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

const args = process.argv.slice(2)
// `reference` repeats the design's figures on real data, which takes long: only when it is asked for.
const project = ['unit', 'heavy', 'integration', 'studio', 'reference'].includes(args[0])
  ? args.shift()
  : undefined

const tool = (file, rest, options) => () => runTool(file, rest, options)
const reports = []
function vitest(projects, { workers = '100%', ...options } = {}) {
  const report = join(temporary, `${projects[0]}.json`)
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
      ...projects.flatMap(name => ['--project', name]),
      ...args
    ],
    options
  )
}
const typeCheck = tool('typescript/bin/tsc', ['-p', 'tsconfig.test.json', '--pretty'])
const lint = tool('eslint/bin/eslint.js', ['.', '--max-warnings=0', '--color'], { quiet: true })

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
    `${name.padEnd(18)} ${seconds.padStart(6)} s  ${code === 0 ? 'ok' : `failed (exit code ${code})`}`
  )
  return code === 0
}

async function runSteps() {
  if (!(await step('set-up', setup))) return false
  if (project) return step(`${project} tests`, vitest([project]))
  if (!(await step('type check', typeCheck))) return false
  // Three lanes of about the same length, each busy with one process at a time: tests of processes and
  // browsers wait for a third of their time, so that two cores are enough.
  return (
    await Promise.all([
      step('tests', vitest(['unit', 'heavy'], { workers: 1 })).then(
        async good => (await step('lint', lint)) && good
      ),
      step('integration tests', vitest(['integration'], { workers: 1, quiet: true })),
      step('tests of Studio', vitest(['studio'], { workers: 1, quiet: true }))
    ])
  ).every(Boolean)
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
