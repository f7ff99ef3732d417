// A load generator on plain sockets, as a process of its own: bounded in time and number, loopback only.
// Reads one plan as JSON from its argument, prints { requests, seconds, failed, statuses, latencies } as
// JSON.
import { readFileSync } from 'node:fs'
import { arrivals, openLine, requestOf } from './line.mjs'

const MOST_REQUESTS = 500_000
const MOST_SECONDS = 60
const {
  url,
  path,
  type,
  body: file,
  connections,
  seconds,
  rate = 0,
  random = false,
  warmUp = 0.5
} = JSON.parse(process.argv[2])
const request = requestOf(url, { path, type, body: readFileSync(file) })
const started = performance.now()
const measureFrom = started + 1000 * warmUp
const until = measureFrom + 1000 * Math.min(seconds, MOST_SECONDS)
const latencies = []
const statuses = {}
let requests = 0
let failed = 0

const lines = await Promise.all(Array.from({ length: connections }, () => openLine(url)))

async function once(line, scheduled) {
  const status = await line.ask(request)
  const now = performance.now()
  if (scheduled < measureFrom) return
  requests++
  statuses[status] = (statuses[status] ?? 0) + 1
  if (status !== 200) failed++
  latencies.push(now - scheduled)
}

if (rate === 0) {
  // Each connection asks again as soon as it is answered.
  await Promise.all(
    lines.map(async line => {
      while (performance.now() < until && requests < MOST_REQUESTS) await once(line, performance.now())
    })
  )
} else {
  // Requests come at their times, whatever the answers do; one that finds no free connection waits, and its
  // time counts.
  const free = [...lines]
  const waiting = []
  const take = (line, scheduled) =>
    once(line, scheduled).then(() => {
      const next = waiting.shift()
      if (next === undefined) free.push(line)
      else return take(line, next)
    })
  await arrivals({
    rate,
    random,
    until,
    arrive(due) {
      const line = free.pop()
      if (line === undefined) waiting.push(due)
      else void take(line, due)
    }
  })
  while (free.length < lines.length) await new Promise(resolve => setTimeout(resolve, 5))
}
const took = (Math.min(performance.now(), until) - measureFrom) / 1000
for (const line of lines) line.close()
latencies.sort((a, b) => a - b)
const quantile = q => latencies[Math.min(latencies.length - 1, Math.floor(q * latencies.length))]
process.stdout.write(
  JSON.stringify({
    requests,
    failed,
    statuses,
    seconds: took,
    perSecond: requests / took,
    p50: quantile(0.5),
    p90: quantile(0.9),
    p99: quantile(0.99)
  })
)
