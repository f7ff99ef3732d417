/** Where bytes come from: a file, the network, a blob, an array. Readers ask for just what they need. */
export interface ByteSource {
  /** How many bytes there are. */
  readonly byteLength: number
  /** Bytes start .. end - 1. */
  slice(start: number, end: number): Promise<Uint8Array>
}
