// The load of a soak, as a process of its own: recognising, changing classes, searching and large bodies in fixed
// shares. Reads one plan as JSON from its argument, prints what became of each kind as JSON.
import { readFileSync } from 'node:fs'
import { arrivals, openLine, requestOf } from './line.mjs'

const CLASSES = 300
const { url, folder, length, connections, seconds, rate = 0, warmUp = 2 } = JSON.parse(process.argv[2])
const file = name => readFileSync(`${folder}/${name}`)
const json = 'application/json'
const one = requestOf(url, {
  path: '/v1/models/zoo/recognise',
  type: 'application/x-npy',
  body: file('one.npy')
})
const large = ['large.npy', 'large.json'].map(name =>
  requestOf(url, {
    path: '/v1/models/zoo/recognise',
    type: name.endsWith('json') ? json : 'application/x-npy',
    body: file(name)
  })
)
const numbers = turn => Array.from({ length }, (_, at) => ((at * 31 + turn * 7) % 97) / 97)
const put = turn =>
  requestOf(url, {
    method: 'PUT',
    path: `/v1/models/zoo/classes/changing%20${turn % CLASSES}`,
    type: json,
    body: Buffer.from(JSON.stringify({ signature: numbers(turn) }))
  })
/** Half of them for a class that was just changed, so that what was remembered of it is of no use. */
const search = turn =>
  requestOf(url, {
    path: '/v1/libraries/library/search',
    type: json,
    body: Buffer.from(
      JSON.stringify({ class: turn % 2 === 0 ? 'class 40' : `changing ${turn % CLASSES}`, top: 50 })
    )
  })
const list = requestOf(url, { method: 'GET', path: '/v1/models/zoo/classes?since=0' })

/** Of a thousand requests. */
const kinds = [
  { name: 'recognise, 1 row', share: 900, request: () => one },
  { name: 'change a class', share: 70, request: put },
  { name: 'search 1,000 rows', share: 20, request: search },
  { name: 'recognise, large body', share: 8, request: turn => large[turn % 2] },
  { name: 'list of classes, whole', share: 2, request: () => list }
]
const order = kinds
  .flatMap(kind => Array.from({ length: kind.share }, (_, at) => ({ kind, at: (at + 0.5) / kind.share })))
  .sort((a, b) => a.at - b.at)
const found = new Map(kinds.map(({ name }) => [name, { latencies: [], statuses: {} }]))
const turns = new Map(kinds.map(({ name }) => [name, 0]))

// Every class that is searched for is there before it begins.
const first = await openLine(url)
for (let turn = 0; turn < CLASSES; turn++) {
  const status = await first.ask(put(turn))
  if (status !== 200) throw new Error(`A class could not be described: ${status}`)
}
first.close()

const measureFrom = performance.now() + 1000 * warmUp
const until = measureFrom + 1000 * seconds
let resets = 0
let sent = 0
async function once(place, scheduled) {
  const { kind } = order[sent++ % order.length]
  const turn = turns.get(kind.name)
  turns.set(kind.name, turn + 1)
  // A connection that the server closed while it was idle is opened anew, as any client does.
  if (!place.line.isOpen) place.line = await openLine(url)
  const status = await place.line.ask(kind.request(turn))
  if (scheduled < measureFrom) return
  if (status === 0) resets++
  const { latencies, statuses } = found.get(kind.name)
  statuses[status] = (statuses[status] ?? 0) + 1
  latencies.push(performance.now() - scheduled)
}

const places = await Promise.all(
  Array.from({ length: connections }, async () => ({ line: await openLine(url) }))
)
if (rate === 0)
  await Promise.all(
    places.map(async place => {
      while (performance.now() < until) await once(place, performance.now())
    })
  )
else {
  const free = [...places]
  const waiting = []
  const take = (place, scheduled) =>
    once(place, scheduled).then(() => {
      const next = waiting.shift()
      if (next === undefined) free.push(place)
      else return take(place, next)
    })
  await arrivals({
    rate,
    until,
    arrive(due) {
      const place = free.pop()
      if (place === undefined) waiting.push(due)
      else void take(place, due)
    }
  })
  while (free.length < places.length) await new Promise(resolve => setTimeout(resolve, 5))
}
const took = (Math.min(performance.now(), until) - measureFrom) / 1000
for (const { line } of places) line.close()
const requests = [...found.values()].reduce((sum, { latencies }) => sum + latencies.length, 0)
process.stdout.write(
  JSON.stringify({
    requests,
    resets,
    perSecond: requests / took,
    kinds: [...found].map(([name, { latencies, statuses }]) => {
      latencies.sort((a, b) => a - b)
      const quantile = q => latencies[Math.min(latencies.length - 1, Math.floor(q * latencies.length))] ?? 0
      return {
        name,
        statuses,
        requests: latencies.length,
        p50: quantile(0.5),
        p99: quantile(0.99),
        longest: quantile(1)
      }
    })
  })
)
