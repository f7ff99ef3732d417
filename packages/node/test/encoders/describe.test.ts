// A model trained on sentences reads sentences afterwards, by the same encoder and no other.
import { type NamedTable, createRandom, fit, fromBytes, toBytes } from '@unseen/core'
import { joinSignatures } from '@unseen/data'
import { describeSentence, encoderOf } from '../../src/encoders/describe-sentence.js'
import { embedTable } from '../../src/encoders/embed-dataset.js'
import { openEncoder } from '../../src/encoders/open-encoder.js'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeTinyEncoder } from './tiny-encoders.js'

const place = mkdtempSync(join(tmpdir(), 'unseen-describe-'))
afterAll(() => rmSync(place, { recursive: true }))
const folder = writeTinyEncoder(join(place, 'tiny'))
const here = { cache: join(place, 'cache'), encoder: folder }

const classes = ['horse', 'tiger', 'whale', 'zebra']
const texts = ['a horse with hooves', 'a tiger with claws', 'a whale swims', 'a horse with stripes']
const opened = await openEncoder(folder, here)
const { table } = await embedTable(opened, 'sentences', classes, texts)
await opened.close()
const attributes: NamedTable = {
  name: 'attributes',
  classes,
  matrix: [
    [1, 0, 0],
    [0, 1, 0.5],
    [0, 0, 1],
    [1, 1, 0]
  ]
}

const random = createRandom(1)
const labels = Array.from({ length: 30 }, (_, i) => classes[i % 3])
const features = labels.map(label =>
  Array.from({ length: 8 }, (_, m) => Math.abs(Math.sin(classes.indexOf(label) + m)) + 0.1 * random.next())
)
const train = async (signatures: NamedTable): Promise<ReturnType<typeof fromBytes>> =>
  fromBytes(toBytes(await fit({ features, labels, signatures })))

describe('describeSentence', () => {
  it('gives a class the signature that the table would have given it', async () => {
    const model = await train(table)
    const { model: described, remarks } = await describeSentence(model, 'striped horse', texts[3], here)
    expect(described.find('striped horse').signature).toEqual(described.find('zebra').signature)
    expect(described.find('striped horse').mixture).toEqual(described.find('zebra').mixture)
    expect(remarks).toEqual([])
    expect(model.unseen).toEqual(['zebra'])
    const long = await describeSentence(model, 'long', 'a horse with stripes a horse with stripes', here)
    expect(long.remarks).toEqual([expect.stringContaining('the first 8 are read')])
  })

  it('asks for the parts of a joined table that no encoder makes', async () => {
    const model = await train(
      joinSignatures([
        { table: attributes, weight: 1 },
        { table, weight: 2 }
      ])
    )
    await expect(describeSentence(model, 'okapi', texts[3], here)).rejects.toMatchObject({
      code: 'signatures.length',
      message: expect.stringContaining('Give the 3 entries of "attributes" too.') as string
    })
    await expect(
      describeSentence(model, 'okapi', texts[3], { ...here, parts: { attributes: [1, 2] } })
    ).rejects.toMatchObject({ code: 'signatures.length' })
    await expect(
      describeSentence(model, 'okapi', texts[3], { ...here, parts: { attributes: [0, 0, 0] } })
    ).rejects.toMatchObject({ code: 'signatures.zero' })
    const { model: described } = await describeSentence(model, 'okapi', texts[3], {
      ...here,
      parts: { attributes: [3, 3, 0] }
    })
    described
      .find('zebra')
      .signature.forEach((value, k) => expect(described.find('okapi').signature[k]).toBeCloseTo(value, 7))
    const nested = await train(
      joinSignatures([
        {
          table: joinSignatures(
            [
              { table: attributes, weight: 1 },
              { table, weight: 2 }
            ],
            'inner'
          ),
          weight: 1
        },
        { table: { ...attributes, name: 'more' }, weight: 0 }
      ])
    )
    const deep = await describeSentence(nested, 'okapi', texts[3], {
      ...here,
      parts: { attributes: [1, 1, 0], more: [1, 0, 0] }
    })
    deep.model.find('zebra').signature.forEach((value, k) => expect(deep.signature[k]).toBeCloseTo(value, 7))
  })

  it('refuses another encoder, and models that know none', async () => {
    const model = await train(table)
    const other = writeTinyEncoder(join(place, 'other'), { shift: 1 })
    await expect(
      describeSentence(model, 'okapi', texts[3], { ...here, encoder: other })
    ).rejects.toMatchObject({
      code: 'encoder.missing',
      message: expect.stringContaining('another encoder') as string
    })
    await expect(describeSentence(model, 'okapi', texts[3], { cache: here.cache })).rejects.toMatchObject({
      code: 'encoder.missing',
      message: expect.stringContaining('"tiny" is not at hand') as string
    })
    await expect(describeSentence(await train(attributes), 'okapi', texts[3], here)).rejects.toMatchObject({
      code: 'encoder.missing'
    })
    await expect(
      describeSentence(model.annotate({ encoder: { kind: 'odd' } }), 'okapi', texts[3], here)
    ).rejects.toMatchObject({ code: 'file.value' })
  })

  it('opens the encoder of a model', async () => {
    const encoder = await encoderOf(
      await train(
        joinSignatures([
          { table: attributes, weight: 1 },
          { table, weight: 2 }
        ])
      ),
      here
    )
    expect(encoder?.record).toEqual(table.encoder)
    await encoder?.close()
    expect(await encoderOf(await train(attributes), here)).toBeUndefined()
  })

  it('says which class a text belongs to that says nothing', async () => {
    const again = await openEncoder(folder, here)
    await expect(embedTable(again, 'x', classes, ['a', 'a', ' ', 'a'])).rejects.toMatchObject({
      code: 'encoder.input',
      message: expect.stringMatching(/^Class "whale": /) as string,
      where: { class: 'whale' }
    })
    await expect(embedTable(again, 'x', classes, ['a'])).rejects.toMatchObject({ code: 'signatures.shape' })
    await again.close()
  })
})
