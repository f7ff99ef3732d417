// Builds the static site: relative addresses, so that it works in any folder of any host, and nothing from
// elsewhere.
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { networks } from './build/networks.mjs'
import { offline } from './build/offline.mjs'
import { policy } from './build/policy.mjs'
import { sample } from './build/sample.mjs'

const { version } = JSON.parse(readFileSync(new URL('../node/package.json', import.meta.url), 'utf8'))

/** Packages whose entry is called index, internal or dist are known by their own name. */
const packageNames = { '/umap-js/': 'umap', '/packages/networks/': 'networks' }
const chunkFileNames = ({ moduleIds }) => {
  const own = Object.entries(packageNames).find(([folder]) => moduleIds.some(id => id.includes(folder)))
  return `assets/${own?.[1] ?? '[name]'}-[hash].js`
}

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), policy(), sample(), networks(), offline()],
  define: { STUDIO_VERSION: JSON.stringify(version) },
  worker: { format: 'es', rolldownOptions: { output: { chunkFileNames } } },
  build: {
    outDir: 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true
  },
  server: { host: '127.0.0.1' }
})
