// A named pipe in the place of a file is refused: to open it would wait for whoever writes into it.
import { exitCodes } from '../src/terminal/terminal.js'
import { run } from '../src/run.js'
import { writeModel } from '../src/files/model-file.js'
import { columns, smallModel, temporaryFolder } from './helpers/small-model.js'
import { testTerminal } from './helpers/terminal.js'
import { execFileSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'

const folder = temporaryFolder()
const at = (name: string): string => join(folder, name)
const pipe = at('pipe')
beforeAll(async () => {
  execFileSync('mkfifo', [pipe])
  await writeModel(at('zoo.unseen'), await smallModel())
  writeFileSync(at('photos.txt'), 'a.png\n')
  writeFileSync(at('rows.csv'), `${Array.from({ length: columns }, (_, i) => i).join()}\n`)
})

it.each([
  ['a model', 'recognise', pipe, at('rows.csv')],
  ['rows', 'recognise', at('zoo.unseen'), pipe],
  ['a data set', 'fit', pipe],
  ['descriptions', 'describe', at('zoo.unseen'), '--from', pipe],
  ['a signature', 'describe', at('zoo.unseen'), 'elk', '--signature', pipe],
  ['metadata', 'index', at('zoo.unseen'), at('rows.csv'), '-o', at('library'), '--meta', pipe],
  ['tokens', 'serve', at('zoo.unseen'), '--port', '0', '--tokens', pipe],
  ['a network', 'recognise', at('zoo.unseen'), at('photos.txt'), '--model', pipe, '--preset', 'mobilenet'],
  ['a report', 'verify', pipe],
  ['a library', 'search', pipe, 'deer'],
  ['labels', 'data', 'new', '--features', at('rows.csv'), '--labels', pipe, '-o', at('made')]
])('as %s', async (_, ...args) => {
  const terminal = testTerminal()
  expect(await run(args, terminal)).toBe(exitCodes.failed)
  expect(terminal.noted.join('\n')).toMatch(/\[path\.missing\]$/)
  expect(existsSync(at('library')) || existsSync(at('made'))).toBe(false)
})
