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

/** A package whose entry is called index or dist is known by its own name. */
const chunkFileNames = ({ moduleIds }) =>
  moduleIds.some(id => id.includes('/umap-js/')) ? 'assets/umap-[hash].js' : 'assets/[name]-[hash].js'

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
