/** Over the map: a lens of nine photos of a class, and what one photo is taken for. */
import { count, plural } from '../lib/say.js'
import { NamedMark } from '../page/NamedMark.js'
import { useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import styles from './classes.module.css'

export function MapLens({
  name,
  photos,
  rows
}: {
  readonly name: string
  readonly photos: number
  readonly rows: readonly number[]
}): ReactNode {
  const sheet = useSession(session => session.sheet)
  return (
    <div className={styles.lens} role="status" data-testid="lens">
      <p>
        <NamedMark name={name} />
        <small>{plural(photos, 'photo')}</small>
      </p>
      <div>
        {rows.map(row => (
          <Thumbnail
            key={row}
            sheet={sheet}
            row={row}
            size={56}
            label={`photo ${count(row + 1)} of ${name}`}
          />
        ))}
      </div>
      <small>Press Enter or double-click to go near</small>
    </div>
  )
}

/** A photo under the pointer: its label, and the verdict with how sure it is. */
export function MapHover({ row, style }: { readonly row: number; readonly style: CSSProperties }): ReactNode {
  const { engine } = useStudio()
  const data = useSession(session => session.data)
  const sheet = useSession(session => session.sheet)
  const bias = useDocument(document => document.bias)
  const [said, setSaid] = useState<{ readonly row: number; readonly words: string }>()
  useEffect(() => {
    let isLate = false
    engine.recognise
      .strip([row], { among: 'all', bias })
      .then(([found]) => {
        if (!isLate) setSaid({ row, words: found.words })
      })
      .catch(() => undefined)
    return () => {
      isLate = true
    }
  }, [engine, row, bias])
  const label = `photo ${count(row + 1)}, labelled ${data?.classes[data.labels[row]] ?? ''}`
  return (
    <span className={styles.hover} style={style}>
      <Thumbnail sheet={sheet} row={row} size={64} label={label} />
      <span>
        {label}
        {said?.row === row && <b>{said.words}</b>}
      </span>
    </span>
  )
}
