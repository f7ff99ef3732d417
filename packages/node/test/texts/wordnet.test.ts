// WordNet read from its two files, and the text each class gets, on a small WordNet of our own.
import { classTexts, textOf } from '../../src/texts/class-texts.js'
import { readWordNet } from '../../src/texts/wordnet.js'
import { expect, it } from 'vitest'

const header = '  1 This software and database\n'
const meanings = [
  ['animal', '05 n 02 animal 0 beast 0 000 | a living thing that moves; "the beasts of the field"'],
  ['bat', '05 n 02 bat 0 chiropteran 0 001 @ ANIMAL n 0000 | a flying mammal'],
  ['club', '06 n 01 bat 0 000 | a club used for hitting a ball; "the bat broke"'],
  ['wax', '06 n 01 seal 0 000 | a stamp in wax'],
  ['seal', '05 n 01 seal 0 001 @ ANIMAL n 0000 | a marine mammal'],
  ['panda', '05 n 02 giant_panda 0 panda 0 001 @ ANIMAL n 0000 | a black-and-white mammal'],
  ['cow', '05 n 01 cow 0 000 | female of cattle'],
  ['cow2', '05 n 01 cow 0 000 | mature female of mammals']
] as const
const places = new Map<string, number>()
let data = header
for (const [key, line] of meanings) {
  places.set(key, data.length)
  const place = (name: string): string => String(places.get(name) ?? 0).padStart(8, '0')
  data += `${place(key)} ${line.replace('ANIMAL', place('animal'))}  \n`
}
const at = (...keys: readonly string[]): string =>
  keys.map(key => String(places.get(key)).padStart(8, '0')).join(' ')
const index = `${header}animal n 1 1 @ 1 0 ${at('animal')}  
bat n 2 1 @ 2 0 ${at('bat', 'club')}  
cow n 2 1 @ 2 0 ${at('cow', 'cow2')}  
giant_panda n 1 1 @ 1 0 ${at('panda')}  
seal n 2 1 @ 2 0 ${at('wax', 'seal')}  
`
const wordnet = readWordNet(Buffer.from(index, 'latin1'), Buffer.from(data, 'latin1'))

it('reads meanings with names, glosses without examples, and what they are kinds of', () => {
  const [bat, club] = wordnet.meanings('Bat')
  expect(bat).toEqual({
    id: 'bat.n.01',
    names: ['bat', 'chiropteran'],
    gloss: 'a flying mammal',
    kind: 5,
    place: places.get('bat'),
    above: [places.get('animal')]
  })
  expect(club).toMatchObject({ id: 'bat.n.02', gloss: 'a club used for hitting a ball', kind: 6, above: [] })
  expect(wordnet.at(bat.above[0]).gloss).toBe('a living thing that moves')
  expect(wordnet.meanings('bat.n.02')).toEqual([club])
  for (const name of ['giant panda', 'giant_panda', 'Giant+Pandas', 'giant-panda'])
    expect(wordnet.meanings(name)).toMatchObject([{ id: 'giant_panda.n.01' }])
  for (const name of ['', 'yeti', 'bat.n.09', 'n', ' 1']) expect(wordnet.meanings(name)).toEqual([])
})

it('gives each class the meaning of the common kind, else asks, else takes the most frequent', async () => {
  const names = ['bat', 'seal', 'giant panda', 'cow', 'yeti_x']
  const texts = await classTexts(names, wordnet)
  expect(texts.map(({ text }) => text)).toEqual([
    'bat, chiropteran: a flying mammal',
    'seal: a marine mammal',
    'giant panda, panda: a black-and-white mammal',
    'cow: female of cattle',
    'yeti x'
  ])
  expect(texts.map(({ others }) => others.map(({ id }) => id))).toEqual([[], [], [], ['cow.n.02'], []])
  const asked: string[] = []
  const answered = await classTexts(names, wordnet, async (name, candidates) => {
    asked.push(`${name}: ${candidates.map(({ id }) => id).join(' ')}`)
    return candidates[1]
  })
  expect(asked).toEqual(['cow: cow.n.01 cow.n.02'])
  expect(answered[3].text).toBe('cow: mature female of mammals')
  // One name alone has no company that would tell its kind.
  expect((await classTexts(['seal'], wordnet))[0]).toMatchObject({
    meaning: { id: 'seal.n.01' },
    others: [{ id: 'seal.n.02' }]
  })
  // Company that is described already does.
  expect((await classTexts(['seal'], wordnet, undefined, ['giant panda']))[0]).toMatchObject({
    meaning: { id: 'seal.n.02' },
    others: []
  })
  expect((await classTexts(['seal.n.02'], wordnet))[0].text).toBe(textOf(wordnet.meanings('seal')[1]))
})
