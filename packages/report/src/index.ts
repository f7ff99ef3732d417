export { themeVariables, themes, type Theme, type ThemeName } from './base/theme.js'
export { classColours } from './base/colours.js'
export type { DocumentLike, FigureOptions } from './base/canvas.js'
export { toMarkup } from './base/markup.js'
export {
  drawFigure,
  figureMarkup,
  figureNamed,
  figures,
  type FigureDataByName,
  type FigureName,
  type FigureSpec
} from './figures/figures.js'
export { ablationFigure, type AblationData, type AblationPoint } from './figures/ablation.js'
export {
  affinityFigure,
  cosineAffinity,
  type AffinityData,
  type AffinityGroup,
  type AffinityMatrix
} from './figures/affinity.js'
export { classBarsFigure, type ClassBar, type ClassBarsData } from './figures/class-bars.js'
export { confusionFigure, type ConfusionData } from './figures/confusion.js'
export { coverageFigure, type CoverageData, type CoveragePoint } from './figures/coverage.js'
export { gridFigure, type GridData } from './figures/grid.js'
export { growthFigure, type GrowthData, type GrowthPanel, type GrowthPoint } from './figures/growth.js'
export { historyFigure, type HistoryData } from './figures/history.js'
export { mapFigure, type MapData, type MapPanel } from './figures/map.js'
export { methodsFigure, type MethodDot, type MethodsData } from './figures/methods.js'
export { mixtureFigure, mixtureInWords, type MixtureData, type MixtureShare } from './figures/mixture.js'
export { seenUnseenFigure, type SeenUnseenData, type SeenUnseenPoint } from './figures/seen-unseen.js'
export { checkReport, readReport } from './report/read.js'
export { renderReport, type RenderOptions } from './report/render.js'
export {
  REPORT_FORMAT,
  REPORT_VERSION,
  type Measured,
  type Report,
  type ReportExample,
  type ReportFailure,
  type ReportFigure,
  type ReportMixture,
  type ResultRow,
  type ResultTable,
  type RunAgain,
  type RunRecord
} from './report/types.js'
