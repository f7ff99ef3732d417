/** The doctor's findings: good, odd, blocking; each with what can be done at once. */
import { ActionButton } from '../page/ActionButton.js'
import { fixFinding, toggleUnseen } from '../page/file-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Icon, type IconName } from '../parts/Icon.js'
import type { Examination, FindingFacts } from '../worker/facts.js'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

const icons: Readonly<
  Record<FindingFacts['severity'], { readonly icon: IconName; readonly spoken: string }>
> = {
  good: { icon: 'tick', spoken: 'Good' },
  note: { icon: 'tick', spoken: 'Note' },
  warning: { icon: 'warning', spoken: 'Warning' },
  error: { icon: 'cross', spoken: 'Error' }
}

export function Checklist({
  examination: { findings, choose }
}: {
  readonly examination: Examination
}): ReactNode {
  const act = useAct()
  const unseen = useStore(useStudio().pages.start, page => page.unseen)
  return (
    <>
      <ul className={styles.checklistList} tabIndex={0} aria-label="Findings">
        {findings.map(({ id, severity, text, remedy, fix }) => (
          <li key={id} data-severity={severity}>
            <span className={styles.icon} role="img" aria-label={icons[severity].spoken}>
              <Icon name={icons[severity].icon} size={16} />
            </span>
            <span className={styles.text}>
              {text}
              {remedy !== undefined && <small>{remedy}</small>}
            </span>
            {fix !== undefined && (
              <ActionButton kind="quiet" action={fixFinding} argument={id}>
                {fix}
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {choose !== undefined && choose.length > 2 && (
        <fieldset className={styles.choose}>
          <legend>Hide some classes, to test how well descriptions find them? None is fine too.</legend>
          {choose.map(name => (
            <label key={name}>
              <input
                type="checkbox"
                checked={unseen.includes(name)}
                disabled={!unseen.includes(name) && choose.length - unseen.length <= 2}
                onChange={() => act(toggleUnseen, name)}
              />{' '}
              {name}
            </label>
          ))}
        </fieldset>
      )}
    </>
  )
}
