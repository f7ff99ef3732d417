/**
 * The few platform objects that reading files takes, which Node and every browser have. Declared here, since
 * this package is compiled with neither the DOM's types nor Node's.
 */
interface AbortSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
}
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean })
  decode(bytes: ArrayBufferView | ArrayBuffer): string
}
/** The two ends of a (de)compressor; bytes written to one come out of the other. */
interface ByteTransform {
  readonly readable: {
    getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> }
  }
  readonly writable: {
    getWriter(): {
      readonly closed: Promise<void>
      readonly ready: Promise<void>
      write(bytes: Uint8Array): Promise<void>
      close(): Promise<void>
      abort(): Promise<void>
    }
  }
}
declare const CompressionStream: new (format: 'deflate' | 'deflate-raw' | 'gzip') => ByteTransform
declare const DecompressionStream: new (format: 'deflate' | 'deflate-raw' | 'gzip') => ByteTransform
declare const performance: { now(): number }
declare function setTimeout(callback: () => void, milliseconds: number): unknown
