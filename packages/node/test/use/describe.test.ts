// `describe` and `forget`: what is said of a class becomes a class, and the file is only ever whole.
import { readModel, writeModel } from '../../src/files/model-file.js'
import { run } from '../../src/run.js'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { smallModel, temporaryFolder } from '../helpers/small-model.js'
import { testTerminal } from '../helpers/terminal.js'

const folder = temporaryFolder()
const file = join(folder, 'zoo.unseen')
const model = await smallModel()

async function unseen(...args: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = testTerminal()
  const code = await run(args, terminal)
  return { code, out: terminal.printed.join('\n'), notes: terminal.noted.join('\n') }
}

it('adds a class by attributes on top of another, says the mixture in words and bars', async () => {
  await writeModel(file, model)
  const { code, out } = await unseen(
    'describe',
    file,
    'lynx',
    '--like',
    'tiger',
    '--attribute',
    'stripes=0.4',
    '--attribute',
    'horns=0.6'
  )
  expect(code).toBe(0)
  expect(out).toMatch(/^lynx = \d+ % (horse|tiger|cow) \+/)
  expect(out).toContain('█')
  expect(out).toContain('6 classes by photos and 3 by description')
  expect(Array.from((await readModel(file)).find('lynx').signature)).toEqual([1, 0.4, 0, 0.1, 0.6])
})

it('takes whole signatures as text or file, in the order of the names where there are names', async () => {
  await writeModel(file, model)
  writeFileSync(join(folder, 'named.csv'), 'horns,water,wings,stripes,fur\n0.5,0.4,0.3,0.2,0.1\n')
  await unseen('describe', file, 'a', '--signature', '0.1, 0.2 0.3;0.4,0.5')
  await unseen('describe', file, 'b', '--signature', join(folder, 'named.csv'))
  const after = await readModel(file)
  expect(Array.from(after.find('a').signature)).toEqual([0.1, 0.2, 0.3, 0.4, 0.5])
  expect(after.find('b').signature).toEqual(after.find('a').signature)
})

it('refuses what is said twice, by flags, of one class or of many', async () => {
  await writeModel(file, model)
  writeFileSync(join(folder, 'twice.csv'), 'fur,stripes,wings,water,horns,fur\n1,0,0,0,0,0.5\n')
  writeFileSync(join(folder, 'twice-many.csv'), 'class,wings,fur,stripes,water,horns,fur\nowl,1,0,0,0,0,1\n')
  const said = [
    await unseen('describe', file, 'a', '--attribute', 'fur=1', '--attribute', 'fur=0'),
    await unseen('describe', file, 'a', '--signature', join(folder, 'twice.csv')),
    await unseen('describe', file, '--from', join(folder, 'twice-many.csv'))
  ]
  expect(said.map(({ code }) => code)).toEqual([2, 2, 2])
  expect(said.map(({ notes }) => notes.match(/"fur"/)?.[0])).toEqual(['"fur"', '"fur"', '"fur"'])
})

it('describes all classes of a table, whatever the order of its columns', async () => {
  await writeModel(file, model)
  writeFileSync(
    join(folder, 'classes.csv'),
    'class,wings,fur,stripes,water,horns\nowl,1,0.2,0.3,0,0\notter,0,1,0,0.9,0\n'
  )
  const { out } = await unseen('describe', file, '--from', join(folder, 'classes.csv'), '--json')
  expect(JSON.parse(out)).toMatchObject({
    model: file,
    seen: 6,
    unseen: 4,
    classes: [{ class: 'owl' }, { class: 'otter' }]
  })
  expect(Array.from((await readModel(file)).find('owl').signature)).toEqual([0.2, 0.3, 1, 0, 0])
})

it('warns of look-alikes with what would part them, and of classes far from all that is known', async () => {
  await writeModel(file, model)
  const twin = await unseen('describe', file, 'quagga', '--like', 'zebra', '--strict')
  expect(twin.code).toBe(1)
  expect(twin.notes).toMatch(/"quagga" looks like "zebra".*(more|less)/s)
  const far = await unseen('describe', file, 'snail', '--signature', '-1,-1,-1,-1,-1')
  expect(far.code).toBe(0)
  expect(far.notes).toMatch(/far from every\s+mixture/)
})

it('refuses what cannot be meant, and leaves the file alone', async () => {
  await writeModel(file, model)
  const before = readFileSync(file)
  const cases: [string[], string][] = [
    [['zebra', '--like', 'horse'], 'signatures.duplicate'],
    [['horse', '--like', 'cow'], 'classes.seen'],
    [['lynx', '--attribute', 'strips=1'], 'dataset.name'],
    [['lynx', '--attribute', 'stripes'], 'options.value'],
    [['lynx', '--like', 'unicorn'], 'classes.unknown'],
    [['lynx', '--signature', '1,2'], 'signatures.length'],
    [['lynx', '--signature', '0,0,0,0,0'], 'signatures.zero'],
    [['lynx', '--signature', join(folder, 'none.csv')], 'path.missing'],
    [['lynx', '--sentence', 'a cat with ears'], 'encoder.missing'],
    [['lynx', '--like', 'cow', '--signature', '1,2,3,4,5'], 'options.combination'],
    [['lynx'], 'options.value'],
    [[], 'options.value']
  ]
  for (const [args, expected] of cases) {
    const { code, notes } = await unseen('describe', file, ...args)
    expect(notes, args.join(' ')).toContain(`[${expected}]`)
    expect(code).toBe(2)
  }
  expect(readFileSync(file).equals(before)).toBe(true)
})

it('describes anew with --replace, and forgets', async () => {
  await writeModel(file, model)
  await unseen('describe', file, 'zebra', '--like', 'horse', '--replace', '-o', join(folder, 'other.unseen'))
  expect((await readModel(join(folder, 'other.unseen'))).find('zebra').signature).toEqual(
    model.find('horse').signature
  )
  expect((await unseen('forget', file, 'zebra', 'duck')).code).toBe(0)
  expect((await readModel(file)).unseen).toEqual([])
  expect((await unseen('forget', file, 'horse')).notes).toContain('classes.seen')
  expect((await unseen('forget', file, 'dragon')).notes).toContain('classes.unknown')
})
