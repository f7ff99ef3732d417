// Exponents of the probabilities of `ask`: chosen on classes that ImageNet has, hidden, and on every other photo.
//
// Known: photos of animals that the network knows, every other photo chooses, the rest measure. Described: the same
// animals with their classes taken out of the thousand (of the network's outputs and of what mixtures are made of),
// so that the words alone say what they are. The animals that the network does not know choose nothing: they are
// what `test/first-answer.heavy.test.ts` measures.
import { openBackbone, openEncoder } from 'unseen'
import { describeToStarter } from '../packages/node/dist/starter/describe-starter.js'
import { openStarter } from '../packages/node/dist/starter/starter.js'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const powers = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12]
const absent = 'bat cow dolphin giraffe raccoon rat rhinoceros seal deer mouse horse antelope sheep'.split(
  ' '
)

export async function run({ args }) {
  const [shared = process.env.UNSEEN_SHARED ?? '../shared'] = args
  const folder = join(shared, 'data/animal-photos')
  const texts = readFileSync(join(folder, 'sentences.csv'), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map(line => line.slice(line.indexOf(',') + 1).replaceAll('"', ''))
    .map(text => ({ name: text.slice(0, text.indexOf(':')), text }))
    .filter(({ name }) => !absent.includes(name))
  const starter = await openStarter()
  const backbone = await openBackbone('resnet50', { output: 'logits' })
  const photos = []
  for (const [at, { name }] of texts.entries())
    for (const file of readdirSync(join(folder, 'photos', name)).sort()) {
      const { data } = await backbone.features([join(folder, 'photos', name, file)])
      photos.push({ truth: at, logits: Float32Array.from(data) })
    }
  await backbone.close()
  const own = new Set(texts.flatMap(({ name }) => starter.knownAs(name)))
  const without = hide(starter, own)
  const encoder = await openEncoder('minilm')
  const measure = async (title, { starter: known, keep }) => {
    const candidates = await describeToStarter(known, texts, encoder)
    const scored = photos.map(({ truth, logits }) => {
      const parts = Float64Array.from(keep.map(index => logits[index]))
      const top = parts.reduce((most, value) => Math.max(most, value), -Infinity)
      const shares = parts.map(value => Math.exp((value - top) / 4))
      const sum = shares.reduce((total, value) => total + value, 0)
      return {
        truth,
        scores: candidates.map(
          ({ mixture }) =>
            mixture.reduce((total, z, s) => total + (z * shares[s]) / sum, 0) / Math.hypot(...mixture)
        )
      }
    })
    const right = scored.filter(({ truth, scores }) => scores.indexOf(Math.max(...scores)) === truth)
    console.log(
      `${title}: ${((100 * right.length) / scored.length).toFixed(1)} % right among ${texts.length}`
    )
    for (const [part, rows] of [
      ['chooses', scored.filter((_, at) => at % 2 === 0)],
      ['measures', scored.filter((_, at) => at % 2 === 1)]
    ])
      console.log(
        `  ${part}: ${powers.map(power => `${power}: ${loss(rows, power).mean.toFixed(3)}`).join('  ')}; ${cautious(rows)} is the least within one standard error of the best`
      )
  }
  const every = starter.classes.map((_, at) => at)
  await measure('known', { starter, keep: every })
  await measure('described (hidden)', { starter: without, keep: every.filter(at => !own.has(at)) })
  await encoder.close()
}

/** The smallest exponent, which promises least, that does as well as the best but for chance. */
function cautious(rows) {
  const losses = powers.map(power => loss(rows, power))
  const best = losses.reduce((least, one) => (one.mean < least.mean ? one : least))
  return powers[losses.findIndex(({ mean }) => mean <= best.mean + best.error)]
}

/** Mean surprise at the right class, and its standard error. */
function loss(rows, power) {
  const surprises = rows.map(({ truth, scores }) => {
    const best = Math.max(...scores)
    const weights = scores.map(score => (score / best) ** power)
    return -Math.log(weights[truth] / weights.reduce((all, weight) => all + weight, 0))
  })
  const mean = surprises.reduce((sum, value) => sum + value, 0) / rows.length
  const spread = surprises.reduce((sum, value) => sum + (value - mean) ** 2, 0) / rows.length
  return { mean, error: Math.sqrt(spread / rows.length) }
}

function hide(starter, hidden) {
  const kept = starter.classes.map((_, at) => at).filter(at => !hidden.has(at))
  const { length } = starter
  const signatures = new Float32Array(kept.length * length)
  kept.forEach((at, to) =>
    signatures.set(starter.signatures.subarray(at * length, (at + 1) * length), to * length)
  )
  return { ...starter, classes: kept.map(at => starter.classes[at]), signatures, knownAs: () => [] }
}
