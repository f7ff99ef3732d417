/**
 * A report as plain JSON: everything the HTML file says, and what is needed to run it again and compare.
 * Every section but the title may be missing. Shares and accuracies are 0 to 1.
 */
import type { FigureDataByName, FigureName } from '../figures/figures.js'
import type { MixtureShare } from '../figures/mixture.js'

/** Tells a report from other JSON. */
export const REPORT_FORMAT = 'unseen-report'
/** Raised when a reader of the last version would misread a report. */
export const REPORT_VERSION = 1

/** Everything a report shows, as plain data. */
export interface Report {
  /** Always `REPORT_FORMAT`. */
  readonly format: typeof REPORT_FORMAT
  /** Always `REPORT_VERSION`. */
  readonly version: typeof REPORT_VERSION
  /** Of the page. */
  readonly title: string
  /** what came out, in plain sentences; one string a paragraph */
  readonly summary?: readonly string[]
  /** What was run, on what, when and for how long. */
  readonly run?: RunRecord
  /** every class of the project in its order; the first ten own the ten colours */
  readonly classes?: { readonly seen: readonly string[]; readonly unseen: readonly string[] }
  /** Tables of accuracies. */
  readonly results?: readonly ResultTable[]
  /** tables with several columns, as papers print them */
  readonly tables?: readonly WideTable[]
  /** In the order they are shown. */
  readonly figures?: readonly ReportFigure[]
  /** of the unseen classes */
  readonly mixtures?: readonly ReportMixture[]
  /** Rows that the model was most and least sure of. */
  readonly examples?: {
    readonly certain: readonly ReportExample[]
    readonly uncertain: readonly ReportExample[]
  }
  /** What went wrong on the way. */
  readonly failures?: readonly ReportFailure[]
  /** The command that makes the same report again. */
  readonly again?: RunAgain
}

export interface RunRecord {
  /** as typed */
  readonly command: string
  readonly seed?: number
  /** when it ended, ISO 8601 */
  readonly at?: string
  readonly seconds?: number
  /** 'unseen': '0.1.0', 'node': 'v20.1.0' */
  readonly versions?: Readonly<Record<string, string>>
  /** 'processor', 'cores', 'memory', 'system' */
  readonly machine?: Readonly<Record<string, string | number>>
  readonly data?: readonly {
    readonly name: string
    readonly fingerprint?: string
    readonly rows?: number
    readonly source?: string
    readonly licence?: string
  }[]
  /** how long parts of it took, beside what others say of theirs; no two runs agree on these */
  readonly times?: readonly {
    readonly name: string
    readonly seconds: number
    readonly published?: string
  }[]
  /** 'gamma': 0.1 */
  readonly settings?: Readonly<Record<string, string | number | boolean>>
}

/** A table of accuracies. */
export interface ResultTable {
  /** Above the table. */
  readonly title: string
  /** what was measured and how, one or two sentences */
  readonly about?: string
  /** 'accuracy per image, among unseen' */
  readonly measure: string
  /** One for each thing measured. */
  readonly rows: readonly ResultRow[]
}

/** Something measured, beside what was published. */
export interface ResultRow {
  /** What was measured. */
  readonly name: string
  /** rows of one group stand under its name */
  readonly group?: string
  /** missing: it could not be measured, and `note` says why */
  readonly ours?: Measured
  /** What others report, and where. */
  readonly published?: { readonly value: number; readonly highest?: number; readonly source: string }
  /** What a reader should know about it. */
  readonly note?: string
}

/** A value as it was measured. */
export interface Measured {
  /** The mean, where there were several trials. */
  readonly value: number
  /** standard deviation over trials */
  readonly deviation?: number
  /** How often it was measured. */
  readonly trials?: number
  /** Lower end of a 95 % interval. */
  readonly low?: number
  /** Upper end of it. */
  readonly high?: number
}

/** Rows under headings, one column for each data set or pair of classes. */
export interface WideTable {
  /** what stands above the table */
  readonly title: string
  /** what was measured and how */
  readonly about?: string
  /** what the numbers are, with their unit */
  readonly measure: string
  /** headings of the columns */
  readonly columns: readonly string[]
  /** rows that belong together, with a heading of their own */
  readonly groups: readonly {
    readonly title: string
    /** figures of others, not measured by this run */
    readonly published?: boolean
    readonly rows: readonly {
      readonly name: string
      /** one for each column; null: there is none */
      readonly cells: readonly (Measured | null)[]
      readonly note?: string
    }[]
  }[]
}

/** A figure by its name, with its data; `text` leads into it. */
export type ReportFigure = {
  readonly [Name in FigureName]: {
    readonly name: Name
    readonly data: FigureDataByName[Name]
    readonly title?: string
    readonly text?: string
  }
}[FigureName]

export interface ReportMixture {
  readonly class: string
  readonly shares: readonly MixtureShare[]
  /** per image, of the class's own test rows */
  readonly accuracy?: number
  readonly note?: string
}

/** One row and the answer it got. */
export interface ReportExample {
  /** file or row */
  readonly name: string
  /** a data: URL of a small PNG, JPEG, WebP or GIF */
  readonly thumbnail?: string
  /** Its class. */
  readonly truth: string
  /** What the model said. */
  readonly answer: string
  /** the runner-up */
  readonly next?: string
  /** of the answer over the runner-up */
  readonly margin?: number
}

export interface ReportFailure {
  readonly title: string
  readonly text: string
  readonly examples?: readonly ReportExample[]
}

export interface RunAgain {
  readonly commands: readonly string[]
  /** what must be equal and what may differ */
  readonly note?: string
}
