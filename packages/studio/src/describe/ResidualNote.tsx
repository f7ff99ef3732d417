/**
 * What no mixture of the known classes has, and the details that stand in the way. Which value is right only the
 * person knows who describes the class: a click leads to the slider, and sets nothing.
 */
import { ActionButton } from '../page/ActionButton.js'
import { attributesOf } from '../page/session.js'
import { useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Term } from '../parts/Term.js'
import { showAttribute } from './actions.js'
import { useDescribePage, useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function ResidualNote(): ReactNode {
  const { pages } = useStudio()
  const attributes = useSession(attributesOf)
  const describing = useDescribing()
  const { meaning, advice, helping } = useDescribePage(page => page)
  if (describing === undefined) return null
  const { name } = describing.described
  if (meaning?.class !== name) return <p className={styles.mixtureNote}>&nbsp;</p>
  const { below } = meaning
  if (meaning.expressed > 0.995)
    return (
      <p className={styles.mixtureNote}>
        Everything in this description is known: a mixture of known classes has it all.
      </p>
    )
  const first = meaning.residual.at(0)
  const nameOf = (index: number): string => attributes?.[index]?.name ?? `entry ${index + 1}`
  return (
    <>
      <p className={styles.mixtureNote}>
        {first === undefined ? (
          <>
            What the known classes <Term word="residual">cannot show</Term> is spread over many details.
          </>
        ) : first.unknown ? (
          <>
            <Term word="residual">Nothing known</Term> has <b>{nameOf(first.index)}</b>.
          </>
        ) : (
          <>
            The known classes have <Term word="residual">too {first.more ? 'little' : 'much'}</Term>{' '}
            <b>{nameOf(first.index)}</b> for it.
          </>
        )}{' '}
        {below ? 'Less is covered than usual.' : 'The rest is covered, about as well as usual.'}{' '}
        <Button
          kind="quiet"
          className={styles.ask}
          aria-expanded={helping}
          onClick={() => pages.describe.setState({ helping: !helping })}
        >
          Which details would help?
        </Button>
      </p>
      {helping && (
        <div className={styles.helps}>
          {advice === undefined || advice.express.length === 0
            ? 'No single detail would: photos of a class that is more like it would.'
            : advice.express.map(({ index, reached }) => (
                <ActionButton key={index} action={showAttribute} argument={index}>
                  {nameOf(index)}: up to {Math.round(100 * reached)} of 100 covered
                </ActionButton>
              ))}
        </div>
      )}
    </>
  )
}
