// Reads damaged files one after the other and says after each bundle what became of them. A process of its own:
// a reader that crashes or never ends takes only this one with it.
import { UnseenError } from '@unseen/core'
import { damage, randomOf } from './damage.mjs'
import { subjects } from './subjects.mjs'

console.error = console.warn = () => undefined
const all = await subjects()
const shown = error =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 200)

/** Of each sound file what it holds, where the format knows its damage. */
const sound = new Map()
for (const subject of all)
  if (subject.checked) for (const bytes of subject.files) sound.set(bytes, await subject.read(bytes))

/** Number `at` of the tries: mutated, or with one bit flipped. */
function file(subject, how, seed, at) {
  if (how === 'flip') {
    const bits = 8 * subject.files.reduce((sum, { length }) => sum + length, 0)
    // A stride that comes to every bit once, so that wherever time ends it they are spread over the files.
    let bit = (at * (bits % 7919 === 0 ? 7907 : 7919)) % bits
    for (const bytes of subject.files) {
      if (bit < 8 * bytes.length) {
        const copy = bytes.slice()
        copy[bit >> 3] ^= 1 << (bit & 7)
        return { original: bytes, bytes: copy }
      }
      bit -= 8 * bytes.length
    }
    throw new Error(`There are not ${at} bits.`)
  }
  const random = randomOf(seed + at)
  const { files } = subject
  const original = files[random(files.length)]
  return { original, bytes: damage(original, files[random(files.length)], random) }
}

process.on('message', async ({ name, how, seed, from, to }) => {
  const subject = all.find(each => each.name === name)
  const found = { untyped: 0, lost: 0, read: 0, notes: [] }
  for (let at = from; at < to; at++) {
    const { original, bytes } = file(subject, how, seed, at)
    try {
      const held = await subject.read(bytes)
      found.read++
      // Mutators make new sound files now and then; a flipped bit never does.
      if (how === 'flip' && subject.checked && held !== sound.get(original)) {
        found.lost++
        found.notes.push(`${name}, bit ${at}: read, but not as it was written`)
      }
    } catch (error) {
      if (error instanceof UnseenError) continue
      found.untyped++
      found.notes.push(`${name}, ${how} ${at} of seed ${seed}: ${shown(error)}`)
    }
  }
  process.send({ ...found, notes: found.notes.slice(0, 3), megabytes: process.memoryUsage().rss / 2 ** 20 })
})
process.send({
  ready: true,
  megabytes: process.memoryUsage().rss / 2 ** 20,
  bits: all.map(({ name, files }) => [name, 8 * files.reduce((sum, { length }) => sum + length, 0)]),
  shares: all.map(({ name, share }) => [name, share])
})
