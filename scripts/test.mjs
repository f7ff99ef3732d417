// npm test: set-up, type check, lint, tests, each with its time. `npm test -- unit` runs the quick tests alone;
// what follows goes to vitest, `npm test -- unit solvers` for instance. Stops at the first step that fails.
// The last line counts the tests: 'N passed, N failed, N skipped'.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { main, runTool, ScriptError } from './run.mjs'
import { setup } from './setup.mjs'

const temporary = mkdtempSync(join(tmpdir(), 'unseen-test-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))
const report = join(temporary, 'report.json')

const args = process.argv.slice(2)
const project = ['unit', 'heavy', 'integration'].includes(args[0]) ? args.shift() : undefined

const tool = (file, ...rest) => async () => (await runTool(file, rest)).code
const vitest = tool(
  'vitest/vitest.mjs', 'run', '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`,
  ...(project ? ['--project', project] : []), ...args
)

const checks = [
  ['type check', tool('typescript/bin/tsc', '-p', 'tsconfig.test.json', '--pretty')],
  ['lint', tool('eslint/bin/eslint.js', '.', '--max-warnings=0')]
]
const steps = [
  ['set-up', () => setup().then(() => 0)],
  ...(project ? [] : checks),
  [project ? `${project} tests` : 'tests', vitest]
]

/** The code of the first step that fails, or 0; notes the time of each step in `lines`. */
async function runSteps(lines) {
  for (const [name, step] of steps) {
    const start = performance.now()
    const code = await step().catch(error => {
      console.error(error instanceof ScriptError ? error.message : error)
      return 1
    })
    const seconds = ((performance.now() - start) / 1000).toFixed(1)
    lines.push(`${name.padEnd(18)} ${seconds.padStart(6)} s  ${code === 0 ? 'ok' : `failed (exit code ${code})`}`)
    if (code !== 0) return code
  }
  return 0
}

/** Counts from vitest's report. A file that could not be loaded, or a step that failed earlier, counts as one failure. */
function count(code) {
  const none = { passed: 0, failed: code === 0 ? 0 : 1, skipped: 0 }
  if (!existsSync(report)) return none
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
  const broken = testResults.filter(file => file.status === 'failed' && !file.assertionResults.some(test => test.status === 'failed'))
  const failed = numFailedTests + broken.length
  return { passed: numPassedTests, failed: Math.max(failed, none.failed), skipped: numPendingTests + numTodoTests }
}

await main(async () => {
  const lines = []
  const code = await runSteps(lines)
  const { passed, failed, skipped } = count(code)
  console.log(`\n${lines.join('\n')}\n\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  return code
})
