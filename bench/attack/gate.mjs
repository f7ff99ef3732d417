// A server among strangers: requests that are none, addresses, bodies, conditions and names made to break it, and
// clients that send a byte now and then. Every answer is typed, nobody else waits, and nothing is left behind.
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes, startProcess } from '../serve/kill-storm.mjs'
import { command, unseen } from './commands.mjs'
import { damage, randomOf } from './damage.mjs'

const PATIENCE = 60_000
const SLOW_CLIENTS = 256

const names = [
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '..',
  '.',
  '/',
  '\\',
  'a\0b',
  '\u202egnp.exe',
  '\x1b[2J',
  '=cmd|calc',
  '%00',
  '%2e%2e%2f',
  '%F0%9F',
  ' ',
  'é'.normalize('NFD'),
  '\ud83e',
  'x'.repeat(5000),
  '🦓'.repeat(300),
  '<script>',
  "'; DROP TABLE x; --",
  'null',
  '0'
]
const conditions = [
  "length(repeat(id||'x',3000000)) > 1",
  'id = id and '.repeat(2000) + 'id = id',
  '('.repeat(5000),
  "id like '" + '%'.repeat(3000) + "'",
  'id in (' + Array.from({ length: 5000 }, (_, i) => i).join() + ')',
  '1 = 1; drop table x',
  'id = (select 1)',
  "read_csv('/etc/passwd')",
  "id = '\\",
  'not '.repeat(3000) + 'id = 1',
  'id between 1 and',
  'unseen_row % 0 = 1',
  "id = 'a' or",
  'nosuch = 1',
  '',
  ' ',
  '--',
  '/*',
  'id=1\0',
  'true',
  '1',
  'id is null and id is not null',
  'unseen_row = 99999999999999999999999',
  'unseen_row = 1e999',
  "id like '" + 'a%'.repeat(400) + "b'",
  'pragma version',
  "copy x to '/tmp/x'",
  'unseen_row in ()'
]
const bodies = [
  { path: 'models/zoo/recognise', body: { rows: [[1, 2, 3]], top: 2 } },
  { path: 'models/zoo/recognise', body: { rows: [], among: ['elk'] } },
  { path: 'models/zoo/classes', body: { classes: [{ name: 'moose', like: 'elk' }] } },
  { path: 'libraries/library/search', body: { class: 'elk', top: 5, where: "id = 'a'" } },
  { path: 'libraries/library/rows', body: { rows: [0, 1] } }
]

/** Undefined for half a character, which no address can have. */
function inAddress(name) {
  try {
    return encodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** One request over a socket of its own, as it stands: the whole answer as text, or why there was none. */
function raw(port, text) {
  return new Promise(resolve => {
    const socket = createConnection(port, '127.0.0.1')
    let answer = ''
    const timer = setTimeout(() => {
      socket.destroy()
      resolve({ answer, end: 'hang' })
    }, PATIENCE)
    socket.setEncoding('latin1')
    socket.on('data', piece => {
      answer += piece
      // One answer is enough: connections may stay open.
      if (/\r\n\r\n/.test(answer)) socket.end()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(timer)
      resolve({ answer, end: 'closed' })
    })
    socket.write(text, 'latin1')
    // Whatever it is the beginning of, nothing more comes.
    setTimeout(() => socket.writable && socket.end(), 200)
  })
}

export async function attackServer({ folder, seed, until, tries = Infinity, onProgress }) {
  const random = randomOf(seed)
  const tokens = join(folder, 'gate-tokens.json')
  const tokenOf = (who, scope) => {
    const { status, out, err } = unseen(
      ['serve', 'token', 'add', who, '--scope', scope, '--tokens', tokens, '--json'],
      folder
    )
    if (status !== 0) throw new Error(err)
    return JSON.parse(out).token
  }
  const reader = tokenOf('stranger', 'read')
  const writer = tokenOf('writer', 'describe')
  const server = await startProcess(command, [
    join(folder, 'zoo.unseen'),
    '--library',
    join(folder, 'library'),
    '--tokens',
    tokens,
    '--rate',
    '0',
    '--log',
    'error',
    '--data',
    join(folder, 'gate-classes')
  ])
  const port = Number(new URL(server.url).port)
  const headers = { authorization: `Bearer ${reader}`, 'content-type': 'application/json' }
  const lines = []
  const start = attack => {
    const line = { attack, tries: 0, crashes: 0, hangs: 0, untyped: 0, lost: 0, megabytes: 0, notes: [] }
    lines.push(line)
    return line
  }
  let base = residentMegabytes(server.child.pid) ?? 0
  const note = (line, key, text) => {
    line[key]++
    if (line.notes.length < 3) line.notes.push(text.slice(0, 300))
  }
  /** A status below 500 (or a typed 503), and a body that says why. */
  const check = async (line, what, path, init) => {
    line.tries++
    onProgress?.()
    try {
      const answer = await fetch(`${server.url}${path}`, { ...init, signal: AbortSignal.timeout(PATIENCE) })
      const text = await answer.text()
      const isTyped = answer.status < 400 || /"code":\s*"[a-z]+\.[a-z-]+"/.test(text)
      if ((answer.status >= 500 && answer.status !== 503) || !isTyped)
        note(line, 'untyped', `${what}: ${answer.status} ${text}`)
      return { status: answer.status, text }
    } catch (error) {
      note(
        line,
        error.name === 'TimeoutError' ? 'hangs' : 'crashes',
        `${what}: ${error.message} ${error.cause?.message ?? ''}`
      )
      return { status: 0, text: '' }
    } finally {
      line.megabytes = Math.max(line.megabytes, (residentMegabytes(server.child.pid) ?? base) - base)
    }
  }
  const isTime = line => performance.now() < until && line.tries < tries
  try {
    // What a first search and recognition take is not the strangers'.
    const warm = start('warm')
    for (const { path, body } of bodies)
      await check(warm, 'warm', `/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    lines.pop()
    base = residentMegabytes(server.child.pid) ?? 0

    const hostile = start('hostile conditions')
    for (const where of conditions)
      await check(hostile, where.slice(0, 60), '/v1/libraries/library/search', {
        method: 'POST',
        headers,
        body: JSON.stringify({ class: 'elk', where })
      })
    while (isTime(hostile) && hostile.tries < 10 * conditions.length) {
      const bytes = new TextEncoder().encode(conditions[random(conditions.length)].slice(0, 400))
      const where = new TextDecoder().decode(damage(bytes, bytes, random))
      await check(hostile, where.slice(0, 60), '/v1/libraries/library/search', {
        method: 'POST',
        headers,
        body: JSON.stringify({ class: 'elk', where })
      })
    }

    const named = start('hostile names')
    for (const name of names) {
      const own = { authorization: `Bearer ${writer}`, 'content-type': 'application/json' }
      await check(named, name, '/v1/models/zoo/classes', {
        method: 'POST',
        headers: own,
        body: JSON.stringify({ classes: [{ name, like: 'elk' }] })
      })
      const isWhole = inAddress(name) !== undefined
      const path = inAddress(name) ?? '%F0%9F'
      const { status, text } = await check(named, name, `/v1/models/zoo/classes/${path}`, { headers })
      if (isWhole && status === 200 && JSON.parse(text).name !== name)
        note(named, 'lost', `${name} became ${text.slice(0, 80)}`)
      await check(named, name, `/v1/models/${path}/classes`, { headers })
      await check(named, name, '/v1/libraries/library/search', {
        method: 'POST',
        headers,
        body: JSON.stringify({ class: name })
      })
    }

    const gate = start('the gate')
    const parts = [
      'GET',
      ' ',
      '/v1/models',
      ' HTTP/1.1',
      '\r\n',
      'Host: x',
      'Content-Length: 10',
      'Transfer-Encoding: chunked',
      'Authorization: Bearer ',
      reader,
      '\r\n\r\n',
      '{"rows": [[1]]}',
      'Content-Length: -1',
      'Expect: 100-continue',
      'x'.repeat(9000),
      '\0',
      '%F0%9F',
      '/../..',
      'Upgrade: websocket',
      'Connection: upgrade',
      'Content-Encoding: gzip',
      '5\r\nhello\r\n0\r\n\r\n',
      'POST',
      '/v1/models/zoo/recognise'
    ]
    while (isTime(gate) && gate.tries < 120) {
      gate.tries++
      const text = Array.from({ length: 3 + random(12) }, () => parts[random(parts.length)]).join(
        ['', '\r\n', ' '][random(3)]
      )
      const { answer, end } = await raw(port, text)
      if (end === 'hang') note(gate, 'hangs', JSON.stringify(text.slice(0, 200)))
      if (/^HTTP\/1\.1 5(?!03)/.test(answer))
        note(gate, 'untyped', `${answer.slice(0, 80)} to ${JSON.stringify(text.slice(0, 200))}`)
    }
    for (const [index, { path, body }] of bodies.entries()) {
      const whole = new TextEncoder().encode(JSON.stringify(body))
      const other = new TextEncoder().encode(JSON.stringify(bodies[(index + 1) % bodies.length].body))
      for (let at = 0; at < 40 && isTime(gate); at++) {
        const token = random(8) === 0 ? `Bearer ${'x'.repeat(random(300))}` : headers.authorization
        await check(gate, path, `/v1/${path}`, {
          method: ['POST', 'POST', 'PUT', 'DELETE'][random(4)],
          headers: { ...headers, authorization: token },
          body: damage(whole, other, random)
        })
      }
    }
    lines.push(await slowClients({ server, port, reader, writer, base }))
    const alive = start('the server afterwards')
    const { status } = await check(alive, 'health', '/healthz', {})
    if (status !== 200) note(alive, 'crashes', `/healthz: ${status} ${server.notes()}`)
  } finally {
    server.child.kill('SIGTERM')
    await Promise.race([server.ended, sleep(30_000)])
    server.child.kill('SIGKILL')
  }
  return lines
}

/** As many connections as there are places, each with a byte of ten: others are answered all the same. */
async function slowClients({ server, port, reader, writer, base }) {
  const line = {
    attack: `${SLOW_CLIENTS} slow clients`,
    tries: 0,
    crashes: 0,
    hangs: 0,
    untyped: 0,
    lost: 0,
    megabytes: 0,
    notes: []
  }
  const head = `POST /v1/models/zoo/recognise HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${reader}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`
  const sockets = await Promise.all(
    Array.from(
      { length: SLOW_CLIENTS },
      () =>
        new Promise(resolve => {
          const socket = createConnection(port, '127.0.0.1', () => {
            socket.write(head)
            resolve(socket)
          })
          socket.on('error', () => resolve(socket))
        })
    )
  )
  await sleep(500)
  for (const [who, token] of [
    ['the same token', reader],
    ['another token', writer]
  ])
    for (let at = 0; at < 20; at++) {
      line.tries++
      try {
        const answer = await fetch(`${server.url}/v1/models`, {
          headers: { authorization: `Bearer ${token}` },
          signal: AbortSignal.timeout(PATIENCE)
        })
        await answer.arrayBuffer()
        if (answer.status !== 200 && who === 'another token') {
          line.lost++
          line.notes.push(`${who}: ${answer.status}`)
        }
      } catch (error) {
        line.hangs++
        line.notes.push(`${who}: ${error.message}`)
      }
    }
  line.megabytes = Math.max(0, (residentMegabytes(server.child.pid) ?? base) - base)
  for (const socket of sockets) socket.destroy()
  return line
}
