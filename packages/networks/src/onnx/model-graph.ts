/**
 * A model as an ONNX graph: rows of features in, scores and proportions out, for every program that
 * runs ONNX; probabilities too, where a rehearsal found the temperature.
 *
 *   features [N, d] -> normalised -> proportions [N, seen] -> scores [N, classes] -> probabilities [N, classes]
 *
 * relu and int bend every row once for each seen class. A `Scan` takes the seen classes one at a time,
 * so that memory is N * d rather than N * seen * d numbers, and a batch may have any size. Rows are
 * scaled in double precision as ours are; from there on the graph is single precision.
 *
 * Nothing here needs Node: Studio writes the same bytes in the browser (`unseen/onnx-export`).
 */
import { type Among, type Model, UnseenError, spokenRuleOf } from '@unseen/core'
import { defined, writtenSettings } from '@unseen/core/internal'
import { type GraphConstant, type GraphNode, type GraphPort, writeOnnx } from './write-graph.js'

/** What is exported. */
export interface ExportOptions {
  /** The classes that have a score, in this order. Default `'all'`. */
  readonly among?: Among
}

export interface GraphOptions extends ExportOptions {
  /** of the package, for the producer's record */
  readonly version: string
}

/** A model as an ONNX file. */
export interface ExportedOnnx {
  /** The file. */
  readonly bytes: Uint8Array
  /** Names of the scores, in the order of the output. */
  readonly classes: readonly string[]
  /** version of the operators */
  readonly opset: number
  /** Whether it says how sure scores are: where a rehearsal found out. */
  readonly hasProbabilities: boolean
}

const OPSET = 13
/** From here on `ReduceSum` is told its axes by an input. */
const AXES_AS_INPUT = 13
const FLOAT32 = 1
const FLOAT64 = 11
/** Smaller than the length of any row that is not zero; a zero row divided by it stays zero. */
const SMALLEST = 1e-300
/** A protobuf message cannot be larger. */
const LARGEST = 2 ** 31 - 1

interface Draft {
  readonly nodes: GraphNode[]
  readonly constants: GraphConstant[]
}

/** What is computed from the tensor `features`, and what is said of it. */
export interface ModelParts extends Draft {
  /** names of the scores, in the order of the output */
  readonly classes: readonly string[]
  readonly outputs: readonly GraphPort[]
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * A model as an ONNX graph, from a feature row to the scores of classes.
 *
 * @param model with the classes it knows
 * @param options `among`: the classes that have a score; `version`: of Unseen, for the file's header
 */
export function modelGraph(model: Model, { among = 'all', version }: GraphOptions): ExportedOnnx {
  const { nodes, constants, classes, outputs, metadata } = modelParts(model, among, OPSET)
  return {
    classes,
    opset: OPSET,
    hasProbabilities: outputs.some(({ name }) => name === 'probabilities'),
    bytes: writeOnnx({
      opset: OPSET,
      producer: { name: 'unseen', version },
      doc: 'Zero-shot recognition: the class of a row is the one with the highest score. Class names are in the metadata, as JSON.',
      graph: {
        name: 'unseen',
        nodes,
        constants,
        inputs: [
          rowsPort(
            'features',
            model.trained.columns,
            'rows of features as the model was trained on, not normalised'
          )
        ],
        outputs
      },
      metadata
    })
  }
}

/** The parts of the graph, for operators of version 11 or newer. */
export function modelParts(model: Model, among: Among, opset: number): ModelParts {
  const { weights, references, images } = model.trained
  const parts = model.parts.length
  const { classes } = model.scores([], { among })
  const bytes =
    4 *
    (weights.length +
      (images?.weights.length ?? 0) +
      (references?.length ?? 0) +
      (classes.length + 1) * parts)
  if (bytes > LARGEST)
    throw new UnseenError('memory.limit', 'The model is larger than the two gigabytes an ONNX file may have.')
  const draft: Draft = { nodes: [], constants: [] }
  addNormalised(draft, model, opset)
  addProportions(draft, model)
  addScores(draft, model, classes, among)
  const hasProbabilities = addProbabilities(draft, model, classes)
  return {
    ...draft,
    classes,
    outputs: [
      rowsPort('scores', classes.length, 'one for each of unseen.classes'),
      rowsPort('proportions', parts, 'one for each of unseen.seen'),
      ...(hasProbabilities
        ? [rowsPort('probabilities', classes.length, 'one for each of unseen.classes; they sum to 1')]
        : [])
    ],
    metadata: metadataOf(model, classes)
  }
}

const rowsPort = (name: string, width: number, doc: string): GraphPort => ({
  name,
  type: 'float32',
  shape: ['rows', width],
  doc
})

function metadataOf({ parts, settings, notes }: Model, classes: readonly string[]): Record<string, string> {
  return {
    'unseen.classes': JSON.stringify(classes),
    'unseen.seen': JSON.stringify(parts),
    'unseen.settings': JSON.stringify(writtenSettings(settings)),
    ...defined({
      'unseen.preprocessing':
        notes.preprocessing === undefined ? undefined : JSON.stringify(notes.preprocessing)
    })
  }
}

/** features -> x */
function addNormalised({ nodes, constants }: Draft, { settings: { normalise } }: Model, opset: number): void {
  if (normalise === 'none') {
    nodes.push({ operator: 'Identity', inputs: ['features'], outputs: ['x'] })
    return
  }
  nodes.push({ operator: 'Cast', inputs: ['features'], outputs: ['exact'], attributes: { to: FLOAT64 } })
  let last = 'exact'
  if (normalise !== 'l2') {
    nodes.push(
      { operator: 'Abs', inputs: ['exact'], outputs: ['size'] },
      { operator: 'Sqrt', inputs: ['size'], outputs: ['root'] },
      { operator: 'Sign', inputs: ['exact'], outputs: ['sign'] },
      { operator: 'Mul', inputs: ['sign', 'root'], outputs: ['rooted'] }
    )
    last = 'rooted'
  }
  if (normalise !== 'sqrt') {
    const asInput = opset >= AXES_AS_INPUT
    if (asInput) constants.push({ name: 'over_columns', shape: [1], data: BigInt64Array.of(1n) })
    constants.push({ name: 'smallest', shape: [], data: Float64Array.of(SMALLEST) })
    nodes.push(
      { operator: 'Mul', inputs: [last, last], outputs: ['squares'] },
      {
        operator: 'ReduceSum',
        inputs: ['squares', ...(asInput ? ['over_columns'] : [])],
        outputs: ['squared_length'],
        attributes: { keepdims: 1, ...(!asInput && { axes: [1] }) }
      },
      { operator: 'Sqrt', inputs: ['squared_length'], outputs: ['length'] },
      { operator: 'Max', inputs: ['length', 'smallest'], outputs: ['divisor'] },
      { operator: 'Div', inputs: [last, 'divisor'], outputs: ['unit'] }
    )
    last = 'unit'
  }
  nodes.push({ operator: 'Cast', inputs: [last], outputs: ['x'], attributes: { to: FLOAT32 } })
}

/** x -> proportions */
function addProportions(
  { nodes, constants }: Draft,
  { parts, trained: { seen, columns, transform, kind, weights, references, gauss, images } }: Model
): void {
  if (references === undefined) {
    const joined = new Float32Array(parts.length * columns)
    joined.set(weights)
    joined.set(images?.weights ?? [], weights.length)
    constants.push({ name: 'weights', shape: [parts.length, columns], data: joined })
    if (gauss !== undefined)
      constants.push({
        name: 'offsets',
        shape: [parts.length],
        data: Float32Array.of(...gauss.offsets, ...(images?.offsets ?? [])).map(value => -value)
      })
    nodes.push({
      operator: 'Gemm',
      inputs: ['x', 'weights', ...(gauss === undefined ? [] : ['offsets'])],
      outputs: ['proportions'],
      attributes: { transB: 1 }
    })
    return
  }
  const perClass = kind === 'class'
  constants.push(
    { name: 'references', shape: [seen, columns], data: references },
    { name: 'weights', shape: perClass ? [seen, columns] : [columns], data: weights }
  )
  const bend: GraphNode[] =
    transform === 'relu'
      ? [
          { operator: 'Sub', inputs: ['x', 'reference'], outputs: ['excess'] },
          { operator: 'Relu', inputs: ['excess'], outputs: ['bent'] }
        ]
      : [{ operator: 'Min', inputs: ['x', 'reference'], outputs: ['bent'] }]
  const vector = (name: string): GraphPort => ({ name, type: 'float32', shape: [columns] })
  const body = {
    name: 'one_seen_class',
    nodes: [
      ...bend,
      { operator: 'MatMul', inputs: ['bent', perClass ? 'weight' : 'weights'], outputs: ['proportion'] }
    ],
    inputs: [vector('reference'), ...(perClass ? [vector('weight')] : [])],
    outputs: [{ name: 'proportion', type: 'float32' as const, shape: ['rows'] }]
  }
  nodes.push(
    {
      operator: 'Scan',
      inputs: ['references', ...(perClass ? ['weights'] : [])],
      outputs: ['by_class'],
      attributes: { body, num_scan_inputs: perClass ? 2 : 1 }
    },
    { operator: 'Transpose', inputs: ['by_class'], outputs: ['proportions'], attributes: { perm: [1, 0] } }
  )
}

/** proportions -> scores */
function addScores(
  { nodes, constants }: Draft,
  model: Model,
  classes: readonly string[],
  among: Among
): void {
  const parts = model.parts.length
  const mixtures = new Float32Array(classes.length * parts)
  classes.forEach((name, at) => mixtures.set(model.comparedMixture(name), at * parts))
  constants.push(
    { name: 'mixtures', shape: [classes.length, parts], data: mixtures },
    {
      name: 'biases',
      shape: [classes.length],
      data: Float32Array.from(model.biasesOf(classes, among))
    }
  )
  nodes.push({
    operator: 'Gemm',
    inputs: ['proportions', 'mixtures', 'biases'],
    outputs: ['scores'],
    attributes: { transB: 1 }
  })
}

/** scores -> probabilities, where a rehearsal found how sure scores of these candidates are */
function addProbabilities({ nodes, constants }: Draft, model: Model, classes: readonly string[]): boolean {
  const rule = spokenRuleOf(
    model.notes,
    classes.map(name => model.find(name).seen)
  )
  if (rule === undefined) return false
  constants.push({ name: 'temperature', shape: [], data: Float32Array.of(rule.temperature) })
  nodes.push(
    { operator: 'Div', inputs: ['scores', 'temperature'], outputs: ['tempered'] },
    { operator: 'Softmax', inputs: ['tempered'], outputs: ['probabilities'], attributes: { axis: 1 } }
  )
  return true
}
