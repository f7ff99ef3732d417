/** A figure as PNG. The font comes from a package, not from the machine: the same bytes everywhere. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** How large a picture is. */
export interface PngOptions {
  /** Pixels of the picture per pixel of the figure. Default 2, which suits most screens. */
  readonly scale?: number
  /**
   * Also fonts of this machine, for scripts that Inter lacks; pictures then differ between machines. Default
   * false.
   */
  readonly systemFonts?: boolean
}

/**
 * A figure as a PNG picture.
 *
 * @param svg markup of a figure in theme light or dark
 * @param options scale and fonts
 */
export async function toPng(
  svg: string,
  { scale = 2, systemFonts = false }: PngOptions = {}
): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js')
  const folder = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json'))
  const fontFiles = ['400Regular/Inter_400Regular.ttf', '600SemiBold/Inter_600SemiBold.ttf'].map(file =>
    join(folder, file)
  )
  const drawing = new Resvg(svg, {
    font: { fontFiles, loadSystemFonts: systemFonts, defaultFontFamily: 'Inter' },
    fitTo: { mode: 'zoom', value: scale }
  })
  return drawing.render().asPng()
}
