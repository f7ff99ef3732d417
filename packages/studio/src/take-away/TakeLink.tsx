/** One described class as a link: all of it is in the address, nothing is stored anywhere. */
import { defined } from '@unseen/core/internal'
import { saysSomething } from '../document/versions.js'
import { count } from '../lib/say.js'
import { describedNow } from '../page/described-now.js'
import { useDocument, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Choice, Field } from '../parts/Field.js'
import type { Try } from './TakeAway.js'
import { copyText } from './actions.js'
import { toLink } from './description-link.js'
import { Suspense, lazy, useEffect, useState, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './take-away.module.css'

const TakeCard = lazy(async () => ({ default: (await import('./TakeCard.js')).TakeCard }))

export function TakeLink({ attempt }: { readonly attempt: Try }): ReactNode {
  const studio = useStudio()
  const classes = useDocument(document => document.classes).filter(({ values }) => saysSomething(values))
  const data = useSession(session => session.data)
  const [chosen, setChosen] = useState(() => describedNow(studio)?.name)
  const [link, setLink] = useState('')
  const isSample = useProject(({ source }) => source === 'sample')
  const claims = useStore(studio.pages.describe, page => page.claims)
  const described = classes.find(({ name }) => name === chosen) ?? classes.at(0)
  useEffect(() => {
    if (described === undefined) return
    let isShown = true
    const { name, values, sentence } = described
    const isNamed = data?.tables.find(table => table.name === data.table)?.named === true
    void attempt(async () => {
      const fragment = await toLink({
        name,
        values,
        ...defined({
          attributes: isNamed ? data.attributes.map(attribute => attribute.name) : undefined,
          sentence,
          sample: isSample ? true : undefined,
          table: data?.table,
          found:
            claims?.class === name
              ? {
                  count: claims.claimed,
                  of: claims.rows,
                  rows: isSample ? claims.surest.slice(0, 12).map(({ row }) => row) : []
                }
              : undefined
        })
      })
      if (isShown) setLink(`${window.location.origin}${window.location.pathname}${fragment}`)
    })
    return () => {
      isShown = false
    }
    // `attempt` is made anew with each view and does the same.
  }, [described, data, claims, isSample])
  if (described === undefined) return null
  return (
    <>
      <section className={styles.section} aria-label="A class as a link">
        <h3>A class as a link</h3>
        <p className={styles.about}>
          The whole description is in the address, after the #, which browsers send nowhere. Whoever opens it
          sees what it found, and is offered the class.
        </p>
        <div className={styles.link}>
          <Choice
            label="Class"
            value={described.name}
            options={classes.map(({ name }) => ({ value: name, label: name }))}
            onChange={setChosen}
          />
          <Field
            label={`Link, ${count(link.length)} characters`}
            readOnly
            value={link}
            data-testid="link"
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <Button
            icon="paste"
            disabled={link === ''}
            onClick={() => void attempt(() => copyText.perform(studio, { text: link, what: 'Link' }))}
          >
            Copy the link
          </Button>
        </div>
      </section>
      <Suspense fallback={null}>
        <TakeCard attempt={attempt} described={described} />
      </Suspense>
    </>
  )
}
