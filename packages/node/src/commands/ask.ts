/** `unseen ask PHOTOS "giraffe: ..." "seal: ..."`: which described class each photo shows; no training. */
import { UnseenError, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import { expectations } from '../starter/answer-photos.js'
import type { Asked } from '../starter/ask-photos.js'
import { runtimeWord } from '../terminal/runtime-word.js'
import type { Device } from '../onnx/device.js'
import { stepBars } from '../terminal/step-bars.js'
import { type Terminal, exitCodes } from '../terminal/terminal.js'
import { safe, table, wrap } from '../terminal/text.js'
import { csvCell } from '../use/answer-formats.js'
import { type AddCommand, type Context, examples } from './command.js'
import { deviceFlag, sayDevice } from './device-flag.js'
import { numberOf } from './fit-flags.js'
import { existsSync } from 'node:fs'
import { extname } from 'node:path'
import { Option } from 'commander'

interface Flags {
  readonly network?: string
  readonly template?: string
  readonly from?: string
  readonly top: number
  readonly output?: string
  readonly open?: boolean
  readonly threads?: number
  readonly device?: Device
  readonly json?: boolean
  readonly quiet?: boolean
}

const TOP = 3
/** Photos of the table; more are counted. */
const SHOWN = 40
/** What -o writes, by the ending of its name. */
const formats = ['.html', '.csv', '.json']

export const addAsk: AddCommand = (parent, context) => {
  parent
    .command('ask')
    .argument('<photos>', 'an image, a folder of images or a list of them; further images may follow')
    .argument('[descriptions...]', '"giraffe: a very tall animal with a long neck", or a name alone')
    .description('say which described class each photo shows, with no training and no photos of your own')
    .option('--from <file>', 'descriptions out of a table with the columns class and sentence')
    .option(
      '--network <name>',
      'who looks: resnet50, which knows a thousand classes, or two towers of one space, which know none: clip-b32, siglip2-b16, hub:ORG/NAME, a folder (default: resnet50)'
    )
    .option('--template <text>', 'for two towers, what names are put into (default: "a photo of a {name}.")')
    .addOption(new Option('--top <number>', 'classes for each photo').argParser(numberOf).default(TOP))
    .option('-o, --output <file>', 'write a page with the photos (.html), or all probabilities (.csv, .json)')
    .option('--open', 'show the page in the browser')
    .addOption(
      new Option('--threads <number>', 'threads of the network (default: one per core)').argParser(numberOf)
    )
    .addOption(deviceFlag())
    .option('--json', 'print everything as one JSON document')
    .option('-q, --quiet', 'no progress and no remarks')
    .addHelpText(
      'after',
      examples(
        'unseen ask photos/ "giraffe: a very tall spotted African animal with a long neck" "seal: a smooth grey animal of the sea"',
        'unseen ask holiday.jpg zebra horse giraffe',
        'unseen ask photos/ --from animals.csv -o answers.html --open',
        'unseen ask photos/ okapi giraffe zebra --network clip-b32'
      )
    )
    .action((photos: string, descriptions: readonly string[], flags: Flags) =>
      ask([photos, ...descriptions], flags, context)
    )
}

async function ask(
  given: readonly string[],
  flags: Flags,
  { terminal, exit, warned }: Context
): Promise<void> {
  const { top, output, json = false, quiet = false } = flags
  if (!(Number.isInteger(top) && top >= 1))
    throw new UnseenError('options.value', `--top must be a whole number from 1 on, got ${top}.`, {
      where: { option: 'top' }
    })
  if (output !== undefined && !formats.includes(extname(output).toLowerCase()))
    throw new UnseenError('options.value', `${output} ends in none of ${formats.join(', ')}.`, {
      where: { option: 'output' }
    })
  const [{ askPhotos }, { isImageName }, { meaningAsker }] = await Promise.all([
    import('../starter/ask-photos.js'),
    import('../extract/list-images.js'),
    import('../terminal/ask-meaning.js')
  ])
  // A shell makes a list of files out of *.jpg: what follows the first as an image that is there is a photo too.
  const further = given.slice(1).findIndex(text => !(isImageName(text) && existsSync(text)))
  const photos = further < 0 ? given : given.slice(0, 1 + further)
  const descriptions = [
    ...given.slice(photos.length),
    ...(flags.from === undefined ? [] : await readTable(flags.from))
  ]
  const bars = stepBars(terminal)
  const slow = runtimeWord(terminal, bars)
  let asked: Asked
  try {
    asked = await askPhotos(photos, descriptions, {
      signal: terminal.signal,
      onOpening: bars.opening,
      onPhoto: (done, total) => {
        bars.update('Looking', done, total, 'photos')
        if (!quiet) slow(total)
      },
      ...defined({
        network: flags.network,
        template: flags.template,
        threads: flags.threads,
        device: flags.device,
        onDevice: quiet ? undefined : sayDevice(terminal),
        ask: json ? undefined : meaningAsker(terminal, bars.end)
      })
    })
  } catch (error) {
    bars.end()
    if (!(error instanceof UnseenError) || error.code !== 'cancelled') throw error
    terminal.note('Stopped.')
    return exit(exitCodes.stopped)
  }
  bars.end()
  const written = await write(asked, flags)
  if (json) terminal.print(JSON.stringify(asJson(asked, top), undefined, 2))
  else print(asked, top, terminal)
  if (asked.towers !== undefined && !json) terminal.print(safe(towersLine(asked.network, asked.towers)))
  if (written !== undefined && !json) terminal.note(`The answers are in ${safe(written)}.`)
  if (asked.skipped.length > 0 || asked.candidates.some(({ isFar }) => isFar)) warned()
  if (!quiet && !json) remark(asked, terminal)
}

/** Where the page or the table went. */
async function write(asked: Asked, { output, open = false, top }: Flags): Promise<string | undefined> {
  if (output === undefined && !open) return undefined
  const [{ writeFileWhole }, { mkdtemp }, { tmpdir }, { join, resolve }, { pathToFileURL }] =
    await Promise.all([
      import('../files/write-file.js'),
      import('node:fs/promises'),
      import('node:os'),
      import('node:path'),
      import('node:url')
    ])
  const page = async (): Promise<string> => (await import('../starter/answer-page.js')).answerPage(asked, top)
  const ending = output === undefined ? '' : extname(output).toLowerCase()
  if (output !== undefined)
    await writeFileWhole(
      output,
      ending === '.csv'
        ? asCsv(asked)
        : ending === '.json'
          ? `${JSON.stringify(asJson(asked, Infinity), undefined, 2)}\n`
          : await page()
    )
  if (!open) return output
  // In a folder that nobody else may look into: photos are private.
  const shown =
    output !== undefined && ending === '.html'
      ? output
      : join(await mkdtemp(join(tmpdir(), 'unseen-answers-')), 'answers.html')
  if (shown !== output) await writeFileWhole(shown, await page())
  const { openBrowser } = await import('../studio/open-browser.js')
  openBrowser(pathToFileURL(resolve(shown)).href)
  return output ?? shown
}

function print({ photos, towers }: Asked, top: number, { print: say, note }: Terminal): void {
  const width = Math.min(top, photos[0].ranked.length)
  const head = [
    'photo',
    ...Array.from({ length: width }, (_, at) => [at === 0 ? 'class' : `${at + 1}.`, '']).flat(),
    ...(towers === undefined ? [''] : [])
  ]
  const lines = photos
    .slice(0, SHOWN)
    .map(({ name, ranked }) => [
      safe(name),
      ...ranked
        .slice(0, width)
        .flatMap(({ class: label, probability }) => [safe(label), percent(probability)]),
      ...(towers === undefined ? [ranked[0].kind === 'known' ? 'known to the network' : 'described'] : [])
    ])
  for (const line of table(
    [head, ...lines],
    Array.from({ length: width }, (_, at) => 2 + 2 * at)
  ))
    say(line)
  if (photos.length > SHOWN)
    note(`... and ${count(photos.length - SHOWN)} more; -o FILE.html, .csv or .json keeps them all.`)
}

/** What to think of it: how such answers do, and what to do where they do badly. */
function remark({ candidates, skipped, remarks, photos, towers }: Asked, { note, width }: Terminal): void {
  const say = (text: string): void => wrap(safe(text), width).forEach(line => note(line))
  for (const { file, reason } of skipped) say(`Left out: ${file}: ${reason}`)
  for (const text of remarks) say(`Note: ${text}.`)
  for (const { name, shares, isFar, namesake } of candidates) {
    if (namesake !== undefined)
      say(`Note: the network knows a "${name}" of another sort (${namesake}); the words alone are taken.`)
    if (isFar)
      say(
        `Warning: "${name}" is far from all that the network knows (nearest: ${shares.map(({ class: near, share }) => `${percent(share)} ${near}`).join(', ')}). Say more of what it looks like, or teach it by photos of related classes: unseen teach.`
      )
  }
  if (towers !== undefined)
    return say(
      'How often such answers are right has not been measured here: try photos whose class you know.'
    )
  for (const kind of ['known', 'described'] as const)
    if (photos.some(({ ranked: [best] }) => best.kind === kind))
      say(
        `${kind === 'known' ? 'Known to the network' : 'Described'}: ${expectations[kind]}, measured on photos of animals; probabilities are rough.`
      )
}

/** What a figure hangs on: the network to its commit, the template, and how cosines became probabilities. */
function towersLine(network: string, { template, scale, bias }: NonNullable<Asked['towers']>): string {
  return `By ${network}: names in ${JSON.stringify(template)}, cosines times ${scale}${
    bias === undefined ? '' : `, ${bias} added; each class by itself`
  }.`
}

function asJson({ photos, candidates, skipped, remarks, network, towers }: Asked, top: number): object {
  return {
    network,
    ...(towers === undefined ? { expectations } : { towers }),
    classes: candidates.map(({ name, text, knownAs, shares, isFar, namesake }) => ({
      name,
      text,
      kind: knownAs.length > 0 ? 'known' : 'described',
      knownAs,
      shares,
      far: isFar,
      ...defined({ namesake })
    })),
    photos: photos.map(({ path, name, ranked }) => ({ path, name, ranked: ranked.slice(0, top) })),
    skipped,
    remarks
  }
}

/** A line for each photo: its name, the answer, and the probability of every class. */
function asCsv({ photos, candidates }: Asked): string {
  const names = candidates.map(({ name }) => name)
  const lines = photos.map(({ name, ranked }) => {
    const found = new Map(ranked.map(({ class: label, probability }) => [label, probability]))
    return [name, ranked[0].class, ranked[0].kind, ...names.map(label => found.get(label) ?? 0)]
  })
  return [['photo', 'class', 'kind', ...names], ...lines]
    .map(cells => `${cells.map(csvCell).join(',')}\n`)
    .join('')
}

function percent(value: number): string {
  return `${Math.round(100 * value)} %`
}

async function readTable(path: string): Promise<string[]> {
  const { readClassSentences } = await import('../encoders/read-sentences.js')
  return (await readClassSentences(path)).map(({ name, sentence }) =>
    sentence.toLowerCase().startsWith(`${name.toLowerCase()}:`) ? sentence : `${name}: ${sentence}`
  )
}
