// What the public doors export without a word about it: a list of names, empty where all is said. Only parses, so that
// a test can ask every time; `npm run docs` asks before it lets typedoc write the reference.
//
// Asked for: a comment on everything exported, on every member of an exported interface, class or object type, and an
// @param for every named parameter of an exported function or public method. An object written out within a member is
// described by that member, but for options, of which every field is.
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { root } from './run.mjs'

/** Doors whose every name is public; `unseen` exports the other packages again, which are asked themselves. */
export const doors = [
  'packages/core/src/index.ts',
  'packages/core/src/compare/index.ts',
  'packages/data/src/index.ts',
  'packages/data/src/manifest/index.ts',
  'packages/networks/src/index.ts',
  'packages/client/src/index.ts',
  'packages/report/src/index.ts',
  'packages/report/src/map/index.ts',
  'packages/node/src/index.ts',
  'packages/node/src/queue/index.ts'
]

/** 'packages/core/src/fit.ts:12 fit: parameter options', one line for each gap. */
export function undocumented(entries = doors) {
  const gaps = new Set()
  for (const door of entries)
    for (const { file, name, node } of exportsOf(join(root, door)))
      for (const gap of gapsOf(node, /Options$/.test(name))) {
        const line = file.getLineAndCharacterOfPosition(gap.node.getStart(file)).line + 1
        gaps.add(`${relative(root, file.fileName)}:${line} ${name}${gap.what}`)
      }
  return [...gaps].sort()
}

/** Declarations behind the names of a door, through `export ... from`. */
export function exportsOf(path, only) {
  const file = parse(path)
  const found = []
  for (const statement of file.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier) {
      const to = statement.moduleSpecifier.text
      if (!to.startsWith('.')) continue
      const target = join(dirname(path), to.replace(/\.js$/, '.ts'))
      if (!statement.exportClause) found.push(...exportsOf(target, only))
      else if (ts.isNamedExports(statement.exportClause))
        for (const each of statement.exportClause.elements) {
          if (only && !only.includes(each.name.text)) continue
          found.push(
            ...exportsOf(target, [(each.propertyName ?? each.name).text]).map(one => ({
              ...one,
              name: each.name.text
            }))
          )
        }
    } else if (ts.isVariableStatement(statement)) {
      for (const each of statement.declarationList.declarations)
        if (wanted(statement, each.name.getText(file), only))
          found.push({ file, name: each.name.getText(file), node: statement })
    } else if (statement.name && wanted(statement, statement.name.text, only))
      found.push({ file, name: statement.name.text, node: statement })
  }
  return found
}

const parsed = new Map()
function parse(path) {
  let file = parsed.get(path)
  if (file === undefined) {
    file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true)
    parsed.set(path, file)
  }
  return file
}

const has = (node, kind) => node.modifiers?.some(each => each.kind === kind) === true
const wanted = (node, name, only) =>
  has(node, ts.SyntaxKind.ExportKeyword) && (only === undefined || only.includes(name))

/** The words of a node's comment; tags alone do not count. */
const words = node =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(doc => ts.getTextOfJSDocComment(doc.comment) ?? '')
    .join('')
    .trim()

function gapsOf(node, isOptions) {
  const gaps = []
  // Of overloads one carries the words, and the implementation is not public.
  const overloads = ts.isFunctionDeclaration(node)
    ? node.parent.statements.filter(
        each => ts.isFunctionDeclaration(each) && each.name?.text === node.name?.text
      )
    : [node]
  if (overloads.every(each => words(each) === '')) gaps.push({ node, what: '' })
  else if (ts.isFunctionDeclaration(node)) gaps.push(...parameterGaps(node, overloads))
  if (ts.isVariableStatement(node)) {
    const [{ initializer }] = node.declarationList.declarations
    if (initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
      gaps.push(...parameterGaps(initializer, [node]))
  }
  if (ts.isInterfaceDeclaration(node)) gaps.push(...memberGaps(node.members, '', isOptions))
  if (ts.isTypeAliasDeclaration(node)) gaps.push(...typeGaps(node.type, '', isOptions))
  if (ts.isClassDeclaration(node)) gaps.push(...memberGaps(node.members, '', isOptions))
  return gaps
}

function parameterGaps(node, documented, prefix = '') {
  const said = new Set(
    documented
      .flatMap(each => ts.getJSDocTags(each).filter(ts.isJSDocParameterTag))
      .map(tag => tag.name.getText())
  )
  return node.parameters
    .filter(each => ts.isIdentifier(each.name) && each.name.text !== 'this' && !said.has(each.name.text))
    .map(each => ({ node, what: `${prefix}: parameter ${each.name.text}` }))
}

function typeGaps(type, prefix, nested) {
  if (ts.isTypeLiteralNode(type)) return memberGaps(type.members, prefix, nested)
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(each => typeGaps(each, prefix, nested))
  return []
}

function memberGaps(members, prefix, nested) {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword, ts.SyntaxKind.OverrideKeyword]
  return members
    .filter(
      each => !hidden.some(kind => has(each, kind)) && !(each.name && ts.isPrivateIdentifier(each.name))
    )
    .flatMap(each => {
      const what = `${prefix}.${each.name?.getText() ?? '(call)'}`
      if (ts.isConstructorDeclaration(each) && each.body === undefined) return []
      const gaps = words(each) === '' && !sameNameSaid(each, members) ? [{ node: each, what }] : []
      const literal = nested && each.type && !ts.isFunctionLike(each) ? typeGaps(each.type, what, nested) : []
      return [
        ...gaps,
        ...(ts.isMethodDeclaration(each) ? parameterGaps(each, sameName(each, members), what) : []),
        ...literal
      ]
    })
}
const sameName = (member, members) => members.filter(each => each.name?.getText() === member.name?.getText())
/** An overload of a method is said once; so is an accessor that comes in a pair. */
const sameNameSaid = (member, members) =>
  member.name !== undefined && sameName(member, members).some(each => words(each) !== '')
if (import.meta.main || process.argv[1]?.endsWith('undocumented.mjs')) {
  const gaps = undocumented()
  for (const gap of gaps) console.error(gap)
  if (gaps.length > 0) {
    console.error(`${gaps.length} public names, members or parameters have no description.`)
    process.exitCode = 1
  }
}
