/** Fields that may be undefined, as fields that may be left out. */
export type Defined<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K]
} & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/**
 * The fields that have a value, in their order. An option that was not given is left out, rather than
 * given as undefined, so that defaults below it hold and nothing is written of it.
 */
export function defined<const T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>
}
