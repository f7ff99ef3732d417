/**
 * Photos of classes in, a model out: what `unseen teach` does. Its steps keep what they have done in a folder
 * beside the model, so that a run that was killed goes on where it was; the model comes at the end, whole.
 *
 *   zoo.taught/plan.json     what was asked for; another plan begins afresh
 *   zoo.taught/data/         the data set: small pictures, features, the texts of the classes
 *   zoo.taught/run/          the search, the model without the classes described at once, its figures
 *   zoo.taught/report.html   the run as a page
 *   zoo.unseen               the model
 */
import { type Executor, type Model, UnseenError, type Watch, count } from '@unseen/core'
import { defined } from '@unseen/core/internal'
import type { OpenProgress } from '@unseen/networks'
import { makeDataset } from '../dataset/make.js'
import { addTable } from '../dataset/add-table.js'
import { openDataset } from '../dataset/open.js'
import { embedTable } from '../encoders/embed-dataset.js'
import { openEncoder } from '../encoders/open-encoder.js'
import { readClassSentences } from '../encoders/read-sentences.js'
import { extractFeatures } from '../extract/extract-features.js'
import { labelsOf, listImages, type ImageFile } from '../extract/list-images.js'
import { withLock } from '../files/lock.js'
import { makeFolder } from '../files/make-folder.js'
import { writeModel } from '../files/model-file.js'
import { writeFileWhole } from '../files/write-file.js'
import { type TrainRun, trainRun } from '../runs/train-run.js'
import { type AskMeaning, classTexts } from '../texts/class-texts.js'
import { openWordNet } from '../texts/wordnet.js'
import { describeClasses } from '../use/describe-classes.js'
import type { ClassJudgement } from '../use/judge-class.js'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What is taught, and from what. */
export interface TeachOptions {
  /** a folder with one folder of photos for each class, or a table with the columns file and label */
  readonly photos: string
  /** where the model goes */
  readonly output: string
  /** A table with the columns class and sentence; classes it leaves out are looked up. */
  readonly sentences?: string
  /** A table with a column of class names and one for each attribute. */
  readonly attributes?: string
  /** Which table the model learns: `sentences`, `attributes`, or both joined. Default: attributes if there are. */
  readonly table?: string
  /** Classes without photos to be known at once: "okapi: a shy animal with striped legs". */
  readonly describe?: readonly { readonly name: string; readonly text: string }[]
  /** Makes features of the photos. Default `resnet50`. */
  readonly network?: string
  /** Whether a model that is there, made otherwise, may be replaced. Default false. */
  readonly overwrite?: boolean
  /** Who chooses among the meanings of a class's name. Default: the most frequent is taken. */
  readonly ask?: AskMeaning
  /** Of the network and the search. Default: one for each core. */
  readonly threads?: number
  /** Who runs the search. Default: threads of this machine. */
  readonly executor?: Executor
  /** Where networks and texts are kept. Default: the user's cache folder. */
  readonly cache?: string
  /** Stops it when it fires; the same call goes on from there. */
  readonly signal?: AbortSignal
  /** Called while networks and texts are fetched. */
  readonly onOpening?: (progress: OpenProgress) => void
  /** Called with photos or texts done, of how many. */
  readonly onStep?: (step: TeachStep, done: number, total: number) => void
  /** Called while parameters are searched, and while the model is trained and rehearsed. */
  readonly onProgress?: NonNullable<Watch['onProgress']>
}

/** The steps that tell how far they are; searching and rehearsing tell it by `onProgress`. */
export type TeachStep = 'pictures' | 'features' | 'texts'

/** What was taught. */
export interface Taught {
  /** Knows all classes, those described at once too. */
  readonly model: Model
  /** Where it is. */
  readonly output: string
  /** with everything the model was made of */
  readonly folder: string
  /** The run as a page. */
  readonly report: string
  /** How it was trained. */
  readonly run: TrainRun
  /** How many it learned from. */
  readonly photos: number
  /** Photos that cannot be read, and why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[]
  /** how the texts of classes were found, for people */
  readonly remarks: readonly string[]
  /** the classes that have no photos, as the model sees them */
  readonly described: readonly ClassJudgement[]
  /** steps that an earlier run had done */
  readonly resumed: boolean
}

const NETWORK = 'resnet50'
const TEXTS = 'sentences'
const ATTRIBUTES = 'attributes'
/** With fewer classes nothing can be held out to choose parameters by. */
const LEAST_SEARCHED = 4

/**
 * Teaches a model by photos. The same call goes on where another was stopped or killed.
 *
 * @param options photos, texts of classes, and where the model goes
 */
export async function teach(options: TeachOptions): Promise<Taught> {
  const { output, signal } = options
  const folder = taughtFolder(output)
  const { images } = await listImages([options.photos])
  if (labelsOf(images) === undefined || new Set(labelsOf(images)).size < 2)
    throw new UnseenError('labels.length', `${options.photos} has no folders of at least two classes.`, {
      where: { file: options.photos },
      remedy:
        'Put the photos of every class into a folder with its name; or ask without teaching: unseen ask PHOTOS "name: what it looks like" ...'
    })
  const described = await descriptionsOf(options, new Set(labelsOf(images)))
  return withLock(
    folder,
    async () => {
      const plan = await planOf(options, images)
      const resumed = await takeUp(folder, plan, options)
      const { skipped, remarks } = await gather(folder, images, options)
      const { run, remarks: more } = await train(folder, options)
      if (run.model === undefined)
        throw new UnseenError('cancelled', 'Stopped.', {
          remedy: 'Nothing is lost: the same command goes on from there.'
        })
      const known = new Set(run.model.classes.map(({ name }) => name))
      const { model, classes } = await describeClasses(
        run.model,
        described.filter(({ name }) => !known.has(name)).map(({ name, text }) => ({ name, sentence: text })),
        defined({ signal, onProgress: options.onOpening })
      )
      const report = join(folder, 'report.html')
      await writeRunReport(join(folder, 'run'), report)
      await writeModel(output, model)
      return {
        model,
        output,
        folder,
        report,
        run,
        photos: images.length - skipped.length,
        skipped,
        remarks: [...remarks, ...more],
        described: classes,
        resumed
      }
    },
    signal === undefined ? {} : { signal }
  )
}

/** zoo.unseen is made in zoo.taught. */
export function taughtFolder(output: string): string {
  return `${output.replace(/\.unseen$/i, '')}.taught`
}

/** Classes without photos: those given by hand, and those of the sentences that no photo shows. */
async function descriptionsOf(
  { describe = [], sentences, attributes, table }: TeachOptions,
  withPhotos: ReadonlySet<string>
): Promise<readonly { readonly name: string; readonly text: string }[]> {
  const words = (table ?? (attributes === undefined ? TEXTS : ATTRIBUTES)) === TEXTS
  if (!words && describe.length > 0)
    throw new UnseenError('options.combination', 'A model that learns attributes cannot read a sentence.', {
      where: { option: 'describe' },
      remedy: `Put the class into the table of attributes, or learn from words with --table ${TEXTS}.`
    })
  const seen = describe.find(({ name }) => withPhotos.has(name))
  if (seen !== undefined)
    throw new UnseenError('signatures.duplicate', `"${seen.name}" has photos; it need not be described.`, {
      where: { class: seen.name },
      remedy: `Its text is taken from --sentences FILE.`
    })
  const lines = sentences === undefined || !words ? [] : await readClassSentences(sentences)
  const given = new Set(describe.map(({ name }) => name))
  return [
    ...describe,
    ...lines
      .filter(({ name }) => !withPhotos.has(name) && !given.has(name))
      .map(({ name, sentence }) => ({ name, text: sentence }))
  ]
}

/** Everything that decides what comes out, but for classes that are described at the end. */
async function planOf(
  { photos, sentences, attributes, table, network = NETWORK }: TeachOptions,
  images: readonly ImageFile[]
): Promise<string> {
  const hash = createHash('sha256')
  for (const { path, name, label } of images) {
    const { size, mtimeMs } = await stat(path).catch(() => ({ size: -1, mtimeMs: -1 }))
    hash.update(JSON.stringify([name, label ?? null, size, mtimeMs]))
  }
  for (const file of [sentences, attributes]) if (file !== undefined) hash.update(await readText(file))
  return `${JSON.stringify({ photos, network, ...defined({ sentences, attributes, table }), digest: hash.digest('hex') }, undefined, 2)}\n`
}

async function readText(path: string): Promise<Uint8Array> {
  return readFile(path).catch((cause: unknown) => {
    throw new UnseenError('path.missing', `${path} does not exist or may not be read.`, {
      where: { file: path },
      cause
    })
  })
}

/** Goes on with what lies in the folder if it is of the same plan, else begins afresh. True where it goes on. */
async function takeUp(
  folder: string,
  plan: string,
  { output, overwrite = false }: TeachOptions
): Promise<boolean> {
  const place = join(folder, 'plan.json')
  const before = await readFile(place, 'utf8').catch(() => undefined)
  if (before === plan) return true
  if (existsSync(output) && !overwrite)
    throw new UnseenError('path.exists', `${output} exists, and was made otherwise.`, {
      where: { file: output },
      remedy: 'Name another model with -o FILE, or say --overwrite.'
    })
  await rm(folder, { recursive: true, force: true })
  await makeFolder(folder)
  await writeFileWhole(place, plan)
  return false
}

/** The data set, each part of it made unless it is there. */
async function gather(
  folder: string,
  images: readonly ImageFile[],
  options: TeachOptions
): Promise<Pick<Taught, 'skipped' | 'remarks'>> {
  const { photos, attributes, signal, onStep, onOpening, threads, cache, network = NETWORK } = options
  const data = join(folder, 'data')
  if (!existsSync(join(data, 'dataset.json')))
    await makeDataset({
      images: photos,
      out: data,
      name: photosName(photos),
      onProgress: (stage, done, total) => {
        if (stage === 'pictures') onStep?.('pictures', done, total)
      },
      ...defined({ attributes: attributes === undefined ? undefined : [attributes], signal })
    })
  const made = await openDataset(data)
  if (made.features === undefined) {
    const there = new Set(made.rowNames)
    await extractFeatures(
      { images: images.filter(({ name }) => there.has(name)), passedOver: 0 },
      {
        model: network,
        out: data,
        fetching: defined({ cache, signal, onProgress: onOpening }),
        onProgress: ({ done, total }) => onStep?.('features', done, total),
        ...defined({ signal, threads })
      }
    )
  }
  const { signatures, classes, rowNames = [] } = await openDataset(data)
  const remarks =
    signatures.some(({ name }) => name === TEXTS) || isOfAttributesAlone(options)
      ? []
      : await addTexts(data, classes, options)
  const kept = new Set(rowNames)
  return {
    remarks,
    skipped: images
      .filter(({ name }) => !kept.has(name))
      .map(({ name }) => ({ file: name, reason: 'it cannot be read as an image' }))
  }
}

/** Texts are not needed where attributes are all that is learned and nobody wrote a sentence. */
function isOfAttributesAlone({ attributes, sentences, table = ATTRIBUTES }: TeachOptions): boolean {
  return attributes !== undefined && sentences === undefined && table === ATTRIBUTES
}

/** A text for every class: its sentence, else what WordNet says, else its name. */
async function addTexts(
  data: string,
  classes: readonly string[],
  { sentences, ask, cache, signal, onOpening, onStep }: TeachOptions
): Promise<readonly string[]> {
  const given = new Map(
    sentences === undefined
      ? []
      : (await readClassSentences(sentences)).map(({ name, sentence }) => [name.trim(), sentence.trim()])
  )
  const texts = new Map(classes.flatMap(name => (given.get(name) ? [[name, given.get(name) ?? '']] : [])))
  const without = classes.filter(name => !texts.has(name))
  const remarks: string[] = []
  const opening = defined({ cache, signal, onProgress: onOpening })
  if (without.length > 0) {
    for (const { class: name, text, meaning, others } of await classTexts(
      without,
      await openWordNet(opening),
      ask,
      [...texts.keys()]
    )) {
      texts.set(name, text)
      if (meaning === undefined)
        remarks.push(`"${name}" is in no dictionary here: its name alone describes it`)
      else if (others.length > 0 && ask === undefined)
        remarks.push(
          `"${name}" is taken as ${meaning.id}, "${meaning.gloss}", not ${others.map(({ id }) => id).join(', ')}`
        )
    }
    if (sentences !== undefined)
      remarks.push(`${count(without.length)} classes have no sentence in ${sentences}; they were looked up`)
  }
  const encoder = await openEncoder('minilm', opening)
  try {
    const { table, remarks: said } = await embedTable(
      encoder,
      TEXTS,
      classes,
      classes.map(name => texts.get(name) ?? name),
      { onProgress: (done, total) => onStep?.('texts', done, total), ...defined({ signal }) }
    )
    await addTable(data, table)
    return [...remarks, ...said]
  } finally {
    await encoder.close()
  }
}

async function train(
  folder: string,
  options: TeachOptions
): Promise<{ readonly run: TrainRun; readonly remarks: readonly string[] }> {
  const { attributes, table, threads, executor, signal, onProgress } = options
  const [data, run] = [join(folder, 'data'), join(folder, 'run')]
  const seen = new Set((await openDataset(data)).labels).size
  const begin = (resume: boolean): Promise<TrainRun> =>
    trainRun({
      data,
      folder: run,
      resume,
      table: table ?? (attributes === undefined ? TEXTS : ATTRIBUTES),
      // Clouds of one shape: best with few photos a class, and a few photos of a described class can join later.
      ...(seen >= LEAST_SEARCHED
        ? { options: {}, search: { family: 'gauss' as const }, rehearse: true }
        : { options: { weights: 'gauss' as const } }),
      ...defined({ threads, executor, signal, onProgress })
    })
  try {
    return { run: await begin(existsSync(join(run, 'config.json'))), remarks: [] }
  } catch (error) {
    // Another version searched otherwise: what it had found does not fit, the photos' features still do.
    if (!(error instanceof UnseenError) || error.code !== 'run.config') throw error
    await rm(run, { recursive: true, force: true })
    return {
      run: await begin(false),
      remarks: [`the training in ${run} was begun by another version of Unseen, and was begun afresh`]
    }
  }
}

async function writeRunReport(run: string, file: string): Promise<void> {
  const [{ reportRun }, { writeReport }] = await Promise.all([
    import('../experiments/report-run.js'),
    import('../experiments/write-report.js')
  ])
  await writeReport(file, await reportRun(run))
}

function photosName(photos: string): string {
  return (
    photos
      .replace(/[/\\]+$/, '')
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(csv|tsv|txt)$/i, '') ?? photos
  )
}
