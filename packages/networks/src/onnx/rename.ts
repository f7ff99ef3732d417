/**
 * A graph whose tensors have other names, those of graphs inside its nodes included: two graphs become one
 * only if no tensor of one is called like one of the other. Everything else is copied as it stands.
 */
import { GRAPH } from './graph.js'
import { bytesField, fieldsOf, joinBytes } from './protobuf.js'

type Change = (content: Uint8Array) => Uint8Array

/** The bytes of a GraphProto with every tensor's name led by `prefix`. */
export function withPrefix(graph: Uint8Array, prefix: string): Uint8Array {
  // An input that is left out has the empty name and keeps it.
  const name: Change = bytes =>
    bytes.length === 0 ? bytes : joinBytes([new TextEncoder().encode(prefix), bytes])
  const value = inside({ 1: name })
  const tensor = inside({ 8: name })
  const nested: Change = bytes => inside(fields)(bytes)
  const attribute = inside({ 6: nested, 11: nested })
  const fields: Readonly<Record<number, Change>> = {
    [GRAPH.node]: inside({ 1: name, 2: name, 5: attribute }),
    [GRAPH.initialiser]: tensor,
    [GRAPH.input]: value,
    [GRAPH.output]: value,
    // shapes of inner tensors
    13: value,
    // how tensors are quantised: of one tensor, the names of others
    14: inside({ 1: name, 2: inside({ 2: name }) }),
    // sparse weights: their values, which carry the name, and where they stand
    15: inside({ 1: tensor })
  }
  return nested(graph)
}

/** A message whose fields of these numbers are changed. */
function inside(changes: Readonly<Record<number, Change>>): Change {
  return message => {
    const parts: Uint8Array[] = []
    for (const { number, bytes, whole } of fieldsOf(message)) {
      if (Object.hasOwn(changes, number)) parts.push(...bytesField(number, changes[number](bytes)))
      else parts.push(whole)
    }
    return joinBytes(parts)
  }
}
