// What `unseen data extract` says, and how it ends.
import { run } from '../../src/run.js'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { heardTerminal } from '../encoders/terminal.js'
import { smallNetwork } from './small-networks.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-command-'))
afterAll(() => rmSync(folder, { recursive: true }))
const pictures = fileURLToPath(new URL('images', import.meta.url))
const model = join(folder, 'small.onnx')
writeFileSync(model, smallNetwork())

async function unseen(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = heardTerminal()
  const code = await run(['data', 'extract', ...args], terminal)
  return { code, out: terminal.printed.join('\n'), err: terminal.noted.join('\n') }
}

describe('unseen data extract', () => {
  it('says what it made', async () => {
    const { code, out, err } = await unseen(
      pictures,
      '--model',
      model,
      '--preset',
      'unit',
      '-o',
      join(folder, 'a.npy')
    )
    expect(code).toBe(0)
    expect(out).toMatch(
      /^10 rows of 4 features \("pooled" of small\.onnx\) in [\d.]+ s with onnxruntime-(node|web)\./
    )
    expect(out).toContain(join(folder, 'a.rows.csv'))
    expect(err).toContain('1 file.')
  })

  it('names images that cannot be read, cleaned of control characters, and with --strict ends with 1', async () => {
    const images = join(folder, 'images')
    mkdirSync(images)
    writeFileSync(join(images, 'x\u001b[31m.png'), 'broken')
    writeFileSync(join(images, 'y.png'), readFileSync(join(pictures, 'cat', 'test-00000.png')))
    const { code, err } = await unseen(
      images,
      '--model',
      model,
      '--preset',
      'unit',
      '-o',
      join(folder, 'b.npy'),
      '--strict'
    )
    expect(code).toBe(1)
    expect(err).toMatch(/1 image could not be read and was left out:\n {2}x\ufffd\[31m\.png: ./)
  })

  it('gives its result as JSON', async () => {
    const { out } = await unseen(
      pictures,
      '--model',
      model,
      '--preset',
      'raw',
      '--json',
      '-o',
      join(folder, 'c.npy')
    )
    expect(JSON.parse(out)).toMatchObject({
      rows: 10,
      length: 4,
      skipped: [],
      record: { tensor: 'pooled', scale: 1 }
    })
  })

  it('lists tensors', async () => {
    expect((await unseen('--model', model, '--list-outputs')).out).toMatch(
      /map +4 x 8 x 8\n(.*\n)*probabilities +2 +output/
    )
    expect(JSON.parse((await unseen('--model', model, '--list-outputs', '--json')).out)).toContainEqual({
      name: 'pooled',
      shape: [4, 1, 1],
      isOutput: false
    })
  })

  const wrong: [string, string[], RegExp][] = [
    ['no images', [], /No images are named/],
    ['no such folder', [join(folder, 'absent'), '--preset', 'unit'], /path\.missing/],
    ['no preparation', [pictures], /how pixels are scaled.*--preset/],
    ['a preset that is none', [pictures, '--preset', 'best'], /choices/],
    ['a size that is none', [pictures, '--size', 'large'], /--size must be/],
    ['a batch that is none', [pictures, '--preset', 'unit', '--batch', 'many'], /batch must be/],
    ['a tensor that is none', [pictures, '--preset', 'unit', '--output', 'x'], /no tensor "x"/]
  ]
  it.each(wrong)('refuses %s with 2', async (_, args, message) => {
    const { code, err } = await unseen(...args, '--model', model, '-o', join(folder, 'd.npy'))
    expect(code).toBe(2)
    expect(err).toMatch(message)
  })
})
