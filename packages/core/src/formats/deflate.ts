/**
 * Raw deflate by the platform's own streams. Nothing is collected here: whoever takes the pieces
 * bounds them, and may stop at any piece.
 */

/** The pieces of `chunks`, (de)compressed. Throws what the platform throws on damaged data. */
async function* through(transform: ByteTransform, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const writer = transform.writable.getWriter()
  const reader = transform.readable.getReader()
  let failure: { readonly error: unknown } | undefined
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        await writer.ready
        await writer.write(chunk)
      }
      await writer.close()
    } catch (error) {
      failure = { error }
      await writer.abort().catch(ignore)
    }
  }
  writer.closed.catch(ignore)
  const fed = feed()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) if (piece.value !== undefined) yield piece.value
  } catch (error) {
    await fed
    // What went wrong while the source was read is the cause; the stream only says that it ended.
    throw failure?.error ?? error
  } finally {
    await reader.cancel().catch(ignore)
    await writer.abort().catch(ignore)
  }
}

function ignore(): void {
  // Both ends of a stream report its failure; one of them is enough.
}

export function inflateRaw(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  return through(new DecompressionStream('deflate-raw'), chunks)
}

export function deflateRaw(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  return through(new CompressionStream('deflate-raw'), chunks)
}
