// Networks beside a static site, as `unseen studio` offers them: local/networks.json lists them,
// local/networks/NAME is the file of one. UNSEEN_STUDIO_NETWORKS="resnet50" takes them from the cache of
// `unseen network get`; without it the list is empty, and the page asks for the file.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

export const networks = () => ({
  name: 'unseen-networks',
  apply: 'build',
  generateBundle() {
    const wanted = (process.env.UNSEEN_STUDIO_NETWORKS ?? '').split(/[\s,]+/).filter(name => name !== '')
    const listed = wanted.map(name => {
      const found = networkInCache(name)
      this.emitFile({ type: 'asset', fileName: `local/networks/${name}`, source: found.file })
      return found.facts
    })
    this.emitFile({ type: 'asset', fileName: 'local/networks.json', source: JSON.stringify(listed) })
  }
})

function networkInCache(name) {
  const cache = join(process.env.UNSEEN_CACHE ?? join(homedir(), '.cache/unseen'), 'networks')
  for (const digest of existsSync(cache) ? readdirSync(cache) : []) {
    const about = join(cache, digest, 'network.json')
    if (!existsSync(about)) continue
    const facts = JSON.parse(readFileSync(about, 'utf8'))
    if (facts.name !== name) continue
    const file = readFileSync(join(cache, digest, 'network.onnx'))
    const sum = createHash('sha256').update(file).digest('hex')
    if (sum !== digest) throw new Error(`${name} is damaged: run \`unseen network get ${name}\` again.`)
    return { file, facts: { ...facts, bytes: file.length, digest: `sha256:${sum}`, here: true } }
  }
  throw new Error(`${name} is not on this machine: run \`unseen network get ${name}\` first.`)
}
