/** Data for every figure: small, without anything, with one thing, with hostile names, and large. */
import type { FigureDataByName, FigureName } from '../src/figures/figures.js'

/** Markup, quotes, direction marks, controls, half characters, pictures, much text, none at all. */
export const hostileNames = [
  '<script>alert("1")</script>',
  '"quoted" & \'single\' </text>',
  '\u202Egnp.exe',
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467} \u{1F993} family',
  'x'.repeat(500),
  'שלום עולם',
  '',
  'a\u0000b\u0007c\u001b[31m',
  ']]> <!-- --> <![CDATA[',
  '\ud800 alone',
  'toString',
  '__proto__'
]

const animals = [
  'horse',
  'tiger',
  'panda',
  'zebra',
  'whale',
  'seal',
  'otter',
  'wolf',
  'mole',
  'deer',
  'bat',
  'ox'
]
const cycle = (at: number): number => ((at * 7919) % 101) / 100

const affinity = (classes: readonly string[]): FigureDataByName['affinity'] => ({
  groups: [
    {
      title: 'seen classes',
      classes,
      matrices: ['signatures', 'mixtures', 'mean proportions'].map((title, k) => ({
        title,
        values: Array.from({ length: classes.length ** 2 }, (_, at) =>
          Math.floor(at / classes.length) === at % classes.length ? 1 : cycle(at + k)
        )
      }))
    }
  ]
})
const map = (classes: readonly string[], rows: number): FigureDataByName['map'] => ({
  classes,
  labels: Array.from({ length: rows }, (_, at) => at % Math.max(1, classes.length)),
  panels: ['raw features', 'proportions'].map((title, k) => ({
    title,
    x: Array.from({ length: rows }, (_, at) => cycle(at) + (at % classes.length) * (k + 1)),
    y: Array.from({ length: rows }, (_, at) => cycle(3 * at) - ((at * (k + 1)) % 3))
  }))
})
const growth = (names: readonly string[], counts: readonly number[]): FigureDataByName['growth'] => ({
  panels: [
    {
      title: 'setting 1',
      counts: 'number of unseen classes',
      curves: names.map((name, k) => ({
        name,
        points: counts.map(classes => ({
          classes,
          accuracy: 1 / (1 + classes / 20) - k * 0.07,
          deviation: 0.03
        }))
      }))
    },
    {
      title: 'setting 2',
      counts: 'number of seen classes',
      curves: names.map((name, k) => ({
        name,
        points: counts.map(classes => ({ classes, accuracy: classes / (classes + 30) - k * 0.02 }))
      }))
    }
  ]
})
const paperPoints = [0, 0.1].flatMap(lambda2 =>
  [0.01, 0.1, 1].flatMap(lambda3 =>
    [0.01, 0.1, 1, 10].map(gamma => ({ family: 'paper' as const, gamma, lambda2, lambda3 }))
  )
)
const classPoints = (['inner', 'cosine'] as const).flatMap(compare =>
  [0.1, 1, 10].flatMap(ridge =>
    [0.01, 0.1, 1, 10].map(gamma => ({
      family: 'class-weights' as const,
      gamma,
      ridge,
      compare,
      mixture: 'simplex' as const
    }))
  )
)
const tried = [...paperPoints, ...classPoints].map((point, at) => ({
  point,
  accuracy: 0.4 + 0.3 * cycle(at),
  standardError: 0.02
}))
const confusion = (classes: readonly string[]): FigureDataByName['confusion'] => ({
  classes,
  counts: Array.from({ length: classes.length ** 2 }, (_, at) =>
    Math.floor(at / classes.length) === at % classes.length ? 80 + (at % 7) : at % 5
  )
})
const falling = Array.from({ length: 9 }, (_, at) => at / 8)
const seenUnseen = (name: string): FigureDataByName['seen-unseen'] => ({
  curves: [
    { name, points: falling.map(share => ({ seen: 0.6 * share, unseen: 0.5 * (1 - share * share) })) }
  ],
  marked: { seen: 0.3, unseen: 0.375, label: name }
})
const coverage = (name: string): FigureDataByName['coverage'] => ({
  curves: [
    { name, points: falling.slice(1).map(share => ({ coverage: share, accuracy: 0.9 - 0.4 * share })) }
  ],
  marked: { coverage: 0.5, accuracy: 0.7, label: name }
})
const reliability = (name: string): FigureDataByName['reliability'] => ({
  curves: [
    {
      name,
      error: 0.05,
      points: [0.2, 0.5, 0.9].map(probability => ({ probability, right: probability - 0.05 }))
    }
  ]
})
const strangers = (name: string): FigureDataByName['strangers'] => ({
  curves: [{ name, points: [0.01, 0.02, 0.1].map(rate => ({ rate, part: 5 * rate })) }]
})
const ablation = (names: readonly string[]): FigureDataByName['ablation'] => ({
  curves: names.map((name, k) => ({
    name,
    points: [0, 0.001, 0.1, 1, 100].map((gamma, at) => ({
      gamma,
      accuracy: 0.5 + 0.05 * at - 0.02 * at * at - 0.04 * k,
      deviation: 0.02
    }))
  }))
})
const shares = (names: readonly string[]): FigureDataByName['mixture']['shares'] =>
  names.map((name, at) => ({ class: name, share: 0.4 / (at + 1) }))
const bars = (names: readonly string[]): FigureDataByName['class-bars'] => ({
  bars: names.map((name, at) => ({
    class: name,
    value: 0.9 - at / (names.length + 3),
    low: Math.max(0, 0.82 - at / (names.length + 3)),
    high: 0.95 - at / (names.length + 3)
  })),
  reference: { value: 0.1, label: 'chance' }
})

const methods = (names: readonly string[]): FigureDataByName['methods'] => ({
  groups: [
    { name: "The paper's", methods: dots(names.slice(0, 1)) },
    { name: 'Others', methods: dots(names.slice(1)) }
  ],
  reference: { value: 0.1, label: 'chance' }
})
const dots = (names: readonly string[]): FigureDataByName['methods']['groups'][number]['methods'] =>
  names.map((name, at) => ({
    name,
    value: 0.8 - at / (names.length + 3),
    low: Math.max(0, 0.72 - at / (names.length + 3)),
    high: 0.86 - at / (names.length + 3),
    ...(at % 2 === 0 && { published: 0.5 })
  }))

const many = Array.from({ length: 200 }, (_, at) => `class number ${at}`)

export interface Cases<Data> {
  readonly small: Data
  readonly empty: Data
  readonly one: Data
  readonly hostile: Data
  readonly large: Data
}

export const cases: { readonly [Name in FigureName]: Cases<FigureDataByName[Name]> } = {
  affinity: {
    small: affinity(animals.slice(0, 5)),
    empty: { groups: [] },
    one: affinity(['horse']),
    hostile: affinity(hostileNames),
    large: affinity(many)
  },
  map: {
    small: map(animals.slice(0, 5), 40),
    empty: { classes: [], labels: [], panels: [] },
    one: map(['horse'], 1),
    hostile: map(hostileNames, 60),
    large: map(many, 2000)
  },
  growth: {
    small: growth(['class weights', "paper's SSE"], [10, 20, 30, 40, 50, 60]),
    empty: { panels: [] },
    one: growth(['horse'], [10]),
    hostile: growth(hostileNames, [10, 20]),
    large: growth(
      animals.slice(0, 6),
      Array.from({ length: 70 }, (_, at) => 10 * at + 10)
    )
  },
  grid: {
    small: { points: tried, best: tried[3], alike: tried.slice(1, 6) },
    empty: { points: [] },
    one: { points: tried.slice(0, 1), best: tried[0], alike: [tried[0]] },
    hostile: { title: hostileNames[0], points: [...tried.slice(0, 4), { ...tried[4], accuracy: NaN }] },
    large: {
      points: [0, 1e-3, 1e-2, 0.1, 1, 10, 100].flatMap((lambda2, a) =>
        [0, 1e-3, 1e-2, 0.1, 1, 10, 100].flatMap((lambda3, b) =>
          [0, 1e-3, 1e-2, 0.1, 1, 10, 100].map((gamma, c) => ({
            point: { family: 'paper' as const, gamma, lambda2, lambda3 },
            accuracy: cycle(a * 49 + b * 7 + c),
            standardError: 0.1
          }))
        )
      )
    }
  },
  confusion: {
    small: confusion(animals.slice(0, 5)),
    empty: { classes: [], counts: [] },
    one: confusion(['horse']),
    hostile: confusion(hostileNames),
    large: confusion(many)
  },
  'seen-unseen': {
    small: seenUnseen('class weights'),
    empty: { curves: [] },
    one: { curves: [{ name: 'one', points: [{ seen: 0.4, unseen: 0.2 }] }] },
    hostile: seenUnseen(hostileNames[0]),
    large: seenUnseen('class weights')
  },
  coverage: {
    small: coverage('class weights'),
    empty: { curves: [] },
    one: { curves: [{ name: 'one', points: [{ coverage: 1, accuracy: 0.5 }] }] },
    hostile: coverage(hostileNames[1]),
    large: {
      curves: [
        {
          name: 'many',
          points: Array.from({ length: 500 }, (_, at) => ({
            coverage: (at + 1) / 500,
            accuracy: 0.9 - at / 1000
          }))
        }
      ]
    }
  },
  reliability: {
    small: reliability('among unseen classes'),
    empty: { curves: [] },
    one: { curves: [{ name: 'one', error: 0.1, points: [{ probability: 0.5, right: 0.4 }] }] },
    hostile: reliability(hostileNames[1]),
    large: {
      curves: [
        {
          name: 'many',
          error: 0,
          points: Array.from({ length: 500 }, (_, at) => ({ probability: at / 500, right: at / 500 }))
        }
      ]
    }
  },
  strangers: {
    small: strangers('objects'),
    empty: { curves: [] },
    one: { curves: [{ name: 'one', points: [{ rate: 0.02, part: 0.5 }] }] },
    hostile: strangers(hostileNames[1]),
    large: {
      curves: [
        {
          name: 'many',
          points: Array.from({ length: 500 }, (_, at) => ({ rate: at / 1000, part: at / 500 }))
        }
      ]
    }
  },
  history: {
    small: {
      step: 'V-step',
      runs: [
        { name: 'AwA', objective: [18725, 16000, 14500, 13000, 12849] },
        { name: 'CUB', objective: [15000, 14000, 13500, 13000, 12900] }
      ]
    },
    empty: { runs: [] },
    one: { runs: [{ name: 'one', objective: [3] }] },
    hostile: { runs: hostileNames.map((name, at) => ({ name, objective: [3, 2, NaN, 1 + at] })) },
    large: { runs: [{ name: 'long', objective: Array.from({ length: 1000 }, (_, at) => 1e6 / (at + 1)) }] }
  },
  ablation: {
    small: ablation(['both terms', 'classes only', 'images only']),
    empty: { curves: [] },
    one: { curves: [{ name: 'one', points: [{ gamma: 0, accuracy: 0.5 }] }] },
    hostile: ablation(hostileNames),
    large: ablation(animals)
  },
  mixture: {
    small: { class: 'zebra', shares: shares(animals) },
    empty: { class: 'zebra', shares: [] },
    one: { class: 'zebra', shares: [{ class: 'horse', share: 1 }] },
    hostile: {
      class: hostileNames[0],
      shares: [...shares(hostileNames), { class: 'negative', share: -0.3 }],
      top: 20
    },
    large: { class: 'zebra', shares: shares(many) }
  },
  'class-bars': {
    small: bars(animals.slice(0, 5)),
    empty: { bars: [] },
    one: bars(['horse']),
    hostile: bars(hostileNames),
    large: bars(many)
  },
  methods: {
    small: methods(animals.slice(0, 6)),
    empty: { groups: [] },
    one: methods(['horse']),
    hostile: methods(hostileNames),
    large: methods(many.slice(0, 60))
  }
}
