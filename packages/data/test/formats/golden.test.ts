// Files made by numpy (golden/formats/make.py): every type, byte order, axis order and version.
import { bytesSource } from '../../src/formats/bytes.js'
import { detectFormat, readArrays } from '../../src/formats/readers.js'
import { describe, expect, it } from 'vitest'
import { expectArrays, goldenBytes, goldenFiles, refusedFiles } from './golden.js'

describe('golden files', () => {
  it.each(goldenFiles)('%s', async (name, wanted) => {
    const bytes = goldenBytes(name)
    const file = await readArrays(bytesSource(bytes), { fileName: `some/folder/${name}` })
    expect(file.format).toBe(name.replace(/^.*\./, '').replace('tsv', 'csv'))
    expectArrays(file, wanted)
  })

  it.each(refusedFiles)('%s is refused (%s) with a remedy', async (name, code) => {
    await expect(readArrays(bytesSource(goldenBytes(name)))).rejects.toMatchObject({
      code,
      remedy: expect.any(String) as string
    })
  })
})

describe('detectFormat', () => {
  const text = (value: string): Uint8Array => new TextEncoder().encode(value)
  const strangers: [string, Uint8Array, RegExp][] = [
    ['an empty file', new Uint8Array(0), /empty/],
    ['gzip', new Uint8Array([0x1f, 0x8b, 8, 0]), /gzip/],
    ['a pickle', new Uint8Array([0x80, 4, 0x95, 0]), /pickle/],
    ['HDF5', new Uint8Array([0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10]), /HDF5/],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), /UTF-8/],
    [
      'a Git LFS pointer',
      text('version https://git-lfs.github.com/spec/v1\noid sha256:00\n'),
      /git lfs pull/
    ],
    ['a JSON list', text('[{"a": 1}]'), /one object a line/],
    ['a web page', text('<!doctype html>'), /page/],
    ['noise', new Uint8Array([0, 1, 2, 3]), /no format/]
  ]
  it.each(strangers)('refuses %s', async (_, bytes, message) => {
    await expect(detectFormat(bytesSource(bytes))).rejects.toMatchObject({
      code: 'format.unknown',
      message: expect.stringMatching(message) as string
    })
  })

  it('takes a safetensors file for what it is, whatever the length of its header', async () => {
    for (const length of [0x8b1f, 0x280, 0x480]) {
      const head = new Uint8Array(600)
      head.set([length & 255, length >>> 8, 0, 0, 0, 0, 0, 0, 0x7b])
      expect((await detectFormat(bytesSource(head))).name).toBe('safetensors')
    }
  })
})
