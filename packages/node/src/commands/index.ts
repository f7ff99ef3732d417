/**
 * Every command there is, in the order of the help. Names and summaries stand here, so that the help
 * comes up at once; what a command is made of is loaded when it is called.
 */
import type { AddCommand } from './command.js'

export interface ListedCommand {
  readonly name: string
  readonly aliases?: readonly string[]
  /** as the help shows them */
  readonly args: string
  /** the description of the command itself */
  readonly summary: string
  readonly group: string
  load(): Promise<AddCommand>
}

const groups = {
  start: 'Begin here:',
  learn: 'Learn:',
  use: 'Use a model:',
  tell: 'Tell and check:',
  tools: 'Tools:'
} as const

export const commands: readonly ListedCommand[] = [
  {
    name: 'ask',
    args: '<photos> [descriptions...]',
    group: groups.start,
    summary: 'say which described class each photo shows, with no training and no photos of your own',
    load: async () => (await import('./ask.js')).addAsk
  },
  {
    name: 'teach',
    args: '<photos>',
    group: groups.start,
    summary: 'photos of classes in, a model out that also recognises classes by description alone',
    load: async () => (await import('./teach.js')).addTeach
  },
  {
    name: 'demo',
    args: '',
    group: groups.start,
    summary: 'recognise classes without images, on the data set that comes along',
    load: async () => (await import('./demo.js')).addDemo
  },
  {
    name: 'studio',
    args: '[path]',
    group: groups.start,
    summary: 'describe classes and see why, in the browser; everything stays on this machine',
    load: async () => (await import('./studio.js')).addStudio
  },
  {
    name: 'data',
    args: '',
    group: groups.start,
    summary: 'open, check, convert, make and fetch data sets',
    load: async () => (await import('./data/index.js')).addData
  },
  {
    name: 'tune',
    args: '<data>',
    group: groups.learn,
    summary: 'choose the parameters by cross validation on held-out seen classes, then train',
    load: async () => (await import('./tune.js')).addTune
  },
  {
    name: 'fit',
    args: '<data>',
    group: groups.learn,
    summary: 'train a model with the given parameters (`tune` searches them)',
    load: async () => (await import('./fit.js')).addFit
  },
  {
    name: 'rehearse',
    args: '<data>',
    group: groups.learn,
    summary:
      'hide seen classes to learn what to expect of classes without images; chooses bias and threshold',
    load: async () => (await import('./rehearse.js')).addRehearse
  },
  {
    name: 'describe',
    args: '<model> [name]',
    group: groups.use,
    summary: 'add classes to a model by describing them; no training, no images',
    load: async () => (await import('./describe.js')).addDescribe
  },
  {
    name: 'show',
    args: '<model> [class] [images...]',
    group: groups.use,
    summary: 'let a model see a few images of a described class; no training',
    load: async () => (await import('./show.js')).addShow
  },
  {
    name: 'forget',
    args: '<model> <names...>',
    group: groups.use,
    summary: 'take described classes out of a model',
    load: async () => (await import('./forget.js')).addForget
  },
  {
    name: 'recognise',
    aliases: ['recognize'],
    args: '<model> <rows>',
    group: groups.use,
    summary: 'say which class each row or image is; files may be larger than memory',
    load: async () => (await import('./recognise.js')).addRecognise
  },
  {
    name: 'index',
    args: '<model> <rows>',
    group: groups.use,
    summary: 'put rows into a library that `search` ranks for any class; goes on where it stopped',
    load: async () => (await import('./index-rows.js')).addIndex
  },
  {
    name: 'search',
    args: '<library> <class>',
    group: groups.use,
    summary: 'find the rows of a library that are most likely of a class, best first',
    load: async () => (await import('./search.js')).addSearch
  },
  {
    name: 'library',
    args: '<library>',
    group: groups.use,
    summary: 'say what a library holds, and check that it is whole',
    load: async () => (await import('./library.js')).addLibrary
  },
  {
    name: 'evaluate',
    args: '<model> <data>',
    group: groups.use,
    summary: 'measure how often a model is right on test rows, with 95 % intervals',
    load: async () => (await import('./evaluate.js')).addEvaluate
  },
  {
    name: 'serve',
    args: '<models...>',
    group: groups.use,
    summary: 'answer over HTTP: recognise, explain, describe; described classes are kept',
    load: async () => (await import('./serve.js')).addServe
  },
  {
    name: 'export',
    args: '<model>',
    group: groups.use,
    summary: 'take a model elsewhere: as an ONNX graph, or as a web page that recognises photos',
    load: async () => (await import('./export.js')).addExport
  },
  {
    name: 'compare',
    args: '<data>',
    group: groups.tell,
    summary: 'methods side by side: the same rows, splits, seeds and tuning budget for all',
    load: async () => (await import('./compare.js')).addCompare
  },
  {
    name: 'reproduce',
    args: '<experiments...>',
    group: groups.tell,
    summary: "the paper's experiments on the data that are there, published figures beside ours",
    load: async () => (await import('./reproduce.js')).addReproduce
  },
  {
    name: 'report',
    args: '<run>',
    group: groups.tell,
    summary: 'a run as one HTML file that opens anywhere',
    load: async () => (await import('./report.js')).addReport
  },
  {
    name: 'verify',
    args: '<report>',
    group: groups.tell,
    summary: 'run what a report tells of again, and compare every number',
    load: async () => (await import('./report.js')).addVerify
  },
  {
    name: 'network',
    args: '',
    group: groups.tools,
    summary: 'list, fetch and remove networks by name',
    load: async () => (await import('./network.js')).addNetwork
  },
  {
    name: 'worker',
    args: '',
    group: groups.tools,
    summary: 'work for `tune`, `recognise` and `index` of other machines, through Redis',
    load: async () => (await import('./worker.js')).addWorker
  },
  {
    name: 'completion',
    args: '<shell>',
    group: groups.tools,
    summary: 'print what completes commands and options in your shell',
    load: async () => (await import('./completion.js')).addCompletion
  }
]
