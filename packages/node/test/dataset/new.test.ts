// `unseen data new`: by flags and step by step, from features and from images.
import { writeNpy } from '@unseen/data'
import { type Answers, askForDataset } from '../../src/commands/data/new-questions.js'
import { classesOfFiles } from '../../src/dataset/make.js'
import { makeDataset } from '../../src/dataset/make.js'
import { openDataset } from '../../src/dataset/open.js'
import { run } from '../../src/run.js'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { smallNetwork } from '../extract/small-networks.js'
import { fakeTerminal } from './fake-terminal.js'

const folder = mkdtempSync(join(tmpdir(), 'unseen-new-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)

writeFileSync(
  at('resnet.npy'),
  writeNpy({ name: 'x', shape: [6, 2], data: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13) })
)
writeFileSync(at('ids.csv'), 'animal\ncat\ndog\ncat\ndog\nowl\nowl\n')
writeFileSync(at('animals.csv'), 'name,fur,wings,size\ncat,1,0,0.3\ndog,0.9,0,0.6\nowl,0,1,0.2\n')
const colours = { cat: '#f00', dog: '#0f0', owl: '#00f' }
for (const [name, background] of Object.entries(colours)) {
  mkdirSync(at(`photos/${name}`), { recursive: true })
  for (const i of [1, 2])
    await sharp({ create: { width: 40 + i, height: 30, channels: 3, background } })
      .png()
      .toFile(at(`photos/${name}/${i}.png`))
}
writeFileSync(at('photos/dog/broken.jpg'), 'no image')
writeFileSync(at('photos/notes.txt'), 'x')

describe('by flags', () => {
  it('makes a data set of features, labels and attributes', async () => {
    const terminal = fakeTerminal()
    const code = await run(
      [
        'data',
        'new',
        '--features',
        at('resnet.npy'),
        '--labels',
        at('ids.csv'),
        '--attributes',
        at('animals.csv'),
        '--unseen',
        'owl',
        '--name',
        'Animals',
        '-o',
        at('made')
      ],
      terminal
    )
    expect(terminal.noted).toEqual([])
    expect([0, 1]).toContain(code)
    expect(terminal.printed[0]).toBe(`Wrote ${at('made')}: 6 rows, 3 classes, described by attributes (3).`)
    expect(terminal.printed.slice(-2)).toEqual([
      `  unseen data doctor ${at('made')}   looks at everything again`,
      `  unseen tune ${at('made')}   chooses the parameters and trains`
    ])
    const { name, splits, signatures, labels } = await openDataset(at('made'))
    expect({ name, splits, labels: [...labels] }).toEqual({
      name: 'Animals',
      splits: [{ name: 'default', seen: ['cat', 'dog'], unseen: ['owl'] }],
      labels: [0, 1, 0, 1, 2, 2]
    })
    expect(signatures).toMatchObject([{ name: 'attributes', attributes: ['fur', 'wings', 'size'] }])
  })

  it('makes a data set of images, with a picture of every row', async () => {
    const terminal = fakeTerminal()
    expect(
      await run(
        [
          'data',
          'new',
          '--images',
          at('photos'),
          '--attributes',
          at('animals.csv'),
          '--unseen',
          'owl',
          '-o',
          at('pictures'),
          '--json',
          '--strict'
        ],
        terminal
      )
    ).toBe(1)
    const said = JSON.parse(terminal.printed.join('\n')) as { skipped: { file: string }[]; next: string[] }
    expect(said.skipped).toMatchObject([{ file: 'dog/broken.jpg' }])
    expect(said.next[0]).toContain('unseen data extract')
    const { classes, labels, rowNames, thumbnails, features, files } = await openDataset(at('pictures'))
    expect({ classes, labels: [...labels], rowNames, features }).toEqual({
      classes: ['cat', 'dog', 'owl'],
      labels: [0, 0, 1, 1, 2, 2],
      rowNames: ['cat/1.png', 'cat/2.png', 'dog/1.png', 'dog/2.png', 'owl/1.png', 'owl/2.png'],
      features: undefined
    })
    expect(thumbnails).toEqual({ file: 'thumbnails.webp', width: 32, height: 32, columns: 3 })
    const { data, info } = await sharp(await files.bytes('thumbnails.webp'))
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([info.width, info.height]).toEqual([96, 64])
    // The fourth picture (second line, first place) is a dog.
    const pixel = data.subarray((40 * 96 + 16) * info.channels, (40 * 96 + 16) * info.channels + 3)
    expect(pixel[1]).toBeGreaterThan(200)
    expect(pixel[0]).toBeLessThan(40)
  })

  it('makes features at once with a network', async () => {
    writeFileSync(at('small.onnx'), smallNetwork({ metadata: { 'unseen.scale': '1' } }))
    const terminal = fakeTerminal()
    expect(
      await run(
        [
          'data',
          'new',
          '--images',
          at('photos'),
          '--attributes',
          at('animals.csv'),
          '--unseen',
          'owl',
          '-o',
          at('whole'),
          '--model',
          at('small.onnx')
        ],
        terminal
      )
    ).toBe(0)
    const { features, labels, rowNames, thumbnails, splits, signatures, provenance } = await openDataset(
      at('whole')
    )
    expect([features?.rows, features?.columns]).toEqual([6, 4])
    expect([...labels]).toEqual([0, 0, 1, 1, 2, 2])
    expect(rowNames?.[5]).toBe('owl/2.png')
    expect(thumbnails?.columns).toBe(3)
    expect(splits[0].unseen).toEqual(['owl'])
    expect(signatures).toHaveLength(1)
    expect(provenance.features?.['model']).toBe('small.onnx')
    expect(readdirSync(at('whole')).sort()).toEqual([
      'attributes.csv',
      'dataset.json',
      'features.npy',
      'rows.csv',
      'thumbnails.webp'
    ])
  })

  it('leaves nothing where features or sentences fail', async () => {
    writeFileSync(at('no.onnx'), 'no network')
    writeFileSync(at('two.csv'), 'class,sentence\ncat,a cat\ndog,a dog\n')
    const before = readdirSync(folder)
    for (const [further, said] of [
      [['--model', at('no.onnx')], /no ONNX network/],
      [['--sentences', at('two.csv')], /no sentence for the class "owl"/]
    ] as const) {
      const terminal = fakeTerminal()
      expect(
        await run(['data', 'new', '--images', at('photos'), '-o', at('nothing'), ...further], terminal)
      ).toBe(2)
      expect(terminal.noted.join('\n')).toMatch(said)
      expect(readdirSync(folder)).toEqual(before)
    }
  })

  it('names the flags that are missing where nobody can be asked', async () => {
    for (const [args, wanted] of [
      [[], /--images FOLDER .*-o FOLDER/],
      [['--features', at('resnet.npy')], /Add -o FOLDER\./],
      [['-o', at('z')], /--features FILE/]
    ] as const) {
      const terminal = fakeTerminal()
      expect(await run(['data', 'new', ...args], terminal)).toBe(2)
      expect(terminal.noted.join('\n')).toMatch(wanted)
    }
  })

  it('refuses what cannot be, and writes nothing', async () => {
    const good = {
      features: at('resnet.npy'),
      labels: at('ids.csv'),
      attributes: [at('animals.csv')],
      out: at('refused')
    }
    await expect(makeDataset({ ...good, unseen: ['yak'] })).rejects.toMatchObject({
      code: 'dataset.name',
      message: expect.stringContaining('cat, dog, owl') as string
    })
    await expect(makeDataset({ ...good, unseen: ['cat', 'dog'] })).rejects.toMatchObject({
      code: 'options.value'
    })
    await expect(makeDataset({ features: good.features, out: good.out })).rejects.toMatchObject({
      code: 'dataset.layout'
    })
    await expect(makeDataset({ out: good.out })).rejects.toMatchObject({ code: 'options.combination' })
    await expect(makeDataset({ images: at('photos/cat'), out: good.out })).rejects.toMatchObject({
      code: 'labels.length'
    })
    expect(readdirSync(folder)).not.toContain('refused')
  })
})

describe('step by step', () => {
  /** Answers are typed when their question stands on the screen. */
  async function ask(
    script: readonly (readonly [question: string, keys: string])[],
    given: Partial<Answers> = {}
  ): Promise<Answers> {
    const [input, output] = [new PassThrough(), new PassThrough()]
    let screen = ''
    let next = 0
    output.on('data', (piece: Buffer) => {
      screen += piece.toString()
      if (next < script.length && screen.includes(script[next][0])) {
        const [, keys] = script[next++]
        screen = ''
        setImmediate(() => input.write(keys))
      }
    })
    const answers = await askForDataset(given, classesOfFiles, { input, output })
    expect(next).toBe(script.length)
    return answers
  }

  it('asks for features, labels, attributes, unseen classes, a name and a place', async () => {
    const answers = await ask([
      ['What do you have?', '\u001b[B\r'],
      ['has the features?', `${at('resnet.npy')}\r`],
      ['has the labels?', `${at('ids.csv')}\r`],
      ['describes the classes', `${at('animals.csv')}\r`],
      ['are unseen', '\u001b[B\u001b[B \r'],
      ['called?', 'My Animals\r'],
      ['Where to?', '\r']
    ])
    expect(answers).toEqual({
      features: at('resnet.npy'),
      labels: at('ids.csv'),
      attributes: [at('animals.csv')],
      unseen: ['owl'],
      name: 'My Animals',
      out: 'my-animals'
    })
  })

  it('asks only for what is not given, and checks answers where they are typed', async () => {
    const answers = await ask(
      [
        ['What do you have?', '\r'],
        ['Which folder?', `${at('photo')}\r`],
        ['does not exist', 's\r'],
        ['describes the classes', '\r'],
        ['are unseen', '\r']
      ],
      { name: 'x', out: at('x') }
    )
    expect(answers).toEqual({ images: at('photos'), attributes: [], unseen: [], name: 'x', out: at('x') })
  })

  it('ends without a trace when it is broken off', async () => {
    await expect(ask([['What do you have?', '\u0003']])).rejects.toMatchObject({ code: 'cancelled' })
  })
})
