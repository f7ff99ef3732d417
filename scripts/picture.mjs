/**
 * Makes docs/demo.svg, the picture in the README: what `npm start` prints, as a terminal shows it.
 * Run: node scripts/picture.mjs
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const output = execFileSync(process.execPath, ['packages/node/bin/unseen.js', 'demo'], {
  cwd: root,
  encoding: 'utf8'
})
const lines = ['$ npm start', ...output.trimEnd().split('\n')]
const [width, lineHeight, margin] = [800, 19, 22]
const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const colour = line => (line.startsWith('$') ? '#5CC8CF' : line.includes(' = ') ? '#E8EDED' : '#B3BEBF')

/** Bars are drawn, not typed: fonts differ in how wide a block is. */
function draw(line, k) {
  const y = margin + 12 + k * lineHeight
  const bar = /^(\s+\S+)\s+(█+)\s+(.*)$/.exec(line)
  if (bar === null)
    return `<text x="${margin}" y="${y}" fill="${colour(line)}"${line.includes(' = ') ? ' font-weight="600"' : ''}>${escape(line)}</text>`
  const [, name, blocks, value] = bar
  return `<text x="${margin}" y="${y}" fill="#B3BEBF">${escape(name)}</text><rect x="${margin + 130}" y="${y - 11}" width="${blocks.length * 12}" height="13" rx="2" fill="#2E8A92"/><text x="${margin + 138 + blocks.length * 12}" y="${y}" fill="#E8EDED">${escape(value)}</text>`
}

const height = 2 * margin + lines.length * lineHeight
writeFileSync(
  new URL('../docs/demo.svg', import.meta.url),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="What npm start prints">
<rect width="100%" height="100%" rx="8" fill="#0E1112"/>
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" xml:space="preserve" style="white-space: pre">
${lines.map(draw).join('\n')}
</g>
</svg>
`
)
