/**
 * What every encoder must keep to: one vector of length 1 for a text, the same wherever and whenever it is
 * encoded.
 */
import type { Encoded, Encoder } from '../../src/texts/encoder.js'
import { describe, expect, it } from 'vitest'

/** `open` opens the encoder afresh; `texts` are at least three that say different things to it. */
export function checkEncoder(name: string, open: () => Promise<Encoder>, texts: readonly string[]): void {
  const withEncoder = async (use: (encoder: Encoder) => Promise<void>): Promise<void> => {
    const encoder = await open()
    try {
      await use(encoder)
    } finally {
      await encoder.close()
    }
  }
  const rowsOf = ({ vectors }: Encoded): number[][] =>
    Array.from({ length: vectors.rows }, (_, i) => [
      ...vectors.data.subarray(i * vectors.columns, (i + 1) * vectors.columns)
    ])

  describe(`the encoder ${name}`, () => {
    it('says what it is', () =>
      withEncoder(async encoder => {
        expect(encoder.record).toMatchObject({ length: encoder.length })
        expect(encoder.record.digest).toMatch(/^[0-9a-f]{64}$/)
        expect(encoder.record.model).not.toMatch(/[/\\]/)
        expect(JSON.parse(JSON.stringify(encoder.record))).toEqual(encoder.record)
      }))

    it('gives each text a finite vector of length 1, other texts another one', () =>
      withEncoder(async encoder => {
        const encoded = await encoder.encode(texts)
        expect(encoded.vectors).toMatchObject({ kind: 'dense', rows: texts.length, columns: encoder.length })
        expect(encoded.vectors.data).toBeInstanceOf(Float32Array)
        const rows = rowsOf(encoded)
        for (const row of rows) expect(Math.hypot(...row)).toBeCloseTo(1, 5)
        expect(new Set(rows.map(row => row.join())).size).toBe(texts.length)
        expect(rowsOf(await encoder.encode([]))).toEqual([])
      }))

    it('gives a text the same vector whatever stands beside it, and after it is opened again', () =>
      withEncoder(async encoder => {
        const rows = rowsOf(await encoder.encode(texts))
        const turned = rowsOf(await encoder.encode([...texts].reverse()))
        expect(turned.reverse()).toEqual(rows)
        for (const [at, text] of texts.entries())
          expect(rowsOf(await encoder.encode([text]))).toEqual([rows[at]])
        await withEncoder(async again => {
          expect(again.record).toEqual(encoder.record)
          expect(rowsOf(await again.encode(texts))).toEqual(rows)
        })
      }))

    it('refuses a text that says nothing', () =>
      withEncoder(async encoder => {
        for (const empty of ['', '  '])
          await expect(encoder.encode([texts[0], empty])).rejects.toMatchObject({ code: 'encoder.input' })
      }))

    it('counts its progress and stops on request', () =>
      withEncoder(async encoder => {
        const seen: number[] = []
        await encoder.encode(texts, {
          onProgress: (done, total) => {
            seen.push(done / total)
          }
        })
        expect(seen.at(-1)).toBe(1)
        await expect(encoder.encode(texts, { signal: AbortSignal.abort() })).rejects.toThrow()
      }))
  })
}
