/** The pictures a search found, as one page (.html) that needs nothing else, or as one image (.png). */
import { UnseenError } from '@unseen/core'
import { writeFileWhole } from '../files/write-file.js'
import type { OpenLibrary } from './open-library.js'
import { SIDE, openPictures } from './pictures.js'
import type { SearchResult } from './search-library.js'
import { extname } from 'node:path'

const GAP = 4
const COLUMNS = 10

export async function writeContactSheet(
  path: string,
  library: Pick<OpenLibrary, 'sources'>,
  found: SearchResult
): Promise<void> {
  const kind = extname(path).toLowerCase()
  if (kind !== '.html' && kind !== '.png')
    throw new UnseenError(
      'options.value',
      `A contact sheet ends in .html or .png, got ${JSON.stringify(path)}.`,
      { where: { option: 'contact-sheet' } }
    )
  const pictures = await openPictures(library)(found.hits)
  if (pictures.every(picture => picture === undefined))
    throw new UnseenError('library.source', 'The library knows no pictures of these rows.', {
      remedy:
        'Say where they are when rows are indexed: --images FOLDER, with ids that are files of that folder.'
    })
  await writeFileWhole(path, kind === '.html' ? page(found, pictures) : await image(pictures))
}

async function image(pictures: readonly (Buffer | undefined)[]): Promise<Uint8Array> {
  const { default: sharp } = await import('sharp')
  const columns = Math.min(COLUMNS, pictures.length)
  const step = SIDE + GAP
  const canvas = {
    width: columns * step + GAP,
    height: Math.ceil(pictures.length / columns) * step + GAP,
    channels: 3 as const,
    background: '#fff'
  }
  const tiles = pictures.flatMap((input, at) =>
    input === undefined
      ? []
      : [{ input, left: GAP + (at % columns) * step, top: GAP + Math.floor(at / columns) * step }]
  )
  return sharp({ create: canvas }).composite(tiles).png().toBuffer()
}

function page({ class: name, by, hits }: SearchResult, pictures: readonly (Buffer | undefined)[]): string {
  const figures = hits.map(({ rank, id, score, rival, metadata }, at) => {
    const picture = pictures[at]
    const told = [
      `${by} ${score.toFixed(4)}`,
      ...(rival === undefined ? [] : [`rival ${rival}`]),
      ...Object.entries(metadata).map(([key, value]) => `${key}: ${String(value ?? '')}`)
    ].join('\n')
    const shown =
      picture === undefined
        ? '<div class="none">no picture</div>'
        : `<img width="${SIDE}" height="${SIDE}" alt="${escaped(id)}" src="data:image/webp;base64,${picture.toString('base64')}">`
    return `<figure title="${escaped(told)}">${shown}<figcaption>${rank}. ${escaped(id)}<br>${score.toFixed(3)}</figcaption></figure>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(name)}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>body{font:14px/1.4 system-ui,sans-serif;margin:24px;color:#1b1b1f;background:#fff}main{display:flex;flex-wrap:wrap;gap:12px}figure{margin:0;width:${SIDE}px}figcaption{font-size:12px;overflow-wrap:anywhere}.none{width:${SIDE}px;height:${SIDE}px;background:#eee;display:grid;place-items:center}@media(prefers-color-scheme:dark){body{color:#e6e6ea;background:#131316}.none{background:#2a2a2e}}</style></head>
<body><h1>${escaped(name)}</h1><p>${hits.length} rows, best first, ranked by ${by}.</p><main>
${figures.join('\n')}
</main></body></html>
`
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"'\u0000-\u0008\u000b-\u001f]/g,
    letter => `&#${letter.charCodeAt(0) < 32 ? 0xfffd : letter.charCodeAt(0)};`
  )
}
