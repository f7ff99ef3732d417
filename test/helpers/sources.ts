// Reads a package's sources the way the compiler does, for tests of what they import and mention.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import ts from 'typescript'
import { repository } from './repository.js'

export { repository }

export interface Source {
  /** Path below the folder that was asked for, with forward slashes: 'linalg/matrix.ts'. */
  readonly path: string
  /** What it imports or re-exports, as written; types count too. */
  readonly imports: string[]
  /** Names it takes members of: `process` in `process.env`. Comments and strings do not count. */
  readonly mentions: Set<string>
}

/**
 * The TypeScript sources below a folder of the repository, declarations left out; none where it does not
 * exist.
 */
export function readSources(folder: string): Source[] {
  const top = join(repository, folder)
  if (!existsSync(top)) return []
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map(entry => join(entry.parentPath, entry.name))
    .map(file => {
      const text = readFileSync(file, 'utf8')
      return {
        path: relative(top, file).replaceAll('\\', '/'),
        imports: ts.preProcessFile(text, true, true).importedFiles.map(found => found.fileName),
        mentions: mentionsOf(ts.createSourceFile(file, text, ts.ScriptTarget.ES2022))
      }
    })
}

function mentionsOf(source: ts.SourceFile): Set<string> {
  const names = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression))
      names.add(node.expression.text)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return names
}
