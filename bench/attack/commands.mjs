// The commands that write, and running them: what disks, kills and the contract test have in common.
import { fromBytes } from '@unseen/core'
import { writeNpy } from '@unseen/data'
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const command = fileURLToPath(new URL('../../packages/node/bin/unseen.js', import.meta.url))

/** Runs `unseen` in `folder` to its end. */
export function unseen(args, folder, options = {}) {
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, [command, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 120_000,
    killSignal: 'SIGKILL',
    env: { ...process.env, UNSEEN_CACHE: join(folder, 'cache') },
    ...options
  })
  return { status, signal, out: stdout ?? '', err: stderr ?? '' }
}

/** The same, without waiting: to be killed. */
export function begin(args, folder) {
  const child = spawn(process.execPath, [command, ...args], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, UNSEEN_CACHE: join(folder, 'cache') }
  })
  return {
    child,
    ended: new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })))
  }
}

/** One line that says what is wrong, with its code, and no stack. */
export const isTyped = err => /^unseen: .+ \[[a-z]+\.[a-z-]+\]$/m.test(err) && !/^ {4}at /m.test(err)

/** The model that `prepare` made. */
export const modelOf = folder => fromBytes(readFileSync(join(folder, 'zoo.unseen')))

/** A model of the sample that knows an elk, rows, labels, a library and a run in `folder`, which the commands below begin from. */
export function prepare(folder) {
  const at = name => join(folder, name)
  const must = args => {
    const { status, err } = unseen(args, folder)
    if (status !== 0) throw new Error(`${args.join(' ')}: ${err}`)
  }
  must(['fit', 'sample', '-o', at('zoo.unseen'), '--references', 'means', '--run', at('run')])
  must(['describe', at('zoo.unseen'), 'elk', '--like', modelOf(folder).seen[0]])
  const { columns } = modelOf(folder).trained
  const data = Float32Array.from({ length: 20 * columns }, (_, i) => (i * 7) % 11)
  writeFileSync(at('rows.npy'), writeNpy({ name: 'rows', shape: [20, columns], data }))
  writeFileSync(
    at('labels.csv'),
    `label\n${Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'a' : 'b')).join('\n')}\n`
  )
  writeFileSync(at('sentences.csv'), 'class,sentence\na,the first\nb,the second\n')
  must(['index', at('zoo.unseen'), at('rows.npy'), '-o', at('library')])
  must(['report', at('run'), '-o', at('report.html')])
}

/**
 * Whatever writes, by name: its arguments with `place` as the folder it is to write into, and what it makes
 * there. `folder` holds what `prepare` made.
 */
export const writers = (folder, place) => {
  const [at, to] = [name => join(folder, name), name => join(place, name)]
  return [
    {
      name: 'fit',
      args: ['fit', 'sample', '-o', to('new.unseen'), '--references', 'means', '--run', to('fit-run')],
      makes: ['new.unseen']
    },
    {
      name: 'tune',
      args: ['tune', 'sample', '--family', 'class-weights', '--no-rehearse', '--run', to('search')],
      makes: ['search'],
      resumes: ['--resume'],
      varies: /journal\.jsonl$/
    },
    {
      name: 'compare',
      args: ['compare', 'sample', '--methods', 'eszsl', '--run', to('comparison')],
      makes: ['comparison'],
      resumes: ['--resume'],
      varies: /(diary\.json|journal\.jsonl)$/
    },
    {
      name: 'describe',
      args: ['describe', at('zoo.unseen'), 'moose', '--like', 'elk', '-o', to('more.unseen')],
      makes: ['more.unseen']
    },
    {
      name: 'forget',
      args: ['forget', at('zoo.unseen'), 'elk', '-o', to('less.unseen')],
      makes: ['less.unseen']
    },
    {
      name: 'rehearse',
      args: ['rehearse', 'sample', '--model', at('zoo.unseen'), '-o', to('rehearsed.unseen')],
      makes: ['rehearsed.unseen']
    },
    {
      name: 'recognise',
      args: ['recognise', at('zoo.unseen'), at('rows.npy'), '-o', to('answers.csv')],
      makes: ['answers.csv']
    },
    { name: 'export', args: ['export', at('zoo.unseen'), '--onnx', to('zoo.onnx')], makes: ['zoo.onnx'] },
    {
      name: 'index',
      args: ['index', at('zoo.unseen'), at('rows.npy'), '-o', to('library')],
      makes: ['library'],
      goesOn: true
    },
    { name: 'report', args: ['report', at('run'), '-o', to('report.html')], makes: ['report.html'] },
    { name: 'data convert', args: ['data', 'convert', 'sample', '-o', to('copy')], makes: ['copy'] },
    {
      name: 'data new',
      args: ['data', 'new', '--features', at('rows.npy'), '--labels', at('labels.csv'), '-o', to('made')],
      makes: ['made'],
      warns: true
    },
    {
      name: 'serve token add',
      args: ['serve', 'token', 'add', 'anna', '--tokens', to('tokens.json')],
      makes: ['tokens.json'],
      varies: /tokens\.json$/
    }
  ]
}

/** A disk of a few pages, or false where nobody may mount one. */
export function mount(place, ...options) {
  mkdirSync(place, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', place]).status === 0
}

export const unmount = place => void spawnSync('umount', [place])

/** Until nothing more goes in. */
export function fill(place) {
  const file = openSync(join(place, 'filler'), 'w')
  try {
    for (;;) writeFileSync(file, Buffer.alloc(4096))
  } catch {
    return true
  } finally {
    closeSync(file)
  }
}
