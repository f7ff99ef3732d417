/** Encoders that can be fetched by name, by what tables call them: what somebody agrees to before it is fetched. */
export interface OfferedEncoder {
  /** as `unseen network` calls it */
  readonly name: string
  readonly bytes: number
  readonly licence: string
}

export const knownEncoders: Readonly<Record<string, OfferedEncoder | undefined>> = {
  'all-MiniLM-L6-v2': { name: 'minilm', bytes: 23_700_000, licence: 'Apache-2.0' }
}
