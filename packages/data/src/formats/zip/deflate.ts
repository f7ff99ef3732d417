/**
 * Deflate by the platform's own streams, raw as in zip or as zlib wraps it, as in MATLAB's files. Nothing is
 * collected here: whoever takes the pieces bounds them, and may stop at any piece.
 */
/** `deflate` is zlib's. */
type Form = 'deflate' | 'deflate-raw'
type Pieces = AsyncGenerator<Uint8Array, void, void>
type Transform = InstanceType<typeof CompressionStream>

const PIECE = 2 ** 20

/**
 * The pieces of `chunks`, unpacked, a piece at a time. `damaged` makes the error for data that are no
 * deflate; errors of `chunks` pass.
 */
export type Inflate = (form: Form, chunks: Pieces, damaged: (cause: unknown) => Error) => Pieces

/** By the platform's own streams. */
export const inflate: Inflate = (form, chunks, damaged) =>
  through(new DecompressionStream(form), chunks, damaged)

export function deflate(form: Form, bytes: Uint8Array): Pieces {
  return through(
    new CompressionStream(form),
    piecesOf(bytes),
    cause => new Error('The stream failed.', { cause })
  )
}

async function* piecesOf(bytes: Uint8Array): Pieces {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
}

async function* through(transform: Transform, chunks: Pieces, failed: (cause: unknown) => Error): Pieces {
  const writer = transform.writable.getWriter()
  const reader = transform.readable.getReader()
  /** What went wrong with `chunks`: the cause of the stream's end, which the stream does not know. */
  let origin: { readonly error: unknown } | undefined
  const feed = async (): Promise<void> => {
    for (;;) {
      const piece = await chunks.next().catch((error: unknown) => {
        origin = { error }
        return undefined
      })
      if (piece === undefined) return writer.abort()
      if (piece.done === true) return writer.close()
      await writer.ready
      await writer.write(piece.value)
    }
  }
  writer.closed.catch(ignore)
  const fed = feed().catch(ignore)
  try {
    for (let piece = await read(); !piece.done; piece = await read())
      if (piece.value !== undefined) yield piece.value
  } finally {
    await reader.cancel().catch(ignore)
    await writer.abort().catch(ignore)
    await chunks.return()
  }

  async function read(): Promise<{ done: boolean; value?: Uint8Array }> {
    try {
      return await reader.read()
    } catch (error) {
      await fed
      throw origin === undefined ? failed(error) : origin.error
    }
  }
}

function ignore(): void {
  // Both ends of a stream report its failure; one of them is enough.
}
