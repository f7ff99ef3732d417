// Builds the packages: the kernels to WebAssembly, then TypeScript to each package's dist.
// Called by setup.mjs: `npm run build` builds in any case, the other scripts only what changed.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, runTool, ScriptError } from './run.mjs'

export async function build() {
  if (existsSync(join(root, 'scripts/build-kernels.mjs'))) {
    const { buildKernels } = await import('./build-kernels.mjs')
    await buildKernels().catch(error => { throw new ScriptError(`Building the kernels failed: ${error.message}`) })
  }
  for (const { path } of JSON.parse(readFileSync(join(root, 'tsconfig.json'), 'utf8')).references) clean(join(root, path))
  const { code } = await runTool('typescript/bin/tsc', ['-b', '--pretty'])
  if (code !== 0) throw new ScriptError('The build failed: see the messages above.')
}

/** Drops what an earlier build made of sources that are gone, so that it is never published. */
function clean(folder) {
  const dist = join(folder, 'dist')
  if (!existsSync(dist)) {
    // The compiler trusts its notes over the folder and would build nothing.
    rmSync(join(folder, 'tsconfig.tsbuildinfo'), { force: true })
    return
  }
  for (const file of readdirSync(dist, { recursive: true })) {
    const made = /^(.*?)(\.d\.ts|\.js)$/.exec(file)
    if (made && !existsSync(join(folder, 'src', `${made[1]}.ts`))) rmSync(join(dist, file))
  }
}
