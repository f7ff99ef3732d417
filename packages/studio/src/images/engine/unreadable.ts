/** Why a file is no photo that the browser can read, in a few words. */

/** By the first bytes of a file. */
const kinds: readonly { readonly begins: RegExp; readonly what: string }[] = [
  { begins: /^\xff\xd8/, what: 'a broken JPEG' },
  { begins: /^\x89PNG/, what: 'a broken PNG' },
  { begins: /^RIFF....WEBP/s, what: 'a broken WebP' },
  { begins: /^GIF8/, what: 'a broken GIF' },
  { begins: /^(?:II\*\0|MM\0\*)/, what: 'a TIFF: save it as JPEG' },
  { begins: /^....ftyp(?:hei|hev|mif1|msf1)/s, what: 'an HEIC: save it as JPEG' }
]

/** Undefined where it can be read; decides by decoding it, where there is a browser to do so. */
export async function whyUnreadable(blob: Blob): Promise<string | undefined> {
  if (blob.size === 0) return 'empty file'
  if (!('createImageBitmap' in globalThis)) return undefined
  try {
    const bitmap = await createImageBitmap(blob)
    bitmap.close()
    return undefined
  } catch {
    const first = String.fromCharCode(...new Uint8Array(await blob.slice(0, 16).arrayBuffer()))
    return kinds.find(({ begins }) => begins.test(first))?.what ?? 'not a photo'
  }
}
