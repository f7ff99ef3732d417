/** A recipe as command lines and as a program: both come to the model that is open, to the last bit. */
import type { Recipe, RecipeClass, RecipeTraining } from './recipe.js'

export interface RecipeNames {
  /** of the data: 'sample', or what stands for a path that a page cannot know */
  readonly data: string
  /** of the project, for the file of the model */
  readonly project: string
}

/** Classes that are described by too much to say it in a line go into a table beside. */
export const TABLE = 'classes.csv'

export const inTable = ({ described }: Recipe): readonly RecipeClass[] =>
  described.filter(each => !isShort(each))

/** A name that looks like a flag, or that a flag would trim, cannot stand on a command line. */
const isShort = ({ name, said }: RecipeClass): boolean =>
  said !== undefined &&
  !name.startsWith('-') &&
  said.changes.every(([attribute]) => attribute === attribute.trim())

export const modelFileOf = (project: string): string =>
  `${
    project
      .trim()
      .replace(/[^\p{L}\p{N}._]+/gu, '-')
      .replace(/^[-.]+|-+$/g, '') || 'model'
  }.unseen`

export function commandsOf(recipe: Recipe, { data, project }: RecipeNames): string {
  const { training, described, forgotten, bias, margin } = recipe
  const model = quoted(modelFileOf(project))
  const source = quoted(data)
  const rows = training === undefined ? [] : ['--rows', training.hasTest ? 'test' : 'all']
  return [
    ...(training === undefined
      ? []
      : [
          [
            'fit',
            source,
            ...splitFlags(training),
            '--table',
            quoted(training.table),
            ...Object.entries(training.options).flatMap(([name, value]) => [`--${name}`, String(value)]),
            '-o',
            model
          ]
        ]),
    ...described
      .filter(isShort)
      .map(each => [
        'describe',
        model,
        quoted(each.name),
        ...saidFlags(each),
        ...(each.known ? ['--replace'] : [])
      ]),
    ...(inTable(recipe).length === 0 ? [] : [['describe', model, '--from', TABLE, '--replace']]),
    ...(forgotten.length === 0 ? [] : [['forget', '--', model, ...forgotten.map(quoted)]]),
    ...(training === undefined || bias === undefined
      ? []
      : [['rehearse', source, '--model', model, '--bias', String(bias)]]),
    [
      'recognise',
      model,
      source,
      ...rows,
      '--among',
      'all',
      ...(margin === undefined ? [] : ['--reject', String(margin)])
    ]
  ]
    .map(words => ['unseen', ...words].join(' '))
    .join('\n')
}

const splitFlags = ({ split }: RecipeTraining): string[] =>
  typeof split === 'string' ? ['--split', quoted(split)] : ['--unseen', quoted(split.join(','))]

const saidFlags = ({ said }: RecipeClass): string[] => [
  ...(said?.like === undefined ? [] : ['--like', quoted(said.like)]),
  ...(said?.changes ?? []).flatMap(([attribute, value]) => ['--attribute', quoted(`${attribute}=${value}`)])
]

/** A word of a command line, the same in every shell where it can be. */
function quoted(word: string): string {
  if (/^[\p{L}\p{N}_.,/:=+-]+$/u.test(word)) return word
  return /["$`\\!%\n\r]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
}

export function programOf(recipe: Recipe, { data, project }: RecipeNames): string {
  const { training, described, forgotten, bias, margin } = recipe
  const short = described.filter(isShort)
  const hasTable = inTable(recipe).length > 0
  const recognise = `{ among: 'all'${margin === undefined ? '' : `, reject: ${margin}`} }`
  if (training === undefined) {
    return [
      "import { readModel, recognisePath } from 'unseen'",
      '',
      `const model = await readModel(${text(modelFileOf(project))})`,
      `for await (const answers of recognisePath(model, ${text(data)}, ${recognise}).pieces) {`,
      "  for (const { ranked: [best], none } of answers) console.log(none === true ? 'none of these' : best?.class)",
      '}'
    ].join('\n')
  }
  const names = [
    'fit',
    'openDataset',
    'takeSplit',
    ...(hasTable ? ['describeClasses', 'readDescriptions'] : []),
    ...(bias === undefined ? [] : ['rehearseModel'])
  ].sort()
  const rows = training.hasTest ? 'test' : 'train'
  const isChanged = described.length + forgotten.length > 0 || bias !== undefined
  return [
    `import { ${names.join(', ')} } from 'unseen'`,
    '',
    `const { ${training.hasTest ? 'test, ' : ''}train } = await takeSplit(await openDataset(${text(data)}), ${splitOption(training)})`,
    `${isChanged ? 'let' : 'const'} model = await fit(train, ${object(training.options)})`,
    ...(short.length === 0
      ? []
      : [
          'const attributes = model.notes.attributes ?? []',
          'const signature = (changes: [string, number][], like?: string): number[] =>',
          '  attributes.map((attribute, at) => new Map(changes).get(attribute) ?? (like === undefined ? 0 : (model.find(like).signature[at] ?? 0)))',
          ...short.map(
            ({ name, said }) =>
              `model = model.describe(${text(name)}, signature(${JSON.stringify(said?.changes ?? [])}${said?.like === undefined ? '' : `, ${text(said.like)}`}))`
          )
        ]),
    ...(hasTable
      ? [
          `model = (await describeClasses(model, await readDescriptions(model, '${TABLE}'), { replace: true })).model`
        ]
      : []),
    ...forgotten.map(name => `model = model.forget(${text(name)})`),
    ...(bias === undefined
      ? []
      : [`model = (await rehearseModel(model, train)).model.annotate({ bias: ${bias} })`]),
    '',
    `const answers = model.recognise(${rows}.features, ${recognise})`,
    "console.log(answers.map(([best]) => best?.class ?? 'none of these').join('\\n'))"
  ].join('\n')
}

const splitOption = ({ split, table }: RecipeTraining): string =>
  object({ ...(typeof split === 'string' ? { split } : { unseen: split }), table })

const object = (value: Readonly<Record<string, unknown>>): string =>
  `{ ${Object.entries(value)
    .map(([name, entry]) => `${name}: ${JSON.stringify(entry)}`)
    .join(', ')} }`

const text = (value: string): string => JSON.stringify(value)
