/**
 * A class as a picture to share, 1200 x 630, drawn in this page: what was said of it, what it is made of, and photos
 * that it found. Under three photos the mixture fills the right.
 */
import { mixtureWords } from '../lib/say.js'

export interface CardShare {
  readonly name: string
  readonly share: number
  /** as a colour of CSS */
  readonly colour: string
  /** photos of it, by row */
  readonly rows: readonly number[]
}

export interface CardFacts {
  readonly name: string
  /** 'described, never shown' */
  readonly badge: string
  /** in quotes where it is a sentence */
  readonly said: string
  readonly shares: readonly CardShare[]
  /** rows of photos that it found, surest first; none where photos are to stay private */
  readonly found: readonly number[]
  readonly foundCount: number
  /** 'About 61 in 100 right among 8 described classes' */
  readonly accuracy: string
}

/** The sheet of photos, loaded. */
export interface CardSheet {
  readonly image: CanvasImageSource
  readonly width: number
  readonly height: number
  readonly columns: number
}

export const CARD = { width: 1200, height: 630 } as const

/** Class colours of the light theme: the card is the same for everybody. */
export const CARD_COLOURS: readonly string[] = [
  '#1694d6',
  '#c18903',
  '#b65b31',
  '#317e61',
  '#2352d6',
  '#543071',
  '#701830',
  '#ed5499',
  '#525001',
  '#595e66'
]
export const CARD_GREY = '#7f8b8c'

const INK = '#14191a'
const INK_2 = '#455052'
const LINE = '#dce2e2'
const FONT = '"Inter Variable", system-ui, sans-serif'
const SERIF = '"Source Serif 4 Variable", Georgia, serif'
const LEFT = 48
const WIDE = 602

export function drawCard(
  context: CanvasRenderingContext2D,
  facts: CardFacts,
  sheet: CardSheet | undefined
): void {
  const { width, height } = CARD
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingEnabled = false
  drawName(context, facts)
  drawSaid(context, facts.said)
  drawMixture(context, facts, sheet)
  context.fillStyle = LINE
  context.fillRect(690, 0, 1, 566)
  if (facts.found.length >= 3 && sheet !== undefined) drawFound(context, facts, sheet)
  else drawShares(context, facts)
  drawFoot(context, facts.accuracy)
}

function drawName(context: CanvasRenderingContext2D, { name, badge, shares }: CardFacts): void {
  dashed(context, LEFT, 58, 40, 40)
  let x = LEFT + 4
  const whole = shares.reduce((sum, { share }) => sum + share, 0) || 1
  for (const { share, colour } of shares) {
    context.fillStyle = colour
    context.fillRect(x, 62, (32 * share) / whole, 32)
    x += (32 * share) / whole
  }
  context.fillStyle = INK
  fit(context, name, size => `600 ${size}px ${FONT}`, 52, 330)
  context.fillText(name, 103, 96)
  const at = 103 + context.measureText(name).width + 15
  context.font = `400 16px ${FONT}`
  const wide = context.measureText(badge).width
  dashed(context, at, 63, wide + 22, 30)
  context.fillStyle = INK_2
  context.fillText(badge, at + 11, 84)
}

function drawSaid(context: CanvasRenderingContext2D, said: string): void {
  context.fillStyle = INK
  context.font = `400 30px ${SERIF}`
  const lines = linesOf(context, said, WIDE)
  lines.slice(0, 4).forEach((line, at) => {
    const isCut = at === 3 && lines.length > 4
    context.fillText(isCut ? `${line.replace(/\s+\S*$/, '')} …` : line, LEFT, 165 + 41 * at)
  })
}

function drawMixture(
  context: CanvasRenderingContext2D,
  { shares }: CardFacts,
  sheet: CardSheet | undefined
): void {
  let x = LEFT
  for (const { text, isName } of mixtureWords(shares)) {
    context.font = `${isName ? 600 : 400} 22px ${SERIF}`
    context.fillStyle = isName ? INK : INK_2
    const wide = context.measureText(text).width
    if (x + wide > LEFT + WIDE) break
    context.fillText(text, x, 371)
    x += wide
  }
  const shown = shares.slice(0, 5)
  const whole = shown.reduce((sum, { share }) => sum + share, 0) || 1
  const room = WIDE - 4 * (shown.length - 1)
  let at = LEFT
  for (const { name, share, colour, rows } of shown) {
    const wide = (room * share) / whole
    if (sheet !== undefined) {
      context.save()
      context.beginPath()
      context.rect(at, 391, wide, 84)
      context.clip()
      for (let k = 0; k * 86 < wide; k++)
        drawPhoto(context, sheet, rows[k % Math.max(1, rows.length)], at + 86 * k, 391, 84)
      context.restore()
    }
    context.fillStyle = colour
    context.fillRect(at, 478, wide, 10)
    context.fillStyle = INK
    context.font = `600 18px ${FONT}`
    context.fillText(`${Math.round(100 * share)} %`, at, 512)
    context.fillStyle = INK_2
    fit(context, name, size => `400 ${size}px ${FONT}`, 15, Math.max(40, wide))
    context.fillText(name, at, 531)
    at += wide + 4
  }
}

function drawFound(
  context: CanvasRenderingContext2D,
  { found, foundCount }: CardFacts,
  sheet: CardSheet
): void {
  const shown = found.slice(0, found.length >= 9 ? 9 : found.length >= 6 ? 6 : 3)
  context.fillStyle = INK
  context.font = `400 24px ${SERIF}`
  context.fillText(`${shown.length} of the ${foundCount} photos it found`, 731, 69)
  const rows = shown.length / 3
  dashed(context, 731, 91, 429, 14 + 139.5 * rows)
  shown.forEach((row, at) =>
    drawPhoto(context, sheet, row, 739 + 139.5 * (at % 3), 98 + 139.5 * Math.floor(at / 3), 135)
  )
}

/** What it is made of, large. */
function drawShares(context: CanvasRenderingContext2D, { shares }: CardFacts): void {
  context.fillStyle = INK
  context.font = `400 24px ${SERIF}`
  context.fillText('What it is made of', 731, 69)
  const shown = shares.slice(0, 6)
  const most = Math.max(0.01, ...shown.map(({ share }) => share))
  shown.forEach(({ name, share, colour }, at) => {
    const y = 112 + 72 * at
    context.fillStyle = INK
    context.font = `600 20px ${FONT}`
    context.fillText(name, 731, y + 16)
    context.fillText(`${Math.round(100 * share)} %`, 1104, y + 16)
    context.fillStyle = colour
    context.fillRect(731, y + 26, (429 * share) / most, 20)
  })
}

function drawFoot(context: CanvasRenderingContext2D, accuracy: string): void {
  context.fillStyle = LINE
  context.fillRect(0, 566, CARD.width, 1)
  for (const [at, colour] of ['#2352d6', '#b65b31', '#ed5499'].entries()) {
    context.fillStyle = colour
    context.fillRect(48 + 5 * at, 591, 4, 16)
  }
  dashed(context, 62, 591, 6, 16)
  context.fillStyle = INK
  context.font = `600 20px ${FONT}`
  context.fillText('Unseen', 78, 606)
  context.fillStyle = INK_2
  context.font = `400 16px ${FONT}`
  context.fillText('Recognises what nobody has photographed', 172, 605)
  context.textAlign = 'right'
  context.fillText(accuracy, 1152, 605)
  context.textAlign = 'left'
}

function drawPhoto(
  context: CanvasRenderingContext2D,
  { image, width, height, columns }: CardSheet,
  row: number | undefined,
  x: number,
  y: number,
  size: number
): void {
  if (row !== undefined)
    context.drawImage(
      image,
      (row % columns) * width,
      Math.floor(row / columns) * height,
      width,
      height,
      x,
      y,
      size,
      size
    )
}

function dashed(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number
): void {
  context.strokeStyle = CARD_GREY
  context.lineWidth = 1.5
  context.setLineDash([4, 3])
  context.strokeRect(x, y, width, height)
  context.setLineDash([])
}

/** The largest size that fits. */
function fit(
  context: CanvasRenderingContext2D,
  text: string,
  font: (size: number) => string,
  largest: number,
  room: number
): void {
  for (let size = largest; size >= 9; size--) {
    context.font = font(size)
    if (context.measureText(text).width <= room) return
  }
}

function linesOf(context: CanvasRenderingContext2D, text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1)
    if (last !== undefined && context.measureText(`${last} ${word}`).width <= room)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
