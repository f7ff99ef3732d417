// Folders, lists and files, and the order and labels they give.
import { labelsOf, listImages } from '../../src/extract/list-images.js'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'unseen-list-'))
afterAll(() => rmSync(root, { recursive: true }))

function put(...names: string[]): string {
  const folder = mkdtempSync(join(root, 'f-'))
  for (const name of names) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), '')
  }
  return folder
}
const namesAndLabels = async (...sources: string[]): Promise<string[]> =>
  (await listImages(sources)).images.map(({ name, label }) => `${name} ${label ?? '-'}`)

describe('listImages', () => {
  it('walks folders in a stable order; the first folder is the class', async () => {
    const folder = put('b/2.png', 'b/10.JPG', 'a/deep/x.webp', '.hidden/y.png', 'a/.z.png', 'a/read.me')
    expect(await namesAndLabels(folder)).toEqual(['a/deep/x.webp a', 'b/10.JPG b', 'b/2.png b'])
    expect((await listImages([folder])).passedOver).toBe(1)
  })

  it('gives no labels where images lie beside the folders', async () => {
    expect(await namesAndLabels(put('x.png', 'a/y.png'))).toEqual(['a/y.png -', 'x.png -'])
  })

  it('does not walk in circles', async () => {
    const folder = put('a/x.png')
    symlinkSync(folder, join(folder, 'a', 'again'))
    expect(await namesAndLabels(folder)).toEqual(['a/x.png a'])
  })

  it('reads lists, with paths from where the list is', async () => {
    const folder = put('a/x.png')
    writeFileSync(join(folder, 'list.txt'), '\ufeff# two images\r\na/x.png\r\n\r\nb/y z.png\n')
    writeFileSync(join(folder, 'list.csv'), 'file,label\n"a/x.png","red, or so"\nb.png,7\n')
    const plain = await listImages([join(folder, 'list.txt')])
    expect(plain.images).toEqual([
      { path: join(folder, 'a/x.png'), name: 'a/x.png' },
      { path: join(folder, 'b/y z.png'), name: 'b/y z.png' }
    ])
    expect(await namesAndLabels(join(folder, 'list.csv'))).toEqual(['a/x.png red, or so', 'b.png 7'])
  })

  it('takes files as they are named', async () => {
    const folder = put('x.png', 'y.anything')
    expect(await namesAndLabels(join(folder, 'y.anything'), join(folder, 'x.png'))).toEqual([
      'y.anything -',
      'x.png -'
    ])
  })

  it('refuses what is not there, and folders without an image', async () => {
    await expect(listImages([join(root, 'absent')])).rejects.toMatchObject({ code: 'path.missing' })
    await expect(listImages([put('a/notes.txt')])).rejects.toMatchObject({
      code: 'path.missing',
      message: /no image/
    })
    const folder = put()
    writeFileSync(join(folder, 'list.csv'), 'path,label\nx.png,a\n')
    await expect(listImages([join(folder, 'list.csv')])).rejects.toMatchObject({
      code: 'format.header',
      message: /column "file"/
    })
  })
})

describe('labelsOf', () => {
  it('is all or nothing', () => {
    const image = { path: '/x', name: 'x' }
    expect(labelsOf([image])).toBeUndefined()
    expect(labelsOf([{ ...image, label: 'a' }])).toEqual(['a'])
    expect(() => labelsOf([image, { ...image, label: 'a' }])).toThrow(/1 of 2 images have no label/)
  })
})
