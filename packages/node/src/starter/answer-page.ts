/** The photos with their answers as one HTML page that needs nothing else. */
import { UnseenError } from '@unseen/core'
import { openSharp } from '../extract/open-image.js'
import { expectations } from './answer-photos.js'
import type { Asked } from './ask-photos.js'

/** Of a picture on the page, in pixels. */
const SIDE = 200

/** The page as text; photos are made small and put into it. */
export async function answerPage(
  { photos, candidates, network, towers }: Asked,
  top: number
): Promise<string> {
  const figures: string[] = []
  for (const { path, name, ranked } of photos) {
    const picture = await openSharp(path)
      .then(image =>
        image
          .autoOrient()
          .resize(2 * SIDE, 2 * SIDE, { fit: 'cover' })
          .webp({ quality: 72 })
          .toBuffer()
      )
      .catch((cause: unknown) => {
        throw new UnseenError('image.unreadable', `${name} cannot be shown.`, {
          where: { file: path },
          cause
        })
      })
    const lines = ranked
      .slice(0, top)
      .map(
        ({ class: label, probability, kind }) =>
          `<li><b>${escaped(label)}</b> <span>${percent(probability)}</span><i style="width:${(100 * probability).toFixed(1)}%"></i>${towers === undefined ? `<small>${kind === 'known' ? 'known to the network' : 'described'}</small>` : ''}</li>`
      )
    figures.push(
      `<figure><img width="${SIDE}" height="${SIDE}" alt="${escaped(name)}" src="data:image/webp;base64,${picture.toString('base64')}"><figcaption>${escaped(name)}</figcaption><ol>${lines.join('')}</ol></figure>`
    )
  }
  const introduction =
    towers === undefined
      ? `${escaped(network)} and a text encoder compared them with the words. Probabilities are rough. Known to the network: ${expectations.known}. Described: ${expectations.described}.`
      : `${escaped(network)} compared them with the words, each put into ${escaped(JSON.stringify(towers.template))}. How often such answers are right has not been measured here.`
  const head =
    towers === undefined
      ? '<tr><th>class</th><th></th><th>as a mixture of known classes</th><th>text</th></tr>'
      : '<tr><th>class</th><th>text</th></tr>'
  const kinds = candidates.map(({ name, text, knownAs, shares, isFar }) =>
    towers !== undefined
      ? `<tr><td>${escaped(name)}</td><td>${escaped(text)}</td></tr>`
      : `<tr><td>${escaped(name)}</td><td>${knownAs.length > 0 ? `known to the network (${escaped(knownAs.slice(0, 3).join(', '))})` : 'described'}</td><td>${shares.map(({ class: label, share }) => `${percent(share)} ${escaped(label)}`).join(' + ')} + ...${isFar ? ' <b>far from all it knows</b>' : ''}</td><td>${escaped(text)}</td></tr>`
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>What the photos show</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<style>:root{color-scheme:light dark;--line:#d8d8de;--bar:#3d63dd33}body{font:15px/1.45 system-ui,sans-serif;margin:24px;max-width:1180px}main{display:grid;grid-template-columns:repeat(auto-fill,${SIDE}px);gap:24px}figure{margin:0}figcaption{font-size:12px;overflow-wrap:anywhere;opacity:.7}img{border-radius:8px;object-fit:cover}ol{list-style:none;margin:4px 0;padding:0}li{position:relative;display:grid;grid-template-columns:1fr auto;padding:2px 6px}li small{grid-column:1/-1;font-size:11px;opacity:.65}li i{position:absolute;inset:0 auto 0 0;background:var(--bar);border-radius:4px}li:first-child b{font-weight:700}li b{font-weight:400}table{border-collapse:collapse;margin:16px 0}td,th{text-align:left;padding:4px 12px 4px 0;border-top:1px solid var(--line);vertical-align:top;font-size:13px}</style></head>
<body><h1>What the photos show</h1>
<p>Nothing was learned from these photos: ${introduction}</p>
<main>${figures.join('\n')}</main>
<h2>The classes</h2><table>${head}${kinds.join('')}</table>
<p>Described classes are better served by photos of related ones: <code>unseen teach</code>.</p></body></html>
`
}

function percent(value: number): string {
  return `${Math.round(100 * value)} %`
}

function escaped(text: string): string {
  return text.replace(
    /[&<>"'\u0000-\u0008\u000b-\u001f]/g,
    letter => `&#${letter.charCodeAt(0) < 32 ? 0xfffd : letter.charCodeAt(0)};`
  )
}
