/** Every figure there is: name, title, what it shows, and the function that draws it. */
import { UnseenError } from '@unseen/core'
import type { FigureOptions } from '../base/canvas.js'
import { toMarkup } from '../base/markup.js'
import { type AblationData, ablationFigure } from './ablation.js'
import { type AffinityData, affinityFigure } from './affinity.js'
import { type ClassBarsData, classBarsFigure } from './class-bars.js'
import { type ConfusionData, confusionFigure } from './confusion.js'
import { type CoverageData, coverageFigure } from './coverage.js'
import { type GridData, gridFigure } from './grid.js'
import { type GrowthData, growthFigure } from './growth.js'
import { type HistoryData, historyFigure } from './history.js'
import { type MapData, mapFigure } from './map.js'
import { type MethodsData, methodsFigure } from './methods.js'
import { type MixtureData, mixtureFigure } from './mixture.js'
import { type ReliabilityData, reliabilityFigure } from './reliability.js'
import { type SeenUnseenData, seenUnseenFigure } from './seen-unseen.js'
import { type StrangersData, strangersFigure } from './strangers.js'

/** What each figure is drawn from, by its name. */
export interface FigureDataByName {
  /** How alike the classes are. */
  readonly affinity: AffinityData
  /** Rows on a map. */
  readonly map: MapData
  /** Accuracy against the number of classes. */
  readonly growth: GrowthData
  /** Accuracy by parameters. */
  readonly grid: GridData
  /** What is taken for what. */
  readonly confusion: ConfusionData
  /** Accuracy on seen against unseen classes. */
  readonly 'seen-unseen': SeenUnseenData
  /** Accuracy against coverage. */
  readonly coverage: CoverageData
  /** Probabilities against what happened. */
  readonly reliability: ReliabilityData
  /** What is called unlike every class. */
  readonly strangers: StrangersData
  /** The objective, step by step. */
  readonly history: HistoryData
  /** What each part of training does. */
  readonly ablation: AblationData
  /** A class as a mixture of known ones. */
  readonly mixture: MixtureData
  /** One value for each class. */
  readonly 'class-bars': ClassBarsData
  /** Methods side by side. */
  readonly methods: MethodsData
}

export type FigureName = keyof FigureDataByName

export interface FigureSpec<Name extends FigureName = FigureName> {
  readonly name: Name
  readonly title: string
  /** one or two sentences a newcomer understands */
  readonly shows: string
  readonly draw: (data: FigureDataByName[Name], options: FigureOptions) => SVGSVGElement
}

type AnyFigure = { readonly [Name in FigureName]: FigureSpec<Name> }[FigureName]

/** Every figure with its title and what it shows. */
export const figures: readonly AnyFigure[] = [
  {
    name: 'affinity',
    title: 'How alike the classes are',
    shows:
      'How alike every two classes are: by their descriptions, by their mixtures, and by what the model makes of their images. Where the panels look alike, images and descriptions agree.',
    draw: affinityFigure
  },
  {
    name: 'map',
    title: 'Rows on a map',
    shows:
      'Every image as a point, alike ones close together. The clearer the islands, the easier the classes are to tell apart.',
    draw: mapFigure
  },
  {
    name: 'growth',
    title: 'Accuracy against the number of classes',
    shows:
      'How accuracy changes as there are more unseen classes to choose from, or more seen classes to learn from. Bands are one standard deviation over the trials.',
    draw: growthFigure
  },
  {
    name: 'grid',
    title: 'Accuracy on held-out classes, by parameters',
    shows:
      'Every setting that was tried, and how well it recognised seen classes that were hidden while it trained. The chosen one is framed; dots mark those that cannot be told from it.',
    draw: gridFigure
  },
  {
    name: 'confusion',
    title: 'What is taken for what',
    shows: 'For the images of each class, which answers they got. The diagonal is right.',
    draw: confusionFigure
  },
  {
    name: 'seen-unseen',
    title: 'Seen against unseen classes',
    shows:
      'When all classes compete, recognising more unseen ones costs some seen ones. Dotted lines join points of equal harmonic mean H.',
    draw: seenUnseenFigure
  },
  {
    name: 'coverage',
    title: 'Accuracy against coverage',
    shows: 'How accurate the answers are if the model may say "none of these" when it is not sure.',
    draw: coverageFigure
  },
  {
    name: 'reliability',
    title: 'Do probabilities keep their word?',
    shows:
      'How often answers of each probability were right. On the dotted line they are right as often as was said.',
    draw: reliabilityFigure
  },
  {
    name: 'strangers',
    title: 'Unlike every class: lost and found',
    shows:
      'Which rows are called unlike every class, for each rate of false alarms: those of described and seen classes are lost, all others found.',
    draw: strangersFigure
  },
  {
    name: 'history',
    title: 'The objective while training',
    shows: 'What training makes small, step by step. It should fall and level off.',
    draw: historyFigure
  },
  {
    name: 'ablation',
    title: 'Accuracy against gamma',
    shows: 'Accuracy with parts of the method left out, as the mixtures are smoothed more and more.',
    draw: ablationFigure
  },
  {
    name: 'mixture',
    title: 'A class as a mixture',
    shows: 'The seen classes that a described class is made of, largest shares first.',
    draw: mixtureFigure
  },
  {
    name: 'class-bars',
    title: 'Accuracy of each class',
    shows: 'How many images of each class are recognised, with 95 % intervals.',
    draw: classBarsFigure
  },
  {
    name: 'methods',
    title: 'Methods side by side',
    shows:
      'How well each method does on the same rows with the same tuning budget, with 95 % intervals. Intervals that overlap may still belong to methods that differ: the table compares them row by row.',
    draw: methodsFigure
  }
]

/**
 * Draws a figure as an SVG element.
 *
 * @param name of the figure, one of `figures`
 * @param data what it shows
 * @param options document, theme and width
 */
export function drawFigure<Name extends FigureName>(
  name: Name,
  data: FigureDataByName[Name],
  options: FigureOptions
): SVGSVGElement {
  return figureNamed(name).draw(data, options)
}

/**
 * A figure as SVG text, a file of its own in theme light or dark.
 *
 * @param name of the figure, one of `figures`
 * @param data what it shows
 * @param options document, theme and width
 * @example
 * ```ts
 * import { figureMarkup } from '@unseen/report'
 *
 * const shares = [
 *   { class: 'horse', share: 0.6 },
 *   { class: 'tiger', share: 0.4 }
 * ]
 * const svg = figureMarkup('mixture', { class: 'zebra', shares }, { document, width: 340 })
 * ```
 */
export function figureMarkup<Name extends FigureName>(
  name: Name,
  data: FigureDataByName[Name],
  options: FigureOptions
): string {
  return toMarkup(drawFigure(name, data, options))
}

/** The entry of the list above. */
export function figureNamed<Name extends FigureName>(name: Name): FigureSpec<Name> {
  const found = figures.find(figure => figure.name === name)
  if (found === undefined)
    throw new UnseenError('options.value', `There is no figure "${name}".`, {
      remedy: `There are ${figures.map(figure => figure.name).join(', ')}.`
    })
  return found as unknown as FigureSpec<Name>
}
