/**
 * An ONNX network with other outputs: what nobody needs for them is left out, everything else is
 * copied as it stands.
 */
import { GRAPH, MODEL_GRAPH, type OnnxGraph, type OnnxNode, readGraph, textIn } from './graph.js'
import { bytesField, fieldsOf, joinBytes } from './protobuf.js'

/**
 * A copy of an ONNX model that returns inner tensors, so that a classifier gives features. The runtime finds
 * their types itself.
 *
 * @param model the bytes of the file
 * @param names of the tensors to return
 */
export function withOutputs(model: Uint8Array, names: readonly string[]): Uint8Array {
  const graph = readGraph(model)
  const needed = nodesFor(graph, names)
  const read = new Set([...names, ...[...needed].flatMap(({ reads }) => reads)])
  const parts: Uint8Array[] = []
  for (const field of fieldsOf(model)) {
    if (field.number === MODEL_GRAPH) parts.push(...bytesField(MODEL_GRAPH, joinBytes(cutGraph(field.bytes))))
    else parts.push(field.whole)
  }
  return joinBytes(parts)

  function cutGraph(content: Uint8Array): Uint8Array[] {
    const kept: Uint8Array[] = []
    let node = 0
    for (const field of fieldsOf(content)) {
      if (field.number === GRAPH.output) continue
      if (field.number === GRAPH.node && !needed.has(graph.nodes[node++])) continue
      if (field.number === GRAPH.initialiser && !read.has(textIn(field.bytes, 8))) continue
      if (field.number === GRAPH.input && !read.has(textIn(field.bytes, 1))) continue
      kept.push(field.whole)
    }
    return [
      ...kept,
      ...names.flatMap(name =>
        bytesField(GRAPH.output, joinBytes(bytesField(1, new TextEncoder().encode(name))))
      )
    ]
  }
}

/** The nodes that have a part in the tensors `names`; those behind the tensors `without` are not followed. */
export function nodesFor(
  { nodes }: OnnxGraph,
  names: readonly string[],
  without: ReadonlySet<string> = new Set()
): ReadonlySet<OnnxNode> {
  const maker = new Map(nodes.flatMap(node => node.outputs.map(name => [name, node] as const)))
  const found = new Set<OnnxNode>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const node = without.has(name) ? undefined : maker.get(name)
    if (node === undefined || found.has(node)) continue
    found.add(node)
    open.push(...node.reads)
  }
  return found
}
