/** What the other packages of Unseen use of this one. Only for packages of the same version: it changes without notice. */
export type { FigureName } from './figures/figures.js'
export { reportCodes } from './errors.js'
