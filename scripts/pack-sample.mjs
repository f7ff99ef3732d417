// Runs around `npm pack` in packages/node: puts the sample, the starter, NOTICE, the site of Studio and the page of
// `unseen export --web` into the package, and takes them away again.
import { cpSync, readdirSync, rmSync } from 'node:fs'
import { root } from './run.mjs'

const into = `${root}packages/node/`
rmSync(`${into}data`, { recursive: true, force: true })
rmSync(`${into}NOTICE`, { force: true })
for (const name of ['studio', 'page']) rmSync(`${into}${name}`, { recursive: true, force: true })
if (process.argv[2] === 'in') {
  cpSync(`${root}data/cifar10-sample`, `${into}data/cifar10-sample`, { recursive: true })
  cpSync(`${root}data/starter`, `${into}data/starter`, { recursive: true })
  cpSync(`${root}NOTICE`, `${into}NOTICE`)
  cpSync(`${root}packages/studio/dist`, `${into}studio`, { recursive: true })
  cpSync(`${root}packages/page/dist/site`, `${into}page`, { recursive: true })
  // The site's sample is the one that lies beside it: `unseen studio` serves it from there.
  for (const name of readdirSync(`${into}data/cifar10-sample`)) rmSync(`${into}studio/sample/${name}`)
}
