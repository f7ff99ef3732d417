// npm run bench -- NAME [--json] [more]: runs bench/NAME.mjs; without a name, lists what there is.
// A benchmark exports run({ json, args }) and says in its file's first comment line what it measures.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { main, root, ScriptError } from './run.mjs'
import { setup } from './setup.mjs'

const folder = join(root, 'bench')

function names() {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter(file => file.endsWith('.mjs'))
    .map(file => file.slice(0, -4))
    .sort()
}

function list() {
  const found = names()
  if (found.length === 0) console.log('There is no benchmark yet: add one as bench/NAME.mjs.')
  const width = Math.max(...found.map(name => name.length))
  for (const name of found) {
    const comment = /^\s*(?:\/\/|\/\*+)\s*(.*?)\s*(?:\*\/)?$/m.exec(
      readFileSync(join(folder, `${name}.mjs`), 'utf8')
    )
    console.log(`${name.padEnd(width)}  ${comment?.[1] ?? ''}`)
  }
}

await main(async () => {
  const json = process.argv.includes('--json')
  const [name, ...args] = process.argv.slice(2).filter(arg => arg !== '--json')
  if (!name) return list()
  if (!names().includes(name))
    throw new ScriptError(`There is no benchmark '${name}'. There are: ${names().join(', ') || 'none'}.`)
  await setup()
  const { run } = await import(pathToFileURL(join(folder, `${name}.mjs`)).href)
  await run({ json, args })
})
