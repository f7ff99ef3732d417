/**
 * Figures and the HTML report, drawn into a document that is passed in.
 *
 * @module @unseen/report
 */
export type { DocumentLike, FigureOptions } from './base/canvas.js'
export { themeVariables, themes } from './base/theme.js'
export type { AblationData } from './figures/ablation.js'
export { type AffinityData, type AffinityGroup, cosineAffinity } from './figures/affinity.js'
export type { ClassBar, ClassBarsData } from './figures/class-bars.js'
export type { ConfusionData } from './figures/confusion.js'
export type { CoverageData, CoveragePoint } from './figures/coverage.js'
export type { ReliabilityData, ReliabilityPoint } from './figures/reliability.js'
export type { StrangersData, StrangersPoint } from './figures/strangers.js'
export { type FigureDataByName, drawFigure, figureMarkup, figures } from './figures/figures.js'
export type { GridData } from './figures/grid.js'
export type { GrowthData, GrowthPanel, GrowthPoint } from './figures/growth.js'
export type { HistoryData } from './figures/history.js'
export type { MapData, MapMark, MapPanel } from './figures/map.js'
export type { MethodsData } from './figures/methods.js'
export { type MixtureData, mixtureInWords } from './figures/mixture.js'
export type { SeenUnseenData } from './figures/seen-unseen.js'
export { readReport } from './report/read.js'
export { type RenderOptions, renderReport } from './report/render.js'
export {
  type Measured,
  REPORT_FORMAT,
  REPORT_VERSION,
  type Report,
  type ReportExample,
  type ReportFigure,
  type ResultRow,
  type ResultTable,
  type WideTable
} from './report/types.js'
export { reportCodes } from './errors.js'
