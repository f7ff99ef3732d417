/**
 * How a table's vectors were made, so that a new class can be described in the same way later. Records
 * travel with tables and models as JSON.
 */
export type EncoderRecord =
  | SentenceRecord
  | { readonly kind: 'words'; readonly model: string; readonly length: number; readonly digest: string }
  | { readonly kind: 'joined'; readonly parts: readonly JoinedPart[] }

/** A transformer that makes a vector of a sentence. */
export type SentenceRecord = {
  /** What it reads. */
  readonly kind: 'sentence'
  /** Its name. */
  readonly model: string
  /** Numbers of a vector. */
  readonly length: number
  /** SHA-256 of its network, its tokenizer and how it is used. */
  readonly digest: string
  /** how states of tokens become one vector; absent where it is their mean */
  readonly pooling?: 'cls' | 'max' | 'weighted' | 'last' | 'pooler' | 'own'
  /** what names of classes were put into, '{name}' in it; absent where they were taken as they are */
  readonly template?: string
  /** absent where its vectors share no space with images */
  readonly towers?: TowersRecord
}

/**
 * A text tower and an image tower of one space, as CLIP and SigLIP have: the cosine of an image and a text says
 * how well they fit.
 */
export type TowersRecord = {
  /** Names the pair; features of images whose record has the same are of the same space. */
  readonly space: string
  /** What the authors multiply the cosine by before it becomes a probability, where that is known. */
  readonly scale?: number
  /** What they add then; SigLIP alone has one, and its probability of a text is a logistic function. */
  readonly bias?: number
}

/** One part of a joined table: its entries are scaled to length 1, then by the weight. */
export type JoinedPart = {
  /** Name of the table it was. */
  readonly table: string
  /** How much it counts. */
  readonly weight: number
  /** How many columns it has. */
  readonly length: number
  /** absent where the part was made by hand, as attributes are */
  readonly encoder?: EncoderRecord
}
