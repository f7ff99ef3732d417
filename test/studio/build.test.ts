// The static site: small enough, whole, and from nowhere but its own place.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { startBrowser, studioFolder } from '../helpers/studio.js'

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
  // What is fetched, not what the names of files promise: the page, its worker and the roles that train and rehearse.
  it('loads at most 350 kB of script for a first visit: the sample opened, learned and tested, a photo recognised', async () => {
    const browser = await startBrowser()
    const visit = await browser.open()
    const fetched = new Set<string>()
    visit.context.on('response', response => {
      const { pathname } = new URL(response.url())
      if (pathname.endsWith('.js')) fetched.add(pathname.slice(1))
    })
    await visit.page.reload()
    await visit.openSample()
    await visit.go('recognise')
    await visit.close()
    await browser.close()
    const kilobytes = [...fetched].map(name => ({ name, kB: gzip(name) / 1000 })).sort((a, b) => b.kB - a.kB)
    const total = kilobytes.reduce((sum, { kB }) => sum + kB, 0)
    console.info(`a first visit loads ${total.toFixed(0)} kB of script in ${fetched.size} files`)
    expect(total, JSON.stringify(kilobytes)).toBeLessThan(350)
    // The worker's own script is among them: what workers load is seen too.
    expect(kilobytes.some(({ name }) => /worker/.test(name))).toBe(true)
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
