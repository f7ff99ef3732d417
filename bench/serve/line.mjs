// One connection to a server at the loopback address, for load generators: plain sockets, one request at a time.
import { connect } from 'node:net'

/** A whole request as bytes. */
export function requestOf(url, { method = 'POST', path, type, body = Buffer.alloc(0) }) {
  const { host } = new URL(url)
  return Buffer.concat([
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${type === undefined ? '' : `content-type: ${type}\r\n`}content-length: ${body.length}\r\n\r\n`
    ),
    body
  ])
}

/** `ask` sends a request and gives the status, or 0 where the connection broke before the answer was whole. */
export function openLine(url) {
  const { hostname, port } = new URL(url)
  if (hostname !== '127.0.0.1') throw new Error('loopback only')
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answered
    let head = Buffer.alloc(0)
    let left = -1
    let status = 0
    let isOpen = true
    socket.setNoDelay(true)
    socket.on('error', reject)
    socket.on('close', () => {
      isOpen = false
      answered?.(0)
    })
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
        ask: request =>
          new Promise(done => {
            answered = done
            if (isOpen) socket.write(request)
            else done(0)
          }),
        get isOpen() {
          return isOpen
        },
        close: () => socket.destroy()
      })
    )
  })
}

/** Calls `arrive` at its times, evenly or as people come (at random, the mean the same), until `until`. */
export function arrivals({ rate, random = false, until, arrive }) {
  let due = performance.now()
  let seed = 1
  const uniform = () => (seed = (seed * 16807) % 2147483647) / 2147483647
  const gap = () => ((random ? -Math.log(1 - uniform()) : 1) * 1000) / rate
  return new Promise(resolve => {
    const tick = () => {
      const now = performance.now()
      for (; due <= now; due += gap()) arrive(due)
      if (now < until) setTimeout(tick, 1)
      else resolve()
    }
    tick()
  })
}
