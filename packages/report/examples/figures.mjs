/**
 * Makes docs/figures/*.png, light and dark, from real data (see data.mjs). Takes one or two minutes.
 * Run: node packages/report/examples/figures.mjs [--cached]   (--cached: with the numbers of the last run)
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { createDocument, toPng } from '../../node/dist/index.js'
import { figureMarkup } from '../dist/index.js'
import { available, awaData, cifarData } from './data.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const cache = `${root}.unseen/figures.json`

/** The numbers of both sets, computed or from the last run. */
export async function exampleData({ cached = false } = {}) {
  if (cached && existsSync(cache)) return JSON.parse(readFileSync(cache, 'utf8'))
  if (!available())
    throw new Error('The data sets are not there: see bench/real-data.mjs for where they are looked for.')
  // Only a terminal can take a line back.
  const note = text => {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
  }
  const data = { cifar: await cifarData(note), awa: await awaData(note) }
  note('')
  mkdirSync(`${root}.unseen`, { recursive: true })
  writeFileSync(cache, JSON.stringify(data))
  return data
}

/** Name of the picture, name of the figure, data, and options beside theme and width. */
export function exampleFigures({ cifar, awa }) {
  return [
    ['affinity', 'affinity', awa.affinity],
    ['affinity-cifar10', 'affinity', cifar.affinity],
    ['map', 'map', cifar.map],
    ['growth', 'growth', awa.growth],
    ['grid', 'grid', cifar.grid],
    ['confusion', 'confusion', awa.confusion],
    ['confusion-pair', 'confusion', cifar.confusion],
    ['seen-unseen', 'seen-unseen', awa.seenUnseen],
    ['coverage', 'coverage', awa.coverage],
    ['history', 'history', awa.history],
    ['ablation', 'ablation', awa.ablation],
    ['mixture', 'mixture', awa.mixtures[0], { classes: awa.mixtures[0].shares.map(share => share.class) }],
    ['class-bars', 'class-bars', awa.bars]
  ]
}

/** PATH-light.png and PATH-dark.png. */
export async function writePicture(path, name, figure, options = {}) {
  const width = Number(process.env.FIGURES_WIDTH ?? 720)
  for (const theme of ['light', 'dark']) {
    const svg = figureMarkup(name, figure, { document: createDocument(), theme, width, ...options })
    // A palette of 256 colours is a third of the bytes and looks the same.
    writeFileSync(
      `${path}-${theme}.png`,
      await sharp(await toPng(svg, { scale: 1.5 }))
        .png({ palette: true })
        .toBuffer()
    )
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const data = await exampleData({ cached: process.argv.includes('--cached') })
  const folder = process.env.FIGURES_FOLDER ?? `${root}docs/figures`
  for (const [file, name, figure, options] of exampleFigures(data))
    await writePicture(`${folder}/${file}`, name, figure, options)
}
