/** The class as a picture to share or save. Photos of one's own are on it only where that is ticked. */
import { attributesOf } from '../page/session.js'
import { saveAs } from '../page/save-as.js'
import { useMarkOf } from '../page/use-classes.js'
import { useDocument, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import type { Described } from '../document/document.js'
import type { Try } from './TakeAway.js'
import { CARD, CARD_COLOURS, CARD_GREY, type CardFacts, type CardSheet, drawCard } from './card-picture.js'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import styles from './take-away.module.css'

export function TakeCard({
  attempt,
  described
}: {
  readonly attempt: Try
  readonly described: Described
}): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null)
  const isSample = useProject(({ source }) => source === 'sample')
  const [withPhotos, setWithPhotos] = useState(false)
  const facts = useCardFacts(described, isSample || withPhotos)
  const sheet = useLoadedSheet()
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context === null || context === undefined) return
    let isShown = true
    const draw = (): void => {
      if (isShown) drawCard(context, facts, isSample || withPhotos ? sheet : undefined)
    }
    draw()
    void document.fonts.ready.then(draw)
    return () => {
      isShown = false
    }
  }, [facts, sheet, isSample, withPhotos])
  const picture = (): Promise<Blob> =>
    new Promise((resolve, reject) =>
      canvas.current?.toBlob(
        blob => (blob === null ? reject(new Error('The picture could not be made.')) : resolve(blob)),
        'image/png'
      )
    )
  const file = async (): Promise<File> =>
    new File([await picture()], `${described.name}.png`, { type: 'image/png' })
  const canShare =
    'canShare' in navigator &&
    navigator.canShare({ files: [new File([], 'card.png', { type: 'image/png' })] })
  return (
    <section className={styles.section} aria-label="A picture of the class">
      <h3>A picture of it</h3>
      <p className={styles.about}>
        {CARD.width} × {CARD.height}, made in this page. {facts.accuracy}.
      </p>
      <canvas
        ref={canvas}
        width={CARD.width}
        height={CARD.height}
        className={styles.card}
        role="img"
        aria-label={`${facts.name}, ${facts.badge}: ${facts.said} ${facts.found.length < 3 ? 'What it is made of.' : `${facts.found.length} of the ${facts.foundCount} photos it found.`}`}
        data-testid="card"
      />
      {!isSample && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={withPhotos}
            onChange={({ currentTarget }) => setWithPhotos(currentTarget.checked)}
          />
          With photos of mine
        </label>
      )}
      <div className={styles.cardWays}>
        <Button
          data-action="take.card"
          onClick={() => void attempt(async () => saveAs(await picture(), `${described.name}.png`))}
        >
          Save the picture
        </Button>
        {canShare && (
          <Button onClick={() => void attempt(async () => navigator.share({ files: [await file()] }))}>
            Share it
          </Button>
        )}
      </div>
    </section>
  )
}

/** Photos of a known class that stand for it. */
const OF_EACH = 3
const SAID = 6

function useCardFacts({ name, sentence, values, answers }: Described, withPhotos: boolean): CardFacts {
  const { pages } = useStudio()
  const { data, rehearsal, model } = useSession(session => session)
  const attributes = useSession(attributesOf)
  const markOf = useMarkOf()
  useDocument(document => document.classes)
  const claims = useStore(pages.describe, page => page.claims)
  const found = claims?.class === name ? claims : undefined
  const photos = (answers ?? []).filter(({ yes }) => yes).length
  const most = [...values.keys()]
    .filter(at => values[at] > 0)
    .sort((a, b) => values[b] - values[a])
    .slice(0, SAID)
    .flatMap(at => attributes?.[at]?.name ?? [])
  const rowsOf = (seen: string): number[] => {
    const label = data?.classes.indexOf(seen) ?? -1
    const rows: number[] = []
    data?.labels.forEach((each, row) => {
      if (each === label && rows.length < OF_EACH) rows.push(row)
    })
    return rows
  }
  const right = rehearsal?.found.unseen.accuracy.value
  const described = found?.among === 'unseen' ? found.candidates : undefined
  return {
    name,
    badge:
      photos === 0
        ? 'described, never shown'
        : `described, and ${photos} ${photos === 1 ? 'photo' : 'photos'}`,
    said: sentence === undefined ? `By ${most.join(', ')}` : `“${sentence}”`,
    shares: markOf(name)
      .shares.filter(({ share }) => share >= 0.03)
      .map(({ name: seen, share, colour }) => ({
        name: seen,
        share,
        colour: colour === undefined ? CARD_GREY : CARD_COLOURS[colour - 1],
        rows: rowsOf(seen)
      })),
    found: withPhotos ? (found?.surest ?? []).map(({ row }) => row) : [],
    foundCount: found?.claimed ?? 0,
    accuracy:
      right === undefined
        ? `Learned from ${model?.seen.length ?? 0} known classes`
        : `About ${Math.round(100 * right)} in 100 right among ${described ?? Math.round(rehearsal?.found.candidates ?? 2)} described classes`
  }
}

/** The sheet of photos as something that can be drawn. */
function useLoadedSheet(): CardSheet | undefined {
  const sheet = useSession(session => session.sheet)
  const [loaded, setLoaded] = useState<CardSheet>()
  useEffect(() => {
    if (sheet === undefined) return
    let isShown = true
    const image = new Image()
    image.src = sheet.url
    void image.decode().then(
      () => {
        if (isShown) setLoaded({ ...sheet, image })
      },
      () => undefined
    )
    return () => {
      isShown = false
    }
  }, [sheet])
  return loaded
}
