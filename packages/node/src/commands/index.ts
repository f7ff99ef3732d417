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

const groups = { start: 'Begin here:', learn: 'Learn:', use: 'Use a model:', tell: 'Tell and check:', tools: 'Tools:' } as const

export const commands: readonly ListedCommand[] = [
  { name: 'demo', args: '', group: groups.start, summary: 'recognise classes without images, on the data set that comes along', load: async () => (await import('./demo.js')).addDemo },
  { name: 'data', args: '', group: groups.start, summary: 'open, check, convert, make and fetch data sets', load: async () => (await import('./data/index.js')).addData },
  { name: 'tune', args: '<data>', group: groups.learn, summary: 'choose the parameters by cross validation on held-out seen classes, then train', load: async () => (await import('./tune.js')).addTune },
  { name: 'fit', args: '<data>', group: groups.learn, summary: 'train a model with the given parameters (`tune` searches them)', load: async () => (await import('./fit.js')).addFit },
  { name: 'describe', args: '<model> [name]', group: groups.use, summary: 'add classes to a model by describing them; no training, no images', load: async () => (await import('./describe.js')).addDescribe },
  { name: 'forget', args: '<model> <names...>', group: groups.use, summary: 'take described classes out of a model', load: async () => (await import('./forget.js')).addForget },
  { name: 'recognise', aliases: ['recognize'], args: '<model> <rows>', group: groups.use, summary: 'say which class each row or image is; files may be larger than memory', load: async () => (await import('./recognise.js')).addRecognise },
  { name: 'evaluate', args: '<model> <data>', group: groups.use, summary: 'measure how often a model is right on test rows, with 95 % intervals', load: async () => (await import('./evaluate.js')).addEvaluate },
  { name: 'export', args: '<model>', group: groups.use, summary: 'write a model as an ONNX graph: features in, scores and proportions out', load: async () => (await import('./export.js')).addExport },
  { name: 'reproduce', args: '<experiments...>', group: groups.tell, summary: "the paper's experiments on the data that are there, published figures beside ours", load: async () => (await import('./reproduce.js')).addReproduce },
  { name: 'report', args: '<run>', group: groups.tell, summary: 'a run as one HTML file that opens anywhere', load: async () => (await import('./report.js')).addReport },
  { name: 'verify', args: '<report>', group: groups.tell, summary: 'run what a report tells of again, and compare every number', load: async () => (await import('./report.js')).addVerify },
  { name: 'completion', args: '<shell>', group: groups.tools, summary: 'print what completes commands and options in your shell', load: async () => (await import('./completion.js')).addCompletion },
]
