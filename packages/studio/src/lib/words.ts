/**
 * What we say, and what the paper calls it: every part that shows one of these words shows the paper's
 * on hover and focus (parts/Term.tsx). One table, so that all pages speak alike.
 */
export interface Word {
  /** one sentence a teacher would say */
  readonly meaning: string
  /** the paper's term; absent where the word is ours */
  readonly paper?: string
}

export const words = {
  signature: {
    meaning: 'The numbers that describe a class, one for each attribute.',
    paper: 'source vector c'
  },
  description: { meaning: 'What you say of a class; as numbers, its signature.', paper: 'source vector c' },
  mixture: { meaning: 'A class as shares of the classes that have images.', paper: 'z = ψ(c), Eq. 3' },
  proportions: { meaning: 'How much of each seen class an image shows.', paper: 'π(x), section 2.1' },
  score: {
    meaning: 'How well the proportions of an image agree with the mixture of a class.',
    paper: '⟨π, z⟩'
  },
  contribution: { meaning: 'The part of a score that one seen class brings.', paper: 'one term of ⟨π, z⟩' },
  references: { meaning: 'One vector for each seen class, which bends the features.', paper: 'v, Eq. 4, 5' },
  smoothing: { meaning: 'Larger values spread a class over more seen classes.', paper: 'γ' },
  marginPerClass: { meaning: 'How much it counts that classes are told apart on average.', paper: 'λ2' },
  marginPerImage: { meaning: 'How much it counts that every single image is told apart.', paper: 'λ3' },
  residual: {
    meaning: 'How much of a description no mixture of seen classes can express.',
    paper: 'the distance that Eq. 3 makes least'
  },
  expressed: {
    meaning: 'How much of a description the seen classes can express: 1 less the residual squared.',
    paper: 'from the distance in Eq. 3'
  },
  rehearsal: { meaning: 'Seen classes are hidden and described, to learn how well descriptions work here.' },
  calibration: {
    meaning: 'Of answers that it calls 75 in 100 sure, 75 in 100 should be right (calibration).'
  },
  area: { meaning: 'Area under the curve of known against described, over all handicaps: 1 is perfect.' },
  margin: { meaning: 'By how much an answer has to lead the next one (margin).' },
  bias: { meaning: 'What is taken off the scores of seen classes, so that unseen ones have a chance.' },
  lookAlike: { meaning: 'A class with nearly the same mixture: the two will often be mixed up.' },
  right: { meaning: 'Of 100 photos of the class that were not learned from: how many are named right.' },
  worth: {
    meaning:
      'How many photos would move a class as much as its description does, measured on known classes that are left out in turn.'
  },
  noneOfThese: { meaning: 'The answer when no class leads by the margin that is asked for.' }
} as const satisfies Readonly<Record<string, Word>>

export type WordName = keyof typeof words
