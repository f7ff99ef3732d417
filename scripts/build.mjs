// Builds the packages: the kernels to WebAssembly, then TypeScript to each package's dist; and Studio to a
// static site. Called by setup.mjs: `npm run build` builds in any case, the other scripts only what changed.
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool, ScriptError } from './run.mjs'

/** The kernels as WebAssembly in a source file; nothing is done where they have not changed. */
export async function makeKernels() {
  const { buildKernels } = await import('./build-kernels.mjs')
  await buildKernels().catch(error => {
    throw new ScriptError(`Building the kernels failed: ${error.message}`)
  })
}

export async function build() {
  await makeKernels()
  for (const { path } of JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).references)
    clean(join(root, path))
  const { code } = await runTool('typescript/bin/tsc', ['-b', '--pretty'])
  if (code !== 0) throw new ScriptError('The build failed: see the messages above.')
  for (const name of Object.keys(bundles)) await bundle(name)
  await buildPage()
}

/** The doors of the packages that Node loads from few files; the names are those of `exports` in package.json. */
const bundles = {
  core: {
    index: 'dist/index.js',
    internal: 'dist/internal.js',
    compare: 'dist/compare/index.js',
    'compare-internal': 'dist/compare/internal.js'
  },
  data: { index: 'dist/index.js', internal: 'dist/internal.js', manifest: 'dist/manifest/index.js' }
}

/**
 * A package for Node in a few files: to open its hundreds of modules takes a third of a second, in every process
 * and every thread. One build for all doors of a package, so that they share what they have in common: there
 * must be one class UnseenError, not one a door. Bundlers take the modules.
 */
async function bundle(name) {
  const { build: vite } = await import('vite')
  const folder = join(root, 'packages', name)
  await vite({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      lib: { entry: bundles[name], formats: ['es'] },
      rolldownOptions: {
        external: id => !/^[./]/.test(id),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' }
      },
      outDir: 'dist/bundle',
      minify: false,
      target: 'es2022'
    }
  })
}

/**
 * The page of `unseen export --web`: its modules in one file each, beside what is copied as it is. The runtime is no
 * part of it: the command copies that of the installation.
 */
async function buildPage() {
  const { build: vite } = await import('vite')
  const folder = join(root, 'packages/page')
  const site = join(folder, 'dist/site')
  await vite({
    root: folder,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      lib: {
        entry: Object.fromEntries(['engine', 'recogniser', 'page'].map(name => [name, `dist/${name}.js`])),
        formats: ['es']
      },
      rolldownOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' } },
      outDir: 'dist/site',
      target: 'es2022'
    }
  })
  for (const name of ['index.html', 'page.css', 'icon.svg'])
    copyFileSync(join(folder, 'src', name), join(site, name))
  const { licenceText } = await import('./licences.mjs')
  const runtime = join(root, 'node_modules/onnxruntime-web')
  const { name, version } = JSON.parse(readFileSync(join(runtime, 'package.json'), 'utf8'))
  writeFileSync(
    join(site, 'LICENCES.txt'),
    `Unseen\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}\n\n${name} ${version}\n\n${licenceText(runtime, { name, version })}\n`
  )
}

/** The static site of packages/studio, on the built packages. */
export async function buildStudio() {
  // Tests call this with an environment of their own, in which React would be the one for development.
  const { code, output } = await runTool(
    'vite/bin/vite.js',
    ['build', 'packages/studio', '--logLevel', 'warn'],
    { quiet: true, env: { ...process.env, NODE_ENV: 'production' } }
  )
  if (code !== 0) throw new ScriptError(`Building Studio failed.\n${output}`)
}

/** Drops what an earlier build made of sources that are gone, so that it is never published. */
function clean(folder) {
  // Studio's dist is a site, which its own build empties first.
  const dist = join(folder, folder.endsWith('studio') ? 'types' : 'dist')
  if (!existsSync(dist)) {
    // The compiler trusts its notes over the folder and would build nothing.
    rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true })
    return
  }
  for (const file of readdirSync(dist, { recursive: true })) {
    const made = /^(.*?)(\.d\.ts|\.js)$/.exec(file)
    if (made && !['.ts', '.tsx'].some(ending => existsSync(join(folder, 'src', `${made[1]}${ending}`))))
      rmSync(join(dist, file))
  }
}
