/**
 * A figure as text: XML that is the same, byte for byte, in Node and in every browser. (Documents disagree
 * on the order of attributes and on empty elements.) Coordinates keep two decimals.
 */

const geometry = new Set([
  'd',
  'transform',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'width',
  'height',
  'dx',
  'dy',
  'points',
  'stroke-width'
])

export function toMarkup(node: Element): string {
  const attributes = Array.from(node.attributes, ({ name, value }): [string, string] => [
    name,
    geometry.has(name) ? shorten(value) : value
  ])
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('')
  const children = Array.from(node.childNodes, childMarkup).join('')
  const name = node.localName
  return children === '' ? `<${name}${attributes}/>` : `<${name}${attributes}>${children}</${name}>`
}

function childMarkup(child: ChildNode): string {
  if (child.nodeType === 1) return toMarkup(child as Element)
  return child.nodeType === 3 ? escapeMarkup(child.textContent ?? '') : ''
}

function shorten(value: string): string {
  return value.replace(/-?\d*\.\d{3,}(e[+-]?\d+)?/g, digits => String(Number(Number(digits).toFixed(2))))
}

/** For text and attribute values of XML and HTML. */
export function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
