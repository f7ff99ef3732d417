/**
 * Guards for values out of a file: each returns the value in its type, or refuses it by name.
 * A value of the wrong kind is a matter of the header; one out of range is a matter of its value.
 */
import { quote, refuse } from './file-refuse.js'
import type { JsonObject, JsonValue } from './types.js'

export type Guard<T> = (value: JsonValue | undefined, where: string) => T

function expected(what: string, value: JsonValue | undefined, where: string): never {
  const got =
    value === undefined
      ? 'nothing'
      : value === null
        ? 'null'
        : typeof value === 'string'
          ? quote(value)
          : Array.isArray(value)
            ? 'a list'
            : typeof value === 'object'
              ? 'an object'
              : String(value)
  return refuse('file.header', `${where} must be ${what}, got ${got}.`, { section: where })
}

export const object: Guard<JsonObject> = (value, where) =>
  isObject(value) ? value : expected('an object', value, where)

export const text: Guard<string> = (value, where) =>
  typeof value === 'string' ? value : expected('text', value, where)

export const number: Guard<number> = (value, where) =>
  typeof value === 'number' ? value : expected('a number', value, where)

export const boolean: Guard<boolean> = (value, where) =>
  typeof value === 'boolean' ? value : expected('true or false', value, where)

/** A whole number of at least 0 */
export const integer: Guard<number> = (value, where) =>
  Number.isSafeInteger(value) && (value as number) >= 0
    ? (value as number)
    : expected('a whole number of at least 0', value, where)

/** Eight hexadecimal digits */
export const hex: Guard<string> = (value, where) =>
  /^[0-9a-f]{8}$/.test(text(value, where))
    ? text(value, where)
    : expected('eight hexadecimal digits', value, where)

export function listOf<T>(guard: Guard<T>): Guard<T[]> {
  return (value, where) =>
    Array.isArray(value)
      ? (value as JsonValue[]).map((entry, i) => guard(entry, `${where}[${i}]`))
      : expected('a list', value, where)
}

export const integerList = listOf(integer)

export function oneOf<T extends string>(...choices: readonly T[]): Guard<T> {
  return (value, where) =>
    choices.find(choice => choice === value) ?? expected(`one of ${choices.join(', ')}`, value, where)
}

/** The object, if it has these keys, in any order, and no other. */
export function exactKeys(value: JsonObject, where: string, keys: readonly string[]): JsonObject {
  const found = Object.keys(value)
  if (found.length === keys.length && keys.every(key => Object.hasOwn(value, key))) return value
  return refuse(
    'file.header',
    `${where} must have ${keys.join(', ')}, got ${found.slice(0, 10).map(quote).join(', ')}.`,
    { section: where }
  )
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
