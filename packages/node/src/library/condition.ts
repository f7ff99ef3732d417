/**
 * The language of conditions for strangers: columns, comparisons, and, or, not, in, between, like and null.
 *
 *   condition = all { "or" all }        all = one { "and" one }
 *   one = "not" one | "(" condition ")" | "true" | "false" | column [ test ]
 *   test = ( "=" | "<>" | "!=" | "<" | "<=" | ">" | ">=" ) operand | "is" [ "not" ] "null"
 *        | [ "not" ] ( "in" "(" value { "," value } ")" | "between" value "and" value | ( "like" | "ilike" ) text )
 *   operand = column | value            value = number | 'text' | "true" | "false"
 *
 * It says what SQL says by the same words, but for what SQL can do besides: there is no function, no other
 * table and nothing that makes memory out of nothing, so that a condition costs one look at each row. Values
 * are never part of the statement; patterns are matched by RE2, whose time grows with the text alone.
 */
import { UnseenError, count } from '@unseen/core'
import { sqlName } from './duckdb.js'
import type { MetaColumn } from './layout.js'

export interface Compiled {
  /** an expression on the rows, with parameters $1, $2, ... */
  readonly sql: string
  /** all as text; the expression says what they are cast to */
  readonly values: readonly string[]
  /** values that are to be dates or times, which the database reads: checked before it runs */
  readonly moments: readonly { readonly text: string; readonly type: string; readonly at: number }[]
}

/** What one condition may be; whatever it asks for stays within a few megabytes and one pass over the rows. */
export const conditionLimits = {
  /** characters */
  length: 10_000,
  /** parentheses and "not" within each other */
  depth: 50,
  /** columns that are looked at, each time one is named */
  tests: 200,
  /** values of one list */
  list: 1000,
  /** patterns of "like" */
  patterns: 20,
  /** characters of one pattern */
  pattern: 200
} as const

type Kind = 'number' | 'text' | 'truth' | 'moment' | 'other'

interface Token {
  /** 'odd': no part of a condition; nothing comes after it */
  readonly kind: 'word' | 'column' | 'number' | 'text' | 'sign' | 'end' | 'odd'
  /** a word or sign as written; a text or a quoted name without its quotes; what is wrong with it */
  readonly text: string
  /** from 1 */
  readonly at: number
}

interface Column {
  readonly kind: Kind
  readonly type: string
  readonly sql: string
  readonly name: string
  readonly at: number
}

const words = ['and', 'or', 'not', 'in', 'between', 'like', 'ilike', 'is', 'null', 'true', 'false']
const comparisons = ['=', '==', '<>', '!=', '<', '<=', '>', '>=']
const own: readonly MetaColumn[] = [
  { name: 'id', type: 'VARCHAR' },
  { name: 'unseen_row', type: 'BIGINT' },
  { name: 'unseen_source', type: 'VARCHAR' },
  { name: 'unseen_source_row', type: 'BIGINT' }
]
const token =
  /\s*(?:(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?(?![\p{L}\p{N}_.]))|(?<word>[\p{L}_][\p{L}\p{N}_]*)|'(?<text>(?:[^']|'')*)'|"(?<column>(?:[^"]|"")+)"|(?<sign><=|>=|<>|!=|==|[=<>(),+-]))/iuy

/** The condition as SQL on the columns of a library; whatever it does not have is refused with its place. */
export function compileCondition(condition: string, columns: readonly MetaColumn[]): Compiled {
  if (condition.length > conditionLimits.length)
    throw refusal(
      `A condition has at most ${count(conditionLimits.length)} characters, this has ${count(condition.length)}`,
      1
    )
  return new Compiler(tokensOf(condition), [...own, ...columns]).compile()
}

/** "The condition cannot be read at character 7: ..." */
export function refusal(what: string, at: number, remedy?: string): UnseenError {
  return new UnseenError(
    'library.query',
    `The condition cannot be run: at character ${count(at)}: ${what}.`,
    {
      where: { option: 'where', position: at },
      remedy:
        remedy ??
        "Conditions compare columns with values: label = 'horse' and (year between 2020 and 2026 or id like 'a%')."
    }
  )
}

function tokensOf(condition: string): Token[] {
  const found: Token[] = []
  const pattern = new RegExp(token)
  for (;;) {
    const rest = condition.slice(pattern.lastIndex)
    const at = pattern.lastIndex + rest.length - rest.trimStart().length + 1
    if (rest.trim() === '') return [...found, { kind: 'end', text: '', at }]
    const groups = Object.entries(pattern.exec(condition)?.groups ?? {})
    const [kind, text = ''] = groups.find(([, text]) => text !== undefined) ?? []
    if (kind === undefined) return [...found, { kind: 'odd', text: oddity(rest.trimStart()), at }]
    if (text.includes('\0')) return [...found, { kind: 'odd', text: 'a text may not have a zero byte', at }]
    const quote = kind === 'text' ? "'" : '"'
    found.push({ kind: kind as Token['kind'], text: text.replaceAll(quote + quote, quote), at })
  }
}

function oddity(rest: string): string {
  if (rest.startsWith("'")) return 'the text that begins here does not end'
  if (rest.startsWith('"')) return 'the name that begins here does not end'
  return `${shown(rest.slice(0, 10))} is no part of a condition`
}

/** Recursive descent over the tokens; each method gives the SQL of what it has read. */
class Compiler {
  private readonly values: string[] = []
  private readonly moments: { text: string; type: string; at: number }[] = []
  private next = 0
  private depth = 0
  private tests = 0
  private patterns = 0

  private readonly tokens: readonly Token[]
  private readonly columns: readonly MetaColumn[]

  constructor(tokens: readonly Token[], columns: readonly MetaColumn[]) {
    this.tokens = tokens
    this.columns = columns
  }

  compile(): Compiled {
    const sql = this.any()
    const left = this.peek()
    if (left.kind !== 'end') throw refusal(`"and" or "or" was expected, not ${shown(left.text)}`, left.at)
    return { sql, values: this.values, moments: this.moments }
  }

  private any(): string {
    const parts = [this.all()]
    while (this.take('or')) parts.push(this.all())
    return joined(parts, 'OR')
  }

  private all(): string {
    const parts = [this.one()]
    while (this.take('and')) parts.push(this.one())
    return joined(parts, 'AND')
  }

  private one(): string {
    const { at } = this.peek()
    if (++this.depth > conditionLimits.depth)
      throw refusal(`a condition is nested ${conditionLimits.depth} deep at most`, at)
    try {
      if (this.take('not')) return `(NOT ${this.one()})`
      if (this.take('(')) {
        const inner = this.any()
        this.expect(')')
        return inner
      }
      if (this.take('true')) return 'TRUE'
      if (this.take('false')) return 'FALSE'
      return this.test(this.column())
    } finally {
      this.depth--
    }
  }

  private test(column: Column): string {
    const sign = this.peek()
    if (sign.kind === 'sign' && comparisons.includes(sign.text)) {
      this.next++
      return `(${column.sql} ${sign.text === '==' ? '=' : sign.text} ${this.operand(column)})`
    }
    if (this.take('is')) {
      const not = this.take('not')
      this.expect('null')
      return `(${column.sql} IS ${not ? 'NOT ' : ''}NULL)`
    }
    const not = this.take('not') ? 'NOT ' : ''
    if (this.take('in')) return `(${column.sql} ${not}IN (${this.list(column)}))`
    if (this.take('between')) {
      const low = this.value(column)
      this.expect('and')
      return `(${column.sql} ${not}BETWEEN ${low} AND ${this.value(column)})`
    }
    if (this.take('like')) return `(${not}${this.pattern(column, '(?s)')})`
    if (this.take('ilike')) return `(${not}${this.pattern(column, '(?si)')})`
    if (not === '' && column.kind === 'truth') return column.sql
    throw refusal(
      `${not === '' ? 'a comparison' : '"in", "between" or "like"'} was expected after ${shown(column.name)}, ${got(this.peek())}`,
      this.peek().at
    )
  }

  private list(column: Column): string {
    const { at } = this.peek()
    this.expect('(')
    const values: string[] = []
    do {
      if (values.length === conditionLimits.list)
        throw refusal(`a list has at most ${count(conditionLimits.list)} values`, at)
      values.push(this.value(column))
    } while (this.take(','))
    this.expect(')')
    return values.join(', ')
  }

  private operand(column: Column): string {
    const { kind, text, at } = this.peek()
    if (kind !== 'column' && (kind !== 'word' || words.includes(text.toLowerCase())))
      return this.value(column)
    const other = this.column()
    if (other.kind !== column.kind)
      throw refusal(
        `${shown(column.name)} (${column.type}) cannot be compared with ${shown(other.name)} (${other.type})`,
        at
      )
    return comparable(other).sql
  }

  private value(column: Column): string {
    comparable(column)
    const minus = this.take('-')
    if (!minus) this.take('+')
    const { kind, text, at } = this.peek()
    this.next++
    const wrong = (expected: string): UnseenError =>
      refusal(
        `${shown(column.name)} is ${column.type}: ${expected} was expected, ${got({ kind, text, at })}`,
        at,
        kind === 'word' && text.toLowerCase() === 'null' ? 'Nothing equals null: say "is null".' : undefined
      )
    switch (column.kind) {
      case 'number': {
        const number = `${minus ? '-' : ''}${text.trim()}`
        if ((kind !== 'number' && (kind !== 'text' || minus)) || !isNumber(number)) throw wrong('a number')
        // Whole numbers stay exact beyond 2^53.
        return `CAST(${this.bind(number)} AS ${/^-?\d{1,37}$/.test(number) ? 'HUGEINT' : 'DOUBLE'})`
      }
      case 'truth':
        if (kind !== 'word' || !/^(true|false)$/i.test(text)) throw wrong('true or false')
        return text.toUpperCase()
      case 'text':
      case 'moment':
      case 'other':
        if (kind !== 'text' || minus)
          throw wrong(column.kind === 'text' ? 'a text in single quotes' : 'a date or time in single quotes')
        if (column.kind === 'text') return this.bind(text)
        this.moments.push({ text, type: column.type, at })
        return `CAST(${this.bind(text)} AS ${column.type})`
    }
  }

  /** As RE2 has it: % is any text, _ any character. */
  private pattern(column: Column, flags: string): string {
    const { kind, text, at } = this.peek()
    if (column.kind !== 'text')
      throw refusal(`"like" is for texts, and ${shown(column.name)} is ${column.type}`, column.at)
    if (kind !== 'text') throw refusal(`a pattern in single quotes was expected, ${got(this.peek())}`, at)
    if (text.length > conditionLimits.pattern)
      throw refusal(`a pattern has at most ${count(conditionLimits.pattern)} characters`, at)
    if (++this.patterns > conditionLimits.patterns)
      throw refusal(`a condition has at most ${conditionLimits.patterns} patterns`, at)
    this.next++
    const expression = text
      .replace(/[^\p{L}\p{N}%_ ]/gu, character => `\\x{${(character.codePointAt(0) ?? 0).toString(16)}}`)
      .replace(/%+/g, '.*')
      .replaceAll('_', '.')
    return `regexp_full_match(${column.sql}, ${this.bind(flags + expression)})`
  }

  private column(): Column {
    const { kind, text, at } = this.peek()
    if ((kind !== 'word' && kind !== 'column') || (kind === 'word' && words.includes(text.toLowerCase())))
      throw refusal(
        `a column was expected, ${got(this.peek())}`,
        at,
        `It has: ${this.columns.map(({ name }) => name).join(', ')}.`
      )
    this.next++
    const { kind: after, text: sign } = this.peek()
    if (kind === 'word' && after === 'sign' && sign === '(')
      throw refusal(
        `${shown(text)} would be a function, and there are none here`,
        at,
        'Any SQL is for the command line: unseen search LIBRARY CLASS --where "...".'
      )
    const known = this.columns.find(({ name }) => name.toLowerCase() === text.toLowerCase())
    if (known === undefined)
      throw refusal(
        `there is no column ${shown(text)}`,
        at,
        `There are: ${this.columns.map(({ name }) => name).join(', ')}; texts stand in single quotes.`
      )
    if (++this.tests > conditionLimits.tests)
      throw refusal(`a condition names at most ${conditionLimits.tests} columns`, at)
    const kindOf = kindOfType(known.type)
    const plain = sqlName(known.name)
    // Types that have a text of their own, such as UUID and ENUM, are compared as it.
    const sql = kindOf === 'text' && known.type !== 'VARCHAR' ? `CAST(${plain} AS VARCHAR)` : plain
    return { kind: kindOf, type: known.type, sql, name: known.name, at }
  }

  private bind(text: string): string {
    return `$${this.values.push(text)}`
  }

  private peek(): Token {
    const found = this.tokens[this.next]
    if (found.kind === 'odd') throw refusal(found.text, found.at)
    return found
  }

  private take(wanted: string): boolean {
    const { kind, text } = this.peek()
    if ((kind !== 'word' && kind !== 'sign') || text.toLowerCase() !== wanted) return false
    this.next++
    return true
  }

  private expect(wanted: string): void {
    if (!this.take(wanted)) throw refusal(`"${wanted}" was expected, ${got(this.peek())}`, this.peek().at)
  }
}

function comparable(column: Column): Column {
  if (column.kind === 'other')
    throw refusal(`${shown(column.name)} is ${column.type}, which can only be asked for "is null"`, column.at)
  return column
}

function kindOfType(type: string): Kind {
  if (/^(U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)|FLOAT|DOUBLE|DECIMAL\(\d+,\s?\d+\))$/.test(type))
    return 'number'
  if (type === 'VARCHAR' || type === 'UUID' || /^ENUM\([^]*\)$/.test(type)) return 'text'
  if (type === 'BOOLEAN') return 'truth'
  return /^(DATE|TIME|TIMESTAMP(_S|_MS|_NS)?|(TIME|TIMESTAMP) WITH TIME ZONE)$/.test(type)
    ? 'moment'
    : 'other'
}

const isNumber = (text: string): boolean =>
  /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) && Number.isFinite(Number(text))

/** Side by side; the database would nest them in each other otherwise. */
function joined(parts: readonly string[], by: 'AND' | 'OR'): string {
  return parts.length === 1 ? parts[0] : `(${parts.join(` ${by} `)})`
}

const shown = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text)

function got({ kind, text }: Token): string {
  return kind === 'end' ? 'and the condition ends here' : `not ${shown(text)}`
}
