// Runs around `npm pack` in packages/node: puts the sample and NOTICE into the package, and takes them away again.
import { cpSync, rmSync } from 'node:fs'
import { root } from './run.mjs'

const into = `${root}packages/node/`
rmSync(`${into}data`, { recursive: true, force: true })
rmSync(`${into}NOTICE`, { force: true })
if (process.argv[2] === 'in') {
  cpSync(`${root}data/cifar10-sample`, `${into}data/cifar10-sample`, { recursive: true })
  cpSync(`${root}NOTICE`, `${into}NOTICE`)
}
