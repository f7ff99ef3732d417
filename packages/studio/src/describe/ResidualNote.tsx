/**
 * What no mixture of the seen classes can express, and the changes of single attributes that would let them.
 */
import { scaleOf } from '../lib/attribute-scale.js'
import { percent } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { attributesOf } from '../page/session.js'
import { useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Term } from '../parts/Term.js'
import { setAttribute } from './actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function ResidualNote(): ReactNode {
  const { pages } = useStudio()
  const attributes = useSession(attributesOf)
  const describing = useDescribing()
  const { meaning, advice, helping } = useDescribePage(page => page)
  if (describing === undefined) return null
  const {
    described: { name, values }
  } = describing
  if (meaning?.class !== name) return <p className={styles.mixtureNote}>&nbsp;</p>
  const left = 1 - meaning.expressed
  if (left < 0.005)
    return (
      <p className={styles.mixtureNote}>
        Nothing is left over: a mixture of seen classes has the same description.
      </p>
    )
  const first = meaning.residual.at(0)
  const nameOf = (index: number): string => attributes?.[index]?.name ?? `entry ${index + 1}`
  const why =
    first === undefined
      ? ''
      : first.unknown
        ? ', which no seen class has'
        : first.more
          ? ', of which the seen classes have too little'
          : ', of which the seen classes it is made of have more'
  return (
    <>
      <p className={styles.mixtureNote}>
        The other {percent(left)} is <Term word="residual">residual</Term>
        {first === undefined ? (
          ', spread over many attributes'
        ) : (
          <>
            , mostly <b>{nameOf(first.index)}</b>
            {why}
          </>
        )}
        .{' '}
        <Button
          kind="quiet"
          className={styles.ask}
          aria-expanded={helping}
          onClick={() => pages.describe.setState({ helping: !helping })}
        >
          What would express it?
        </Button>
      </p>
      {helping && (
        <div className={styles.helps}>
          {advice === undefined || advice.express.length === 0
            ? 'No change of a single attribute; images of a class that is more like it would.'
            : advice.express.map(({ index, to, reached }) => {
                const shown =
                  attributes?.[index] === undefined ? String(to) : scaleOf(attributes[index]).shown(to)
                return (
                  <ActionButton
                    key={index}
                    action={setAttribute}
                    argument={{ index, value: to }}
                    disabled={values[index] === to}
                  >
                    Set {nameOf(index)} to {shown}: {percent(reached)}
                  </ActionButton>
                )
              })}
        </div>
      )}
    </>
  )
}
