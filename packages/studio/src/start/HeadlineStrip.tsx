/** What an unseen class is made of, and the images that were found by that alone. */
import { percent } from '../lib/say.js'
import { colourOf } from '../page/colours.js'
import { ClassMark, colourVariable } from '../parts/ClassMark.js'
import { type SheetOfImages, Thumbnail } from '../parts/Thumbnail.js'
import type { Headline } from './state.js'
import type { ReactNode } from 'react'
import styles from './start.module.css'

export function HeadlineStrip({
  headline,
  sheet
}: {
  readonly headline: Headline | undefined
  readonly sheet: SheetOfImages | undefined
}): ReactNode {
  const size = 32
  if (headline === undefined) return <div className={styles.strip} />
  const seen = headline.classes.filter(each => each.seen).map(each => each.class)
  const shares = headline.parts.map(({ class: name, share }) => ({
    name,
    share,
    colour: colourOf(seen, name)
  }))
  const tiles = (images: readonly number[], columns: number, name: string): ReactNode => (
    <span
      className={styles.tiles}
      style={{ gridTemplateColumns: `repeat(${columns}, ${size}px)` }}
      role="img"
      aria-label={`${images.length} photos of ${name}`}
    >
      {images.map(image => (
        <span key={image} aria-hidden="true">
          <Thumbnail sheet={sheet} row={image} size={size} label="" />
        </span>
      ))}
    </span>
  )
  return (
    <div className={styles.strip}>
      {headline.parts.map(({ class: name, share, images }) => (
        <div key={name} className={[styles.part, styles.seen].join(' ')}>
          {tiles(images, Math.ceil(images.length / 2), name)}
          <span className={styles.bar} style={{ background: colourVariable(colourOf(seen, name)) }} />
          <p>
            <b>{percent(share)}</b>
            <br />
            {name}
          </p>
        </div>
      ))}
      <span className={styles.equals} aria-label="makes" role="img">
        =
      </span>
      <div className={styles.part}>
        <div className={styles.frame}>
          {tiles(headline.found, Math.ceil(headline.found.length / 2), headline.class)}
        </div>
        <p>
          <span className={styles.name}>
            <ClassMark seen={false} shares={shares} />
            <b>{headline.class}</b>
          </span>
          <br />
          described, never shown, and {percent(headline.right.accuracy)} of them found right
        </p>
      </div>
    </div>
  )
}
