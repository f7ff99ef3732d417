// dataset.json: what is accepted, how mistakes are named, and that no path leads out of the folder.
import { UnseenError } from '@unseen/core'
import { manifestSchema, parseManifest } from '../../src/manifest/manifest.js'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const good = { version: 1, name: 'set' }
function refusal(value: unknown): UnseenError {
  try {
    parseManifest(typeof value === 'string' ? value : JSON.stringify(value))
  } catch (error) {
    if (error instanceof UnseenError) return error
    throw error
  }
  throw new Error('accepted')
}

describe('a manifest', () => {
  it('may say all there is to say', () => {
    const all = {
      $schema: './dataset.schema.json',
      ...good,
      classes: ['a', 'b'],
      features: [{ file: 'x/f.npz', array: 'f', scale: 0.5, shares: true, transposed: true }],
      labels: { file: 'l.csv', array: 'label', base: 1 },
      signatures: [
        {
          name: 't',
          file: 't.csv',
          missing: { value: -1, treatment: 'mean' },
          encoder: {
            kind: 'joined',
            parts: [
              { table: 'a', weight: 1, length: 3 },
              {
                table: 'b',
                weight: 2,
                length: 4,
                encoder: { kind: 'sentence', model: 'm', length: 4, digest: 'd' }
              }
            ]
          }
        }
      ],
      splits: [
        {
          name: 's',
          seen: ['a'],
          unseen: [1],
          train: 'train.npy',
          test: { file: 'test.npy', base: 0 },
          validation: { train: [0, 1], test: [2] }
        }
      ],
      rowNames: { file: 'rows.csv', array: 'file' },
      thumbnails: { file: 't.png', width: 8, height: 8, columns: 10 },
      provenance: { licence: 'MIT', features: { model: 'm', size: 224 }, notes: ['x'] }
    }
    expect(parseManifest(JSON.stringify(all))).toEqual(all)
    expect(parseManifest('\ufeff{"version":1,"name":"set"}')).toEqual(good)
  })

  it.each([
    '../up.npy',
    '/etc/passwd',
    'a/../../b',
    'a//b',
    './a',
    'C:\\x',
    'c:/x',
    'a\\b',
    'a\u0000b',
    '',
    'a/',
    '..'
  ])('refuses the path %j', file => {
    for (const value of [
      { ...good, features: file },
      { ...good, features: { file } },
      { ...good, labels: { file, base: 0 } },
      { ...good, signatures: [{ name: 't', file }] },
      { ...good, thumbnails: { file, width: 1, height: 1, columns: 1 } },
      { ...good, splits: [{ name: 's', train: file }] }
    ]) {
      expect(refusal(value).code).toBe('dataset.manifest')
    }
  })

  it('names every mistake by its path, with what was probably meant', () => {
    expect(refusal({ ...good, feature: 'x.npy', license: 'MIT' }).message).toMatch(
      /feature is not known; is features meant\?; license is not known; is licence meant\?/
    )
    expect(refusal({ ...good, attributes: 'a.csv' }).message).toContain('is signatures (a list of tables')
    expect(refusal({ ...good, signatures: [{ name: 't', path: 't.csv' }] }).message).toMatch(
      /signatures\[0\]\.file is missing; signatures\[0\]\.path is not known; is file meant\?/
    )
    expect(refusal({ ...good, features: { file: 'x.npy', colour: 1 } }).message).toContain(
      'features.colour is not known'
    )
    expect(refusal({ ...good, features: { file: '../x.npy' } }).message).toContain(
      'features.file: is no path within the folder'
    )
    expect(refusal({ ...good, labels: 7 }).message).toMatch(
      /labels: array or string or object is expected, number was found/
    )
    expect(refusal({ ...good, labels: { file: 'l', base: 2 } }).message).toContain('labels.base')
    expect(refusal({ ...good, version: 2 }).message).toContain('version is 2; 1 is read')
    expect(refusal({ version: 1 }).message).toContain('name is missing')
    expect(refusal({ name: 'x' }).message).toContain('version is missing')
    expect(refusal('[1]').message).toContain('the file')
    expect(refusal('{"version": 1,').message).toContain('is not JSON')
    expect(refusal({ ...good, splits: [{ name: 's', seen: ['a', 1] }] }).message).toContain('splits[0].seen')
    expect(
      refusal({ ...good, signatures: [{ name: 't', file: 'x', missing: { value: 0, treatment: 'guess' } }] })
        .message
    ).toContain('signatures[0].missing.treatment')
    const many = refusal({
      ...good,
      ...Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, i]))
    })
    expect(many.message).toContain('and 22 more')
  })

  it('has a JSON schema that is that of the code', () => {
    const path = fileURLToPath(new URL('../../../node/schema/dataset.schema.json', import.meta.url))
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(
      JSON.parse(JSON.stringify(z.toJSONSchema(manifestSchema)))
    )
  })

  it('is shown in the documentation as it is read', () => {
    const text = readFileSync(fileURLToPath(new URL('../../../../docs/dataset.md', import.meta.url)), 'utf8')
    const [, example] = /```json\n([^`]*)```/.exec(text) ?? []
    expect(parseManifest(example).name).toBe('farm')
    for (const field of Object.keys(manifestSchema.shape)) expect(text).toContain(`| \`${field}\` |`)
  })

  it('is checked without anything of Node', () => {
    for (const file of ['manifest', 'issues'])
      expect(
        readFileSync(fileURLToPath(new URL(`../../src/manifest/${file}.ts`, import.meta.url)), 'utf8')
      ).not.toMatch(/from 'node:|process\.|Buffer/)
  })
})
