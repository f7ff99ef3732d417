/** Mistakes in a dataset.json, said as people make them: where, what is wrong, what was probably meant. */
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

const MOST = 8

/** What is often written, and what it should be. */
const hints: Readonly<Record<string, string>> = {
  feature: 'features',
  x: 'features',
  label: 'labels',
  y: 'labels',
  class: 'classes',
  class_names: 'classes',
  classNames: 'classes',
  names: 'classes',
  attributes: 'signatures (a list of tables, each with name and file)',
  tables: 'signatures',
  signature: 'signatures',
  split: 'splits',
  license: 'licence',
  row_names: 'rowNames',
  image_files: 'rowNames',
  path: 'file',
  filename: 'file',
  variable: 'array',
  key: 'array',
  column: 'array',
  train_rows: 'train',
  test_rows: 'test',
  val: 'validation',
  transpose: 'transposed',
  thumbnail: 'thumbnails',
  sprite: 'thumbnails'
}

export function describeIssues(issues: readonly Issue[], value: unknown): string[] {
  const said = issues.flatMap(issue => describe(issue, value))
  return said.length > MOST ? [...said.slice(0, MOST), `and ${said.length - MOST} more`] : said
}

function describe(issue: Issue, value: unknown, above: readonly PropertyKey[] = []): string[] {
  const path = [...above, ...issue.path]
  const where = path.length === 0 ? 'the file' : nameOf(path)
  if (issue.code === 'invalid_union' && issue.errors.length > 0)
    return nearest(issue.errors, valueAt(value, path)).flatMap(each => describe(each, value, path))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map(key => {
      const meant = Object.hasOwn(hints, key) ? `; is ${hints[key]} meant?` : ''
      return `${nameOf([...path, key])} is not known${meant}`
    })
  }
  const got = valueAt(value, path)
  if (got === undefined) return [`${where} is missing`]
  if (nameOf(path) === 'version') return [`version is ${JSON.stringify(got)}; 1 is read`]
  return [`${where}: ${issue.message.replace(/\.$/, '')}`]
}

/** Of the ways in which a value could have been right, the one that it nearly is. */
function nearest(ways: readonly (readonly Issue[])[], value: unknown): readonly Issue[] {
  const isNoType = (issues: readonly Issue[]): boolean =>
    issues.some(issue => issue.path.length === 0 && issue.code === 'invalid_type')
  const fitting = ways.filter(issues => !isNoType(issues))
  if (fitting.length > 0)
    return fitting.reduce((best, issues) => (issues.length < best.length ? issues : best))
  const expected = [
    ...new Set(ways.flat().flatMap(issue => (issue.code === 'invalid_type' ? [issue.expected] : [])))
  ]
  return [
    {
      code: 'custom',
      path: [],
      message: `${expected.join(' or ')} is expected, ${value === null ? 'null' : typeof value} was found`,
      input: value
    }
  ]
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce(
    (at: unknown, key) =>
      typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value
  )
}

/** ['signatures', 0, 'file'] -> 'signatures[0].file' */
function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? String(key) : `.${String(key)}`))
    .join('')
}
