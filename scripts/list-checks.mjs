/**
 * Writes the table of checks in docs/doctor.md, from the registry. Needs a build.
 * Run: node scripts/list-checks.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { checks } from '../packages/data/dist/index.js'

const file = new URL('../docs/doctor.md', import.meta.url)
const table = [
  '| check | looks for |',
  '|---|---|',
  ...checks.map(({ name, summary }) => `| \`${name}\` | ${summary} |`)
].join('\n')
const text = readFileSync(file, 'utf8').replace(
  /(<!-- checks -->\n)[^]*?(<!-- end of checks -->)/,
  (_, start, end) => `${start}${table}\n${end}`
)
writeFileSync(file, text)
