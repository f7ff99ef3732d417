// The static site: small enough, whole, and from nowhere but its own place.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { studioFolder } from '../helpers/studio.js'

interface Chunk {
  readonly file: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

const manifest = (): Record<string, Chunk> =>
  JSON.parse(readFileSync(join(studioFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
const gzip = (file: string): number => gzipSync(readFileSync(join(studioFolder, file)), { level: 9 }).length
const scripts = (): string[] =>
  readdirSync(join(studioFolder, 'assets'))
    .filter(name => name.endsWith('.js'))
    .map(name => `assets/${name}`)

describe('the static site of Studio', () => {
  it('loads at most 350 kB of script before onnxruntime is needed: the page, every place, the engine and its workers', () => {
    // Everything but what is only fetched on demand, by name; run-job is what the comparison of methods runs,
    // networks is what opens the files that onnxruntime runs.
    const late =
      /onnx|ort[.-]|umap|scatterplot|manifest-|report|comparison-|run-job-|doctor-|networks-|photo-views-|photos-effect-|test-photos-|fetched-encoder-|TakeCard-|TourPopover-/i
    const needed = scripts().filter(name => !late.test(name))
    const kilobytes = needed.map(name => ({ name, kB: gzip(name) / 1000 })).sort((a, b) => b.kB - a.kB)
    const total = kilobytes.reduce((sum, { kB }) => sum + kB, 0)
    expect(total, JSON.stringify(kilobytes)).toBeLessThan(350)
  })

  it('shows its first view with the entry alone', () => {
    const entry = Object.values(manifest()).find(chunk => chunk.isEntry === true)!
    expect(gzip(entry.file) / 1000).toBeLessThan(120)
    expect(entry.dynamicImports?.length).toBeGreaterThanOrEqual(5)
  })

  it('names no other host, and forbids every connection elsewhere', () => {
    const page = readFileSync(join(studioFolder, 'index.html'), 'utf8').replaceAll('&#39;', "'")
    expect(page).toContain("connect-src 'self' blob: data:")
    expect(page.match(/(?:src|href)="(?!\.\/)[^"]*"/g)).toBeNull()
  })

  it('keeps all of it for offline use, the sample too', () => {
    const worker = readFileSync(join(studioFolder, 'sw.js'), 'utf8')
    const kept = JSON.parse(/const files = (\[.*\])/.exec(worker)?.[1] ?? '[]') as string[]
    expect(kept).toEqual(
      expect.arrayContaining(['./', 'sample/features.npy', 'sample/headline.json', 'theme.js'])
    )
    for (const script of scripts().filter(name => !/onnx|ort[.-]/.test(name))) expect(kept).toContain(script)
  })
})
