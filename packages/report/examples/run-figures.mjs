/**
 * The figures of one name in a run's report as pictures, light and dark; docs/figures/methods-*.png are made
 * so: Run: unseen report RUN --json | node packages/report/examples/run-figures.mjs methods
 * docs/figures/methods
 */
import { json } from 'node:stream/consumers'
import { writePicture } from './figures.mjs'

const [name, path] = process.argv.slice(2)
const { figures } = await json(process.stdin)
for (const [at, figure] of figures.filter(each => each.name === name).entries())
  await writePicture(at === 0 ? path : `${path}-${at + 1}`, name, figure.data, figure.options)
