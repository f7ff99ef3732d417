// Code that people copy: the blocks of the documents and the @example of comments, compiled together against the built
// packages as if each were a file of its own, and run in one process.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { repository } from './repository.js'

export interface Snippet {
  /** 'docs/serve.md:72', for messages */
  readonly where: string
  readonly code: string
  /** the public name it is an example of: 'fit', 'Model.describe' */
  readonly of?: string
}

const read = (path: string): string => readFileSync(join(repository, path), 'utf8')

/** The documents for people, by their paths. */
export const documents: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(repository, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
  ...readdirSync(join(repository, 'packages')).map(name => `packages/${name}/README.md`)
]

/** The fenced blocks of a document, each with its language and the line it begins at. */
export function blocksOf(path: string): { language: string; line: number; code: string }[] {
  const blocks: { language: string; line: number; code: string }[] = []
  let open: { language: string; line: number; lines: string[] } | undefined
  read(path)
    .split('\n')
    .forEach((text, at) => {
      const fence = /^\s*```(\w*)/.exec(text)
      if (fence === null) open?.lines.push(text)
      else if (open === undefined) open = { language: fence[1], line: at + 2, lines: [] }
      else {
        blocks.push({ language: open.language, line: open.line, code: open.lines.join('\n') })
        open = undefined
      }
    })
  return blocks
}

export const documentSnippets = (): Snippet[] =>
  documents.flatMap(path =>
    blocksOf(path)
      .filter(({ language }) => ['ts', 'js'].includes(language))
      .map(({ line, code }) => ({ where: `${path}:${line}`, code }))
  )

/** Every @example below packages/NAME/src, with the name it belongs to. */
export function commentSnippets(folders: readonly string[]): Snippet[] {
  return folders.flatMap(folder =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.ts'))
      .flatMap(name => examplesOf(`${folder}/${name.replaceAll('\\', '/')}`))
  )
}

function examplesOf(path: string): Snippet[] {
  const text = read(path)
  if (!text.includes('@example')) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true)
  const found: Snippet[] = []
  const visit = (node: ts.Node, within: string): void => {
    const name =
      (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) || ts.isMethodDeclaration(node)) &&
      node.name
        ? [within, node.name.getText()].filter(each => each !== '').join('.')
        : within
    for (const tag of ts.getJSDocTags(node).filter(each => each.tagName.text === 'example')) {
      const code = /```ts\n([\s\S]*?)```/.exec(ts.getTextOfJSDocComment(tag.comment) ?? '')?.[1]
      const { line } = file.getLineAndCharacterOfPosition(tag.getStart())
      found.push({
        where: `${path}:${line + 1}`,
        code: code ?? 'this example has no block of code',
        of: name
      })
    }
    if (ts.isClassDeclaration(node)) for (const member of node.members) visit(member, name)
  }
  for (const statement of file.statements) visit(statement, '')
  return found
}

const inputs = join(repository, 'test/helpers/snippet-inputs.ts')
const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
  lib: ['lib.es2022.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts']
}

/** A snippet that begins with the path of a file, as a comment, is compiled in its folder. */
const folderOf = ({ code }: Snippet): string =>
  dirname(/^\s*\/\/ (packages\/\S+\.ts)$/m.exec(code)?.[1] ?? 'test/one.ts')

/** What the compiler has to say about each snippet, as 'docs/serve.md:74: message'. */
export function compile(snippets: readonly Snippet[]): string[] {
  const files = new Map(
    snippets.map((snippet, at) => [join(repository, folderOf(snippet), `snippet-${at}.ts`), snippet])
  )
  const host = ts.createCompilerHost(compilerOptions)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = name => files.has(name) || fileExists.call(host, name)
  host.readFile = name => moduleOf(files.get(name)) ?? readFile.call(host, name)
  host.getSourceFile = (name, options, ...rest) => {
    const code = moduleOf(files.get(name))
    return code === undefined
      ? getSourceFile.call(host, name, options, ...rest)
      : ts.createSourceFile(name, code, options, true)
  }
  const program = ts.createProgram([inputs, ...files.keys()], compilerOptions, host)
  return [...files, [inputs, undefined] as const].flatMap(([name, snippet]) => {
    const file = program.getSourceFile(name)
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(each => {
      const line = file?.getLineAndCharacterOfPosition(each.start ?? 0).line ?? 0
      const [path, from] = (snippet?.where ?? 'test/helpers/snippet-inputs.ts:1').split(':')
      return `${path}:${Number(from) + line}: ${ts.flattenDiagnosticMessageText(each.messageText, ' ')}`
    })
  })
}

/**
 * A snippet as a module. An interface that it shows must be the one that is exported under this name: each can stand
 * for the other.
 */
function moduleOf(snippet: Snippet | undefined): string | undefined {
  if (snippet === undefined) return undefined
  const shown = [...snippet.code.matchAll(/^(?:export )?interface (\w+)/gm)].map(([, name]) => name)
  const same = shown.map(
    name =>
      `export const given${name} = (own: ${name}): import('unseen').${name} => own\n` +
      `export const shown${name} = (real: import('unseen').${name}): ${name} => real`
  )
  return `${snippet.code}\n${same.join('\n')}\nexport {}\n`
}

/** Runs snippets one after the other, in one process that has the inputs; those that fail, with their errors. */
export function runSnippets(snippets: readonly Snippet[]): string[] {
  const home = join(repository, '.unseen')
  mkdirSync(home, { recursive: true })
  // Within the repository, so that the packages are found by their names.
  const folder = mkdtempSync(join(home, 'snippets-'))
  const write = (name: string, code: string): void =>
    writeFileSync(
      join(folder, name),
      ts.transpileModule(code, {
        compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext }
      }).outputText
    )
  write('inputs.mjs', readFileSync(inputs, 'utf8'))
  snippets.forEach(({ code }, at) => write(`${at}.mjs`, `${code}\nexport {}\n`))
  writeFileSync(
    join(folder, 'run.mjs'),
    `import { provide } from './inputs.mjs'
const close = await provide(${JSON.stringify(folder)})
const failed = []
console.log = () => undefined
for (let at = 0; at < ${snippets.length}; at++)
  await import('./' + at + '.mjs').catch(error => failed.push([at, String(error?.stack ?? error)]))
await close()
process.stdout.write(JSON.stringify(failed))`
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'run.mjs')], {
    encoding: 'utf8',
    cwd: folder
  })
  if (status !== 0) return [`The process ended with ${status}: ${stderr}`]
  return (JSON.parse(stdout) as [number, string][]).map(([at, error]) => `${snippets[at].where}: ${error}`)
}
