// The strip of the start page: the mixture of one unseen class, images of the seen classes it is made of, and
// the images that the model takes for it, surest first. Everything is a real answer of the model that Studio
// opens with.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { accuracy, fit } from '@unseen/core'
import { fileSet, readDraft, takeSplit, toDataset } from '@unseen/data'
import { bytesSource } from '@unseen/data/internal'
import { parseManifest } from '@unseen/data/manifest'
import sharp from 'sharp'

// What is shown; a test holds it to what Studio opens (src/start/engine/sample.ts).
const shown = JSON.parse(readFileSync(new URL('./headline.json', import.meta.url), 'utf8'))

/** Tiles in a row of the sprite sheet. */
const ACROSS = 16

/** The sample as Studio itself opens it. */
function filesOf(folder) {
  const source = name => async () => bytesSource(new Uint8Array(readFileSync(join(folder, name))))
  return fileSet({
    name: 'sample',
    manifest: parseManifest(readFileSync(join(folder, 'dataset.json'), 'utf8'), 'dataset.json'),
    files: new Map(readdirSync(folder).map(name => [name, source(name)]))
  })
}

export async function makeHeadline(folder) {
  const files = filesOf(folder)
  const dataset = toDataset(await readDraft(files))
  const { split, table, class: name, images, share, options } = shown
  const taken = await takeSplit(dataset, { split, table })
  const model = await fit(taken.train, options)
  const parts = model.mixture(name).shares.filter(each => each.share >= share)
  const { labels } = dataset
  const { classes, scores } = model.scores(taken.test.features)
  const column = classes.indexOf(name)
  const margin = row =>
    scores[row * classes.length + column] -
    Math.max(...classes.map((_, c) => (c === column ? -Infinity : scores[row * classes.length + c])))
  const order = [...taken.test.rows.keys()].sort((a, b) => margin(b) - margin(a))
  const claimed = order.slice(0, images.found).map(at => taken.test.rows[at])
  const answers = model.recognise(taken.test.features).map(([best]) => best.class)
  const { byClass } = accuracy(taken.test.labels, answers)

  // Of each part, the training images that show most of their own class.
  const seenAt = new Map(model.seen.map((each, s) => [each, s]))
  const proportions = model.proportions(taken.train.features)
  const surest = part =>
    [...taken.train.rows.keys()]
      .filter(at => taken.train.labels[at] === part)
      .sort(
        (a, b) =>
          proportions[b * model.seen.length + seenAt.get(part)] -
          proportions[a * model.seen.length + seenAt.get(part)]
      )
      .map(at => taken.train.rows[at])
  const counts = parts.map(each => Math.max(1, Math.round(each.share * images.columns)))
  const rows = parts.map((part, at) => surest(part.class).slice(0, 2 * counts[at]))
  // One more of each class for the sample's door; of unseen classes none is shown there.
  const faces = model.seen.map(each =>
    surest(each).at(counts[parts.findIndex(part => part.class === each)] * 2 || 0)
  )

  const all = [...rows.flat(), ...claimed, ...faces]
  const { width, height, columns, file } = dataset.thumbnails
  const { data, info } = await sharp(await files.bytes(file))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const out = Buffer.alloc(ACROSS * width * Math.ceil(all.length / ACROSS) * height * 3)
  all.forEach((row, at) => {
    for (let y = 0; y < height; y++) {
      const from = ((Math.floor(row / columns) * height + y) * info.width + (row % columns) * width) * 3
      const to = ((Math.floor(at / ACROSS) * height + y) * ACROSS * width + (at % ACROSS) * width) * 3
      data.copy(out, to, from, from + 3 * width)
    }
  })
  const raw = { width: ACROSS * width, height: Math.ceil(all.length / ACROSS) * height, channels: 3 }
  const sheet = await sharp(out, { raw }).webp({ lossless: true }).toBuffer()

  let at = 0
  const next = count => Array.from({ length: count }, () => at++)
  const json = JSON.stringify({
    class: name,
    thumbnails: { width, height, columns: ACROSS },
    parts: parts.map((part, p) => ({ class: part.class, share: part.share, images: next(rows[p].length) })),
    found: next(claimed.length),
    right: byClass.find(each => each.class === name),
    classes: [
      ...model.seen.map(each => ({ class: each, seen: true, image: next(1)[0] })),
      ...model.unseen.map(each => ({ class: each, seen: false }))
    ],
    rows: labels.length,
    attributes: taken.table.attributes.length
  })
  return { json, sheet }
}
