// `npm run weigh` on a house of two rooms, where everything can be counted by hand.
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repository } from './helpers/repository.js'

const execute = promisify(execFile)
const door = (file: string): object => ({ types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` })

const files = {
  'package.json': { workspaces: ['packages/core', 'packages/top'] },
  'packages/core/package.json': {
    name: '@unseen/core',
    exports: { '.': door('index'), './internal': door('internal'), './schema.json': './schema.json' }
  },
  'packages/core/src/index.ts':
    "export * from './parts.js'\nexport { deep as shallow, type Shape } from './deep.js'\n",
  'packages/core/src/parts.ts':
    'export interface Part { a: number }\nexport class Whole {}\nexport const [one, two] = [1, 2], { three } = { three: 3 }\nconst hidden = 4\nexport { hidden as shown }\n',
  'packages/core/src/deep.ts': 'export function deep(): void {}\nexport type Shape = string\n',
  'packages/core/src/internal.ts': "export type { Shape } from './deep.js'\n",
  // Made by the build: not weighed.
  'packages/core/src/kernels/binary.ts': `export const kernels = '${'A'.repeat(300)}'\n`,
  'packages/top/package.json': { name: 'top', exports: { '.': door('index') } },
  'packages/top/src/index.ts': `export * from '@unseen/core'\nexport const own = 1 //${'-'.repeat(120)}\n`,
  'packages/top/src/use.ts':
    "import { Whole, type Part } from '@unseen/core'\nimport type { Shape } from '@unseen/core/internal'\nimport { own } from './index.js'\nexport const late = async () => (await import('@unseen/core')).one\nexport const pair = async () => { const { one, two: second } = await import('@unseen/core'); return [one, second] }\n",
  'packages/top/src/look.css': '.a {\n}\n'
}

describe('npm run weigh', () => {
  let root: string

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'unseen-weigh-'))
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true })
      await writeFile(join(root, path), typeof content === 'string' ? content : JSON.stringify(content))
    }
  })

  afterAll(() => rm(root, { recursive: true, force: true }))

  const weigh = (...args: string[]): Promise<{ stdout: string }> =>
    execute(process.execPath, [join(repository, 'scripts/weigh.mjs'), '--root', root, ...args])

  it('counts files, lines, names and imports', async () => {
    const { stdout } = await weigh('--no-walks', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      sources: [
        { package: '@unseen/core', files: 4, lines: 10, over120: 0 },
        { package: 'top', files: 3, lines: 9, over120: 1, over260: 0 },
        { package: 'all', files: 7, lines: 19, over120: 1, over260: 0 }
      ],
      doors: [
        // Part and Shape are types; Whole, one, two, three, shown and shallow are values.
        { door: '@unseen/core', names: 8, values: 6, types: 2 },
        { door: '@unseen/core/internal', names: 1, values: 0, types: 1 },
        { door: 'top', names: 1, values: 1, types: 0 },
        { door: 'all but internal', names: 9, values: 7, types: 2 }
      ],
      // *, Whole, Part, Shape, one, and one and two once more.
      imports: [
        { from: 'top', to: '@unseen/core', imports: 7, names: 6 },
        { from: 'all', imports: 7, names: 6 }
      ]
    })
  })

  it('prints the same as tables', async () => {
    const { stdout } = await weigh('--no-walks')
    expect(stdout).toMatch(/^all +7 +19 +[\d.]+ +1 +0$/m)
    expect(stdout).toMatch(/^@unseen\/core +8 +6 +2$/m)
    expect(stdout).toMatch(/^top -> @unseen\/core +7 +6$/m)
  })

  it('says what is missing for a walk', async () => {
    await expect(weigh()).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/core is not built.*npm run build.*--no-walks/) as string
    })
  })
})
