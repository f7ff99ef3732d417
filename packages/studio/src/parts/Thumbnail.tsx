/**
 * One image of the sprite sheet, enlarged by a whole number and never smoothed. Accent edge: it gained ranks
 * (or is chosen); corner: its label disagrees. Where there are no pictures, its number stands there.
 */
import type { ReactNode } from 'react'
import styles from './parts.module.css'

export interface SheetOfImages {
  readonly url: string
  readonly width: number
  readonly height: number
  readonly columns: number
}

export interface ThumbnailProps {
  readonly sheet: SheetOfImages | undefined
  readonly row: number
  /** a picture of its own, instead of one of the sheet */
  readonly url?: string | undefined
  /** the room there is, in pixels; the picture takes the largest whole multiple that fits, or is shrunk */
  readonly size: number
  /** spoken: 'image 4,889, labelled deer' */
  readonly label: string
  readonly edge?: boolean
  readonly corner?: boolean
  readonly selected?: boolean
  /** pale: not claimed */
  readonly faint?: boolean
  readonly onClick?: (() => void) | undefined
}

/** 32 in 60 -> 1 (32 px); 32 in 64 -> 2; larger than the room: the part that fits. */
export function scaleFor(size: number, width: number, height: number): number {
  const fits = size / Math.max(width, height)
  return fits >= 1 ? Math.floor(fits) : fits
}

export function Thumbnail({
  sheet,
  row,
  url,
  size,
  label,
  edge = false,
  corner = false,
  selected = false,
  faint = false,
  onClick
}: ThumbnailProps): ReactNode {
  const scale = sheet === undefined ? 1 : scaleFor(size, sheet.width, sheet.height)
  const [width, height] = sheet === undefined ? [size, size] : [sheet.width * scale, sheet.height * scale]
  const own =
    url === undefined ? undefined : { width, height, background: `url("${url}") center / contain no-repeat` }
  const picture =
    sheet === undefined
      ? own
      : {
          width,
          height,
          backgroundImage: `url("${sheet.url}")`,
          backgroundSize: `${sheet.columns * width}px auto`,
          backgroundPosition: `-${(row % sheet.columns) * width}px -${Math.floor(row / sheet.columns) * height}px`
        }
  const content = (
    <>
      <span className={styles.picture} style={picture ?? { width, height }}>
        {picture === undefined && <span className={styles.number}>{row + 1}</span>}
      </span>
      {edge && <span className={styles.edge} />}
      {corner && <span className={styles.corner} />}
    </>
  )
  const common = {
    className: styles.thumbnail,
    'data-selected': selected || undefined,
    'data-faint': faint || undefined,
    style: { width, height }
  }
  if (onClick === undefined)
    return (
      <span {...common} role="img" aria-label={label}>
        {content}
      </span>
    )
  return (
    <button
      {...common}
      type="button"
      aria-label={label}
      aria-current={selected || undefined}
      onClick={onClick}
    >
      {content}
    </button>
  )
}
