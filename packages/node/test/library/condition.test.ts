/** The language of conditions over HTTP: what it reads, what it refuses and where, and what a condition may cost. */
import { UnseenError } from '@unseen/core'
import { compileCondition, conditionLimits } from '../../src/library/condition.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const columns = [
  { name: 'label', type: 'VARCHAR' },
  { name: 'taken at', type: 'TIMESTAMP' },
  { name: 'year', type: 'BIGINT' },
  { name: 'score', type: 'DOUBLE' },
  { name: 'price', type: 'DECIMAL(10,2)' },
  { name: 'kept', type: 'BOOLEAN' },
  { name: 'tags', type: 'VARCHAR[]' },
  { name: 'key', type: 'UUID' }
]
const compile = (condition: string) => compileCondition(condition, columns)
function refused(condition: string): UnseenError {
  try {
    compile(condition)
  } catch (error) {
    if (error instanceof UnseenError) return error
    throw error
  }
  throw new Error(`not refused: ${condition}`)
}

describe('a condition over HTTP', () => {
  it.each([
    ["label = 'it''s'", '("label" = $1)', ["it's"]],
    ['YEAR >= 2020 AND not kept', '(("year" >= CAST($1 AS HUGEINT)) AND (NOT "kept"))', ['2020']],
    ['year < -9007199254740993', '("year" < CAST($1 AS HUGEINT))', ['-9007199254740993']],
    [
      "score between -.5 and '1e3'",
      '("score" BETWEEN CAST($1 AS DOUBLE) AND CAST($2 AS DOUBLE))',
      ['-.5', '1e3']
    ],
    [
      "label not in ('a', 'b') or tags is not null",
      '(("label" NOT IN ($1, $2)) OR ("tags" IS NOT NULL))',
      ['a', 'b']
    ],
    ['"taken at" > \'2026-01-01\'', '("taken at" > CAST($1 AS TIMESTAMP))', ['2026-01-01']],
    ["key = 'x'", '(CAST("key" AS VARCHAR) = $1)', ['x']],
    ['score <> price', '("score" <> "price")', []],
    ["label like 'a%.b_' ", '(regexp_full_match("label", $1))', ['(?s)a.*\\x{2e}b.']],
    ["label not ilike '%%x%'", '(NOT regexp_full_match("label", $1))', ['(?si).*x.*']],
    ['true or (kept = false)', '(TRUE OR ("kept" = FALSE))', []]
  ])('%s', (condition, sql, values) => {
    expect(compile(condition)).toMatchObject({ sql, values })
  })

  it.each([
    ["length(repeat(id||'x',3000000)) > 1", 1, 'function'],
    ["label = 'a' and upper(label) = 'A'", 17, 'function'],
    ["id in (select content from read_text('x'))", 8, 'a text in single quotes was expected'],
    ["label || label = 'aa'", 7, 'no part of a condition'],
    ['true); select (1', 5, '"and" or "or" was expected'],
    ['true; drop table rows', 5, 'no part of a condition'],
    ['nobody = 3', 1, 'no column'],
    ['year = 3 +', 10, '"and" or "or" was expected'],
    ['label = 3', 9, 'a text in single quotes'],
    ['year = 0x10', 8, 'no part of a condition'],
    ["year = '0x10'", 8, 'a number was expected'],
    ['year = 1e999', 8, 'a number was expected'],
    ['year = null', 8, 'is null'],
    ['kept = 1', 8, 'true or false'],
    ["label = 'a", 9, 'does not end'],
    ['label like year', 12, 'a pattern'],
    ["year like '2%'", 1, 'for texts'],
    ["tags = 'a'", 1, 'only be asked for "is null"'],
    ['label = year', 9, 'cannot be compared'],
    ['label', 6, 'the condition ends here'],
    ['', 1, 'a column was expected'],
    ['3 = 3', 1, 'a column was expected'],
    ["label = 'a\0b'", 9, 'zero byte']
  ])('refuses %s at character %i', (condition, position, message) => {
    const error = refused(condition)
    expect(error).toMatchObject({ code: 'library.query', where: { option: 'where', position } })
    expect(error.message).toContain(message)
  })

  it('has limits on length, nesting, names, lists and patterns, and takes what is just within', () => {
    const { length, depth, tests, list, patterns, pattern } = conditionLimits
    const nested = (levels: number): string => `${'('.repeat(levels)}kept${')'.repeat(levels)}`
    const many = (number: number, part: string, by: string): string =>
      Array<string>(number).fill(part).join(by)
    for (const [within, beyond] of [
      [`kept${' '.repeat(length - 4)}`, `kept${' '.repeat(length - 3)}`],
      [nested(depth - 1), nested(depth)],
      [`${'not '.repeat(depth - 1)}kept`, `${'not '.repeat(depth)}kept`],
      [many(tests, 'kept', ' or '), many(tests + 1, 'kept', ' or ')],
      [`year in (${many(list, '1', ',')})`, `year in (${many(list + 1, '1', ',')})`],
      [many(patterns, "id like 'a'", ' or '), many(patterns + 1, "id like 'a'", ' or ')],
      [`id like '${'a'.repeat(pattern)}'`, `id like '${'a'.repeat(pattern + 1)}'`]
    ]) {
      expect(() => compile(within)).not.toThrow()
      expect(refused(beyond).code).toBe('library.query')
    }
  })

  it('is refused with a typed error or makes a statement without anything of the values in it', () => {
    const piece = fc.constantFrom(
      ...[
        'label',
        'year',
        '"taken at"',
        'kept',
        "'x'';--'",
        '3',
        '-',
        '=',
        '<',
        '(',
        ')',
        ',',
        'and',
        'or',
        'not'
      ],
      ...[
        'in',
        'between',
        'like',
        'is',
        'null',
        'true',
        ';',
        '--',
        '/*',
        '"',
        "'",
        '\\',
        '$1',
        '?',
        '\u2028',
        '💥'
      ]
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        try {
          const { sql } = compile(pieces.join(' '))
          expect(sql).not.toMatch(/[';\\?]|--|\/\*/)
        } catch (error) {
          expect(error).toMatchObject({ code: 'library.query', where: { option: 'where' } })
        }
      }),
      { numRuns: 3000 }
    )
  })
})
