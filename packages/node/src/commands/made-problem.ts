/**
 * A small problem made from a seed, until the product has a data set of its own: animals described by
 * attributes, "images" whose features are a random non-negative mixing of those attributes plus noise.
 */
import { Matrix, createRandom, type TrainingInput } from '@unseen/core'

const attributes = ['stripes', 'spots', 'hooves', 'paws', 'mane', 'fur', 'swims', 'flies', 'feathers', 'big', 'hunts', 'long neck'] as const

/** graded 0 to 1, in the order above */
const animals: Readonly<Record<string, readonly number[]>> = {
  horse: [0, 0.1, 1, 0, 1, 0.8, 0.1, 0, 0, 0.8, 0, 0.5],
  tiger: [1, 0, 0, 1, 0.1, 1, 0.4, 0, 0, 0.7, 1, 0],
  leopard: [0, 1, 0, 1, 0, 1, 0.3, 0, 0, 0.5, 1, 0],
  lion: [0, 0, 0, 1, 1, 1, 0.1, 0, 0, 0.7, 1, 0],
  cow: [0, 0.6, 1, 0, 0, 0.7, 0.1, 0, 0, 0.8, 0, 0.1],
  camel: [0, 0, 0.8, 0, 0.2, 0.8, 0, 0, 0, 0.9, 0, 0.7],
  wolf: [0, 0, 0, 1, 0.2, 1, 0.2, 0, 0, 0.4, 1, 0],
  seal: [0, 0.3, 0, 0, 0, 0.6, 1, 0, 0, 0.5, 0.8, 0],
  duck: [0, 0, 0, 0, 0, 0, 0.9, 0.8, 1, 0, 0.1, 0.3],
  eagle: [0, 0, 0, 0, 0, 0, 0, 1, 1, 0.2, 1, 0],
  zebra: [1, 0, 1, 0, 0.9, 0.8, 0.1, 0, 0, 0.7, 0, 0.4],
  giraffe: [0, 0.9, 1, 0, 0.2, 0.6, 0, 0, 0, 1, 0, 1],
  penguin: [0.1, 0, 0, 0, 0, 0, 1, 0, 1, 0.1, 0.5, 0.1],
}
const unseen = ['zebra', 'giraffe', 'penguin']
const COLUMNS = 64
const ROWS_PER_CLASS = 60

export interface MadeProblem {
  readonly input: TrainingInput
  readonly unseen: readonly string[]
  readonly test: { readonly features: Matrix; readonly labels: readonly string[] }
}

export function makeProblem(seed: number): MadeProblem {
  const random = createRandom(seed)
  const mixing = attributes.map(() => Array.from({ length: COLUMNS }, () => (random.next() < 0.2 ? random.next() : 0)))
  const picture = (name: string): number[] => {
    const seen = animals[name].map((grade) => Math.max(0, grade + 0.5 * (random.next() + random.next() - 1)))
    return Array.from({ length: COLUMNS }, (_, m) => Math.max(0, seen.reduce((sum, grade, k) => sum + grade * mixing[k][m], 0) + 0.3 * (random.next() - 0.5)))
  }
  const pictures = (names: readonly string[]): { features: Matrix; labels: string[] } => {
    const labels = names.flatMap((name) => Array.from({ length: ROWS_PER_CLASS }, () => name))
    return { features: Matrix.from(labels.map(picture)), labels }
  }
  const classes = Object.keys(animals)
  const signatures = { classes, attributes: [...attributes], matrix: classes.map((name) => animals[name]), source: 'made from a seed' }
  return { input: { ...pictures(classes.filter((name) => !unseen.includes(name))), signatures }, unseen, test: pictures(unseen) }
}
