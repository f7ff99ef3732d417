/**
 * Published figures that ours stand beside, per cent, as printed in Zhang and Saligrama, "Zero-Shot Learning
 * via Semantic Similarity Embedding", ICCV 2015: Tables 2 and 3, the numbers under Fig. 6, those that the text
 * gives of Fig. 7 and the times of section 3.2. Each was read twice. Figures of other systems are those that
 * the paper cites from their own papers.
 */

/** A mean, and its standard deviation over trials where one is printed. */
export type PublishedValue = number | readonly [mean: number, deviation: number]

export interface PublishedRow {
  readonly name: string
  /** one for each column of the table; undefined where the cell is empty */
  readonly values: readonly (PublishedValue | undefined)[]
}

/** Columns: cat-dog, plane-auto, auto-deer, deer-ship, cat-truck, average. */
export const table2: readonly PublishedRow[] = [
  { name: 'Socher et al. 2013 (50 words, read off a figure)', values: [50, 65, 76, 83, 90, 72.8] },
  {
    name: 'SSE-INT (50 words)',
    values: [[59.0, 0.57], [91.62, 0.19], [97.95, 0.13], [95.73, 0.08], [97.2, 0.05], 88.3]
  },
  {
    name: 'SSE-ReLU (50 words)',
    values: [[58.78, 1.6], [91.33, 0.53], [97.33, 0.28], [95.37, 0.29], [97.32, 0.12], 88.03]
  },
  {
    name: 'SSE-INT (25 attributes)',
    values: [[48.47, 0.08], [93.93, 0.59], [99.07, 0.18], [96.03, 0.03], [96.92, 0.14], 86.88]
  },
  {
    name: 'SSE-ReLU (25 attributes)',
    values: [[48.52, 0.13], [93.68, 0.73], [98.48, 0.15], [95.32, 0.25], [96.43, 0.06], 86.49]
  }
]

/** By the features they were made with; columns: aP&Y, AwA, CUB-200-2011, SUN Attribute. */
export const table3: readonly { readonly features: string; readonly rows: readonly PublishedRow[] }[] = [
  {
    features: 'other than of a convolutional network',
    rows: [
      { name: 'Farhadi et al. 2009', values: [32.5, undefined, undefined, undefined] },
      { name: 'Mahajan et al. 2011', values: [37.93, undefined, undefined, undefined] },
      { name: 'Wang and Ji 2013', values: [45.05, 42.78, undefined, undefined] },
      { name: 'Rohrbach et al. 2013', values: [undefined, 42.7, undefined, undefined] },
      { name: 'Yu et al. 2013', values: [undefined, 48.3, undefined, undefined] },
      { name: 'Akata et al. 2013', values: [undefined, 43.5, 18.0, undefined] },
      { name: 'Fu et al. 2014', values: [undefined, 47.1, undefined, undefined] },
      { name: 'Mensink et al. 2014', values: [undefined, undefined, 14.4, undefined] },
      { name: 'Lampert et al. 2014', values: [19.1, 40.5, undefined, 52.5] },
      {
        name: 'Jayaraman and Grauman 2014',
        values: [[26.02, 0.05], [43.01, 0.07], undefined, [56.18, 0.27]]
      },
      {
        name: 'Romera-Paredes and Torr 2015',
        values: [[27.27, 1.62], [49.3, 0.21], undefined, [65.75, 0.51]]
      }
    ]
  },
  {
    features: 'AlexNet',
    rows: [{ name: 'Akata et al. 2015', values: [undefined, 61.9, 40.3, undefined] }]
  },
  {
    features: 'vgg-verydeep-19',
    rows: [
      { name: 'Lampert et al. 2014', values: [38.16, 57.23, undefined, 72.0] },
      {
        name: 'Romera-Paredes and Torr 2015',
        values: [[24.22, 2.89], [75.32, 2.28], undefined, [82.1, 0.32]]
      },
      {
        name: 'SSE-INT',
        values: [
          [44.15, 0.34],
          [71.52, 0.79],
          [30.19, 0.59],
          [82.17, 0.76]
        ]
      },
      {
        name: 'SSE-ReLU',
        values: [
          [46.23, 0.53],
          [76.33, 0.83],
          [30.41, 0.2],
          [82.5, 1.32]
        ]
      }
    ]
  }
]

/** Fig. 6: SSE on Animals with Attributes, by kind of features. */
export const fig6 = {
  'cq-hist': 31.5,
  'lss-hist': 30.3,
  'rgsift-hist': 33.6,
  'sift-hist': 29.8,
  'surf-hist': 36.5,
  decaf: 52.0,
  'verydeep-19': 71.5
} as const

/** What the text says of Fig. 7, on SUN's 717 classes. */
export const fig7 =
  'The paper, on the 717 classes of SUN with VGG-19 features: among 10 unseen classes 61.00 % with 17 seen classes and 87.17 % with 317; from 200 to 700 unseen classes 8.62 % down to 2.85 %; among all 717 classes 1.59 % with 10 seen ones, where chance is 0.14 %.'

/** Section 3.2, unoptimised MATLAB on a Xeon E5-2696 v2, features loaded included. */
export const times = { cifar10: 'less than 5 minutes', others: 'within 30 minutes' } as const

/** The mean alone, 0 to 1. */
export function publishedMean(value: PublishedValue): number {
  return (typeof value === 'number' ? value : value[0]) / 100
}
