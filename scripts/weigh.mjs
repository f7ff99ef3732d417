// npm run weigh [-- --root DIR] [--json] [--no-walks]: how heavy the house is, to be compared before and after a
// change. DIR is another checkout, built by `npm run build`; this one unless given.
//
// - sources: everything in src of each package, but for the kernels' binary, which is made.
// - doors: every entry of `exports` in a package.json with the names that it declares, followed through
//   re-exports to their declarations. Names that a door passes on whole (`export *` from another package) are that
//   package's.
// - imports: names imported from one package by another, and how many different ones.
// - walks: see weigh-walks.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { main, root as here, ScriptError } from './run.mjs'
import { setup } from './setup.mjs'

const MADE = ['packages/core/src/kernels/binary.ts']

/** Every workspace: { folder, name, files, doors }, with the source of each door by the name that it is imported by. */
function readPackages(root) {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return workspaces.map(workspace => {
    const folder = join(root, workspace)
    const { name, exports = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const files = readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath ?? entry.path, entry.name))
      .filter(file => !MADE.includes(relative(root, file).replaceAll('\\', '/')))
      .sort()
    const doors = Object.entries(exports)
      .filter(([, to]) => to.types !== undefined)
      .map(([path, { types, default: built }]) => ({
        name: path === '.' ? name : name + path.slice(1),
        source: files.find(
          file => file === join(folder, types.replace('/dist/', '/src/').replace(/\.d\.ts$/, '.ts'))
        ),
        built: join(folder, built)
      }))
    return { folder, name, files, doors }
  })
}

function weighSources(root, packages) {
  const weigh = files => {
    const lines = files.flatMap(file => readFileSync(file, 'utf8').replace(/\n$/, '').split('\n'))
    const characters = lines.reduce((sum, line) => sum + line.length, 0)
    const over = most => lines.filter(line => line.length > most).length
    return {
      files: files.length,
      lines: lines.length,
      mean: characters / lines.length,
      over120: over(120),
      over260: over(260)
    }
  }
  const rows = packages.map(({ name, files }) => ({ package: name, ...weigh(files) }))
  return [...rows, { package: 'all', ...weigh(packages.flatMap(({ files }) => files)) }]
}

const modules = new Map()

/** What a file imports and exports, by the parser: names with `type` where they are types alone. */
function parse(file) {
  if (modules.has(file)) return modules.get(file)
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true)
  const found = { imports: [], exports: [] }
  modules.set(file, found)
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const { importClause: clause, moduleSpecifier } = statement
      found.imports.push({ from: moduleSpecifier.text, names: importedNames(clause) })
    } else if (ts.isExportDeclaration(statement)) {
      const { exportClause: clause, moduleSpecifier, isTypeOnly } = statement
      const names =
        clause === undefined || ts.isNamespaceExport(clause)
          ? [{ name: clause?.name.text ?? '*', local: '*', type: isTypeOnly }]
          : clause.elements.map(each => specifier(each, isTypeOnly))
      const from = moduleSpecifier?.text
      if (from !== undefined)
        found.imports.push({ from, names: names.map(({ local, type }) => ({ name: local, type })) })
      found.exports.push(...names.map(each => ({ ...each, from })))
    } else if (
      ts.canHaveModifiers(statement) &&
      ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    ) {
      const type = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
      const declared = ts.isVariableStatement(statement)
        ? statement.declarationList.declarations.map(each => each.name)
        : [statement.name]
      for (const name of declared.flatMap(boundNames)) found.exports.push({ name, type })
    }
  }
  const visit = node => {
    if (
      ts.isCallExpression(node) &&
      node.expression.kind === ts.SyntaxKind.ImportKeyword &&
      ts.isStringLiteralLike(node.arguments[0])
    ) {
      found.imports.push({ from: node.arguments[0].text, names: awaitedNames(node) })
    } else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      found.imports.push({
        from: node.argument.literal.text,
        names: [{ name: node.qualifier?.getText() ?? '*', type: true }]
      })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const specifier = ({ name, propertyName, isTypeOnly }, all) => ({
  name: name.text,
  local: (propertyName ?? name).text,
  type: all || isTypeOnly
})

function importedNames(clause) {
  if (clause === undefined) return []
  const { name, namedBindings: bindings, isTypeOnly: type } = clause
  const first = name === undefined ? [] : [{ name: 'default', type }]
  if (bindings === undefined) return first
  if (ts.isNamespaceImport(bindings)) return [...first, { name: '*', type }]
  return [
    ...first,
    ...bindings.elements.map(each => ({ name: specifier(each, type).local, type: type || each.isTypeOnly }))
  ]
}

/** `const { a, b } = await import('x')`, `(await import('x')).a`; everything where it cannot be seen. */
function awaitedNames(node) {
  let parent = node.parent
  while (ts.isAwaitExpression(parent) || ts.isParenthesizedExpression(parent)) parent = parent.parent
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    return parent.name.elements.map(({ name, propertyName }) => ({ name: (propertyName ?? name).getText() }))
  }
  if (ts.isPropertyAccessExpression(parent) && parent.name.text !== 'then')
    return [{ name: parent.name.text }]
  return [{ name: '*' }]
}

function boundNames(name) {
  if (name === undefined) return ['default']
  return ts.isIdentifier(name) ? [name.text] : name.elements.flatMap(each => boundNames(each.name))
}

function sourceOf(file, from) {
  const path = join(dirname(file), from).replace(/\.js$/, '')
  return [`${path}.ts`, `${path}.tsx`, path].find(each => existsSync(each))
}

/** The names of a door: from each to whether it is a type alone. */
function namesOf(file) {
  const names = new Map()
  for (const { name, local, type, from } of parse(file).exports) {
    const target = from?.startsWith('.') ? sourceOf(file, from) : undefined
    if (name === '*') {
      if (target !== undefined) for (const [each, isType] of namesOf(target)) names.set(each, isType)
    } else if (target !== undefined) names.set(name, type || namesOf(target).get(local) === true)
    else names.set(name, type)
  }
  return names
}

function weighDoors(packages) {
  const rows = packages.flatMap(({ doors }) =>
    doors.map(({ name, source }) => ({ door: name, ...count(namesOf(source)) }))
  )
  // What a door called internal has is for our own packages of the same version.
  const open = rows.filter(({ door }) => !door.endsWith('/internal'))
  const total = key => open.reduce((sum, row) => sum + row[key], 0)
  return [
    ...rows,
    { door: 'all but internal', names: total('names'), values: total('values'), types: total('types') }
  ]
}

function count(names) {
  const types = [...names.values()].filter(Boolean).length
  return { names: names.size, values: names.size - types, types }
}

function weighImports(packages) {
  const owner = new Map(packages.flatMap(({ name, doors }) => doors.map(door => [door.name, name])))
  const pairs = new Map()
  for (const { name, files } of packages) {
    for (const file of files.filter(each => /(?<!\.d)\.tsx?$/.test(each))) {
      for (const { from, names } of parse(file).imports) {
        const to = owner.get(from)
        if (to === undefined || to === name) continue
        const pair = pairs.get(`${name} ${to}`) ?? { from: name, to, imports: 0, names: new Set() }
        pairs.set(`${name} ${to}`, { ...pair, imports: pair.imports + names.length })
        for (const each of names) pair.names.add(each.name)
      }
    }
  }
  const rows = [...pairs.values()].map(pair => ({ ...pair, names: pair.names.size }))
  return [
    ...rows,
    {
      from: 'all',
      to: '',
      imports: rows.reduce((sum, row) => sum + row.imports, 0),
      names: rows.reduce((sum, row) => sum + row.names, 0)
    }
  ]
}

function tables({ sources, doors, imports, walks }) {
  const number = value => value.toLocaleString('en', { maximumFractionDigits: 1 })
  const parts = [
    table(
      ['sources', 'files', 'lines', 'characters a line', 'over 120', 'over 260'],
      sources.map(row => [
        row.package,
        ...[row.files, row.lines, row.mean, row.over120, row.over260].map(number)
      ])
    ),
    table(
      ['door', 'names', 'values', 'types'],
      doors.map(row => [row.door, ...[row.names, row.values, row.types].map(number)])
    ),
    table(
      ['imports', 'imported', 'different'],
      imports.map(row => [
        `${row.from}${row.to === '' ? '' : ` -> ${row.to}`}`,
        number(row.imports),
        number(row.names)
      ])
    )
  ]
  if (walks !== undefined)
    parts.push(
      table(
        ['walk', 'files'],
        walks.map(row => [row.walk, number(row.files.length)])
      )
    )
  return parts
}

/** The first column to the left, figures to the right. */
function table(head, rows) {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map(row => row[column].length)))
  return all
    .map(row =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
        .join('  ')
    )
    .join('\n')
}

await main(async () => {
  const args = process.argv.slice(2)
  const at = args.indexOf('--root')
  const [given] = at < 0 ? [] : args.splice(at, 2).slice(1)
  const unknown = args.filter(arg => !['--json', '--no-walks'].includes(arg))
  if (unknown.length > 0 || (at >= 0 && given === undefined)) {
    throw new ScriptError('Usage: npm run weigh [-- --root DIR] [--json] [--no-walks]')
  }
  const root = resolve(given ?? here)
  if (!existsSync(join(root, 'package.json'))) throw new ScriptError(`${root} has no package.json.`)
  const packages = readPackages(root)
  const weight = {
    sources: weighSources(root, packages),
    doors: weighDoors(packages),
    imports: weighImports(packages)
  }
  if (!args.includes('--no-walks')) {
    if (given === undefined) await setup()
    const { walks } = await import('./weigh-walks.mjs')
    weight.walks = await walks(root, packages)
  }
  console.log(args.includes('--json') ? JSON.stringify(weight, undefined, 2) : tables(weight).join('\n\n'))
})
