// A load generator on plain sockets, as a process of its own: bounded in time and number, loopback only.
// Reads one plan as JSON from its argument, prints { requests, seconds, failed, statuses, latencies } as
// JSON.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'

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
const { hostname, port } = new URL(url)
if (hostname !== '127.0.0.1') throw new Error('loopback only')

const body = readFileSync(file)
const request = Buffer.concat([
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`
  ),
  body
])
const started = performance.now()
const measureFrom = started + 1000 * warmUp
const until = measureFrom + 1000 * Math.min(seconds, MOST_SECONDS)
const latencies = []
const statuses = {}
let requests = 0
let failed = 0

/** One connection: `ask` sends the request and calls back with the status. */
function open() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answered
    let head = Buffer.alloc(0)
    let left = -1
    let status = 0
    socket.setNoDelay(true)
    socket.on('error', error => {
      answered?.(0)
      reject(error)
    })
    socket.on('close', () => answered?.(0))
    socket.on('data', piece => {
      if (left < 0) {
        head = Buffer.concat([head, piece])
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const text = head.toString('latin1', 0, end)
        status = Number(text.slice(9, 12))
        left = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0) - (head.length - end - 4)
        head = Buffer.alloc(0)
      } else left -= piece.length
      if (left > 0) return
      left = -1
      const tell = answered
      answered = undefined
      tell?.(status)
    })
    socket.on('connect', () =>
      resolve({
        ask: () =>
          new Promise(done => {
            answered = done
            socket.write(request)
          }),
        close: () => socket.destroy()
      })
    )
  })
}

const lines = await Promise.all(Array.from({ length: connections }, open))

async function once(line, scheduled) {
  const status = await line.ask()
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
  let due = performance.now()
  const take = (line, scheduled) =>
    once(line, scheduled).then(() => {
      const next = waiting.shift()
      if (next === undefined) free.push(line)
      else return take(line, next)
    })
  let seed = 1
  const uniform = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  // Evenly, or as people come: at random, the mean the same.
  const gap = () => ((random ? -Math.log(1 - uniform()) : 1) * 1000) / rate
  await new Promise(resolve => {
    const tick = () => {
      const now = performance.now()
      for (; due <= now; due += gap()) {
        const line = free.pop()
        if (line === undefined) waiting.push(due)
        else void take(line, due)
      }
      if (now < until && requests < MOST_REQUESTS) setTimeout(tick, 1)
      else resolve()
    }
    tick()
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
