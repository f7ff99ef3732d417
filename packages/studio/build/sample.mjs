// The sample beside the page: its files as they are, and the strip of the start page (what deer is made of,
// and the images that were found), which is computed here by the same core from the same data.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeHeadline } from './headline.mjs'

const folder = fileURLToPath(new URL('../../../data/cifar10-sample/', import.meta.url))
const types = { '.json': 'application/json', '.csv': 'text/csv', '.webp': 'image/webp' }

export const sample = () => {
  let headline
  const made = () => (headline ??= makeHeadline(folder))
  return {
    name: 'unseen-sample',
    async generateBundle() {
      const emit = (name, source) => this.emitFile({ type: 'asset', fileName: `sample/${name}`, source })
      for (const name of readdirSync(folder)) emit(name, readFileSync(join(folder, name)))
      const { json, sheet } = await made()
      emit('headline.json', json)
      emit('headline.webp', sheet)
    },
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        const name = /^\/sample\/([\w.-]+)$/.exec((request.url ?? '').split('?')[0])?.[1]
        if (name === undefined) return next()
        const ending = /\.\w+$/.exec(name)?.[0] ?? ''
        response.setHeader('Content-Type', types[ending] ?? 'application/octet-stream')
        if (name.startsWith('headline.'))
          return response.end((await made())[ending === '.json' ? 'json' : 'sheet'])
        return existsSync(join(folder, name)) ? response.end(readFileSync(join(folder, name))) : next()
      })
    }
  }
}
