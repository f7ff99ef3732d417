/** The public doors, as paths in the repository. */
export const doors: readonly string[]
/** Public names, members and parameters without a description: 'packages/core/src/fit.ts:12 fit: parameter options'. */
export function undocumented(entries?: readonly string[]): string[]
