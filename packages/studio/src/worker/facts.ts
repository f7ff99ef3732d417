/**
 * What the engine tells the page of data and model: plain and small. Features, proportions and scores stay in
 * the worker.
 */
import type { FitSettings, ModelNotes, Rehearsal, ResidualBracket } from '@unseen/core'
import type { DoctorReport, Severity, Thumbnails } from '@unseen/data'
import type { MapPoints } from '../classes/map-facts.js'
import type { NewPhoto, WantedNetwork } from '../images/facts.js'

export interface AttributeFacts {
  readonly name: string
  readonly group?: string
  readonly meaning?: string
  /** the range of a slider: what the table holds, and 0 */
  readonly minimum: number
  readonly maximum: number
}

export interface TableFacts {
  readonly name: string
  readonly length: number
  /** attributes with names can be described by sliders */
  readonly named: boolean
  /** 'sentence' or 'words' where an encoder made it */
  readonly encoder?: string
}

export interface DataFacts {
  readonly name: string
  readonly classes: readonly string[]
  readonly rows: number
  /** features of a row; 0 where there are none */
  readonly columns: number
  /** of every row: index into `classes` */
  readonly labels: Int32Array
  /** how many training rows each class has, by index into `classes` */
  readonly trained: readonly number[]
  /** rows that were not trained on, in order: those the claims are made of */
  readonly test: Uint32Array
  readonly tables: readonly TableFacts[]
  readonly splits: readonly string[]
  /** what was taken */
  readonly split: string
  readonly table: string
  /** entries of a signature; without names they are numbered */
  readonly attributes: readonly AttributeFacts[]
  readonly thumbnails?: Thumbnails
  readonly hasRowNames: boolean
}

export interface ModelFacts {
  readonly settings: FitSettings
  readonly method: string
  readonly seen: readonly string[]
  readonly columns: number
  readonly length: number
  /** rows it was trained on */
  readonly rows: number
  readonly trainedAt?: number
  readonly seconds?: number
  /** what the notes hold: 'rehearsal', 'bias', 'threshold', 'encoder', 'preprocessing' ... */
  readonly notes: readonly string[]
  /** how many images a description is worth; absent where images of a described class cannot count */
  readonly worth?: number
  /** what made the features it learned from, where that is known */
  readonly network?: WantedNetwork
  /** what seen classes reach when hidden */
  readonly bracket: ResidualBracket
  /**
   * by the names that the model remembers and the signatures of its seen classes; absent where it remembers
   * none
   */
  readonly attributes?: readonly AttributeFacts[]
}

/** A class of the model as it is now. */
export interface ClassFacts {
  readonly name: string
  readonly seen: boolean
  /** the signature, as given */
  readonly values: readonly number[]
  /** z, one share for each seen class, in their order */
  readonly mixture: readonly number[]
  readonly residual: number
  /**
   * how much of it the (other) seen classes express, and whether that is less than they reach for each other
   */
  readonly expressed: number
  readonly below: boolean
  /** rows with its label */
  readonly rows: number
}

/** What hiding seen classes foretold, and what follows from it for this model. */
export interface RehearsalFacts {
  readonly found: Rehearsal
  /** added to the scores of seen classes where all compete */
  readonly bias: number
  readonly threshold: ModelNotes['threshold']
}

export interface Opened {
  readonly data?: DataFacts
  readonly model?: ModelFacts
  readonly rehearsal?: RehearsalFacts
  readonly classes: readonly ClassFacts[]
  /** the sprite sheet */
  readonly sheet?: Blob
  /** rows that were brought along before, and maps that were made */
  readonly added?: readonly { readonly name: string; readonly picture?: Blob; readonly kept: boolean }[]
  readonly maps?: readonly MapPoints[]
  /** photos that wait for their features, and the network that is kept to make them */
  readonly waiting?: readonly NewPhoto[]
  readonly network?: { readonly name: string; readonly preset?: string }
}

/** One line of the doctor's checklist. */
export interface FindingFacts {
  readonly id: string
  readonly severity: Severity | 'good'
  readonly text: string
  readonly remedy?: string
  /** label of the fix that can be made at once */
  readonly fix?: string
  /** nothing goes on before it is solved */
  readonly blocks: boolean
}

export interface Examination {
  readonly name: string
  readonly report?: DoctorReport
  readonly findings: readonly FindingFacts[]
  readonly checks: number
  readonly seconds: number
  /** no finding is left that blocks */
  readonly usable: boolean
  /** classes with rows, where the files say of none that it is unseen: some may be chosen to play unseen */
  readonly choose?: readonly string[]
}

/** Which classes compete for an image. */
export type AmongChoice = 'unseen' | 'all'

/** Another class and how alike it is. */
export interface Alike {
  readonly class: string
  /** cosine of the mixtures, 0 to 1 */
  readonly alike: number
  readonly mixture: readonly number[]
  /** so near that hardly any image can tell them apart */
  readonly lookAlike: boolean
}
