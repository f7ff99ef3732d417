/** Where bytes come from: a file, the network, a blob, an array. Readers ask for just what they need. */
export interface ByteSource {
  readonly byteLength: number
  slice(start: number, end: number): Promise<Uint8Array>
}
