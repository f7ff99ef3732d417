// The service worker: after the first load everything is there, and the page works without the network.
// Its name for the cache comes from the files themselves, so a new build replaces an old one as a whole.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const template = new URL('./service-worker.js', import.meta.url)
/** Fetched when it is needed, then kept: it is larger than all the rest. Networks are kept by the page. */
const late = /onnx|ort-|\.onnx$|^\.vite\/|^local\//

export const offline = () => {
  let folder
  return {
    name: 'unseen-offline',
    apply: 'build',
    configResolved: config => {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const files = readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter(entry => entry.isFile() && entry.name !== 'sw.js')
          .map(entry =>
            join(entry.parentPath, entry.name)
              .slice(folder.length + 1)
              .replaceAll('\\', '/')
          )
          .filter(file => !late.test(file))
          .sort()
        const sum = createHash('sha256')
        for (const file of files) sum.update(file).update(readFileSync(join(folder, file)))
        const text = readFileSync(template, 'utf8')
          .replace("'BUILD'", JSON.stringify(sum.digest('hex').slice(0, 16)))
          .replace("['FILES']", JSON.stringify(['./', ...files.filter(file => file !== 'index.html')]))
        writeFileSync(join(folder, 'sw.js'), text)
      }
    }
  }
}
