/**
 * Studio, the web application, where the server was told to serve it: plain files, for whoever may reach the
 * server. They hold no secret; what the page then asks for passes the gate like any other request.
 */
import { UnseenError } from '@unseen/core'
import { findSiteFile, pageHeaders, siteName } from '../../studio/site-files.js'
import type { RouteGroup } from '../parts.js'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'

const FOLDER = '/studio'
/** How the page learns that a server is behind it, and where its interface begins. */
const MARK = '<meta name="unseen-server" content="../">'

export const addStudioRoutes: RouteGroup = (app, { studio }) => {
  if (studio === undefined) return
  app.get(FOLDER, c => c.redirect(`${FOLDER}/`))
  app.get(`${FOLDER}/*`, async c => {
    const name = siteName(new URL(c.req.url).pathname.slice(FOLDER.length))
    const file = name === undefined ? undefined : await findSiteFile(studio, name)
    if (file === undefined) throw new UnseenError('serve.unknown', 'Studio has no such file.')
    for (const [header, value] of Object.entries(pageHeaders)) c.env.outgoing.setHeader(header, value)
    if (name === 'index.html')
      return c.html((await readFile(file.path, 'utf8')).replace('</head>', `${MARK}</head>`))
    return c.body(Readable.toWeb(createReadStream(file.path)) as ReadableStream, 200, {
      'content-type': file.type,
      'content-length': String(file.size)
    })
  })
}
