/** The description as a mixture by hand: shares of known classes that always sum to 100 %. */
import { percent } from '../lib/say.js'

import { NamedMark } from '../page/NamedMark.js'
import { useAct, useSession } from '../page/use-studio.js'
import { PaneBody } from '../parts/Pane.js'
import { Slider } from '../parts/Slider.js'
import { endDrag, mixByHand, withShare } from './actions.js'
import { useDescribing } from './use-describing.js'
import type { ReactNode } from 'react'
import styles from './describe.module.css'

export function MixTab(): ReactNode {
  const act = useAct()
  const seen = useSession(session => session.model?.seen) ?? []
  const describing = useDescribing()
  if (describing === undefined) return null
  const { described, facts } = describing
  // Until somebody mixes, the shares are those the description has by itself.
  const shares =
    described.mixture ??
    Object.fromEntries(seen.map((name, s) => [name, facts?.mixture[s] ?? 1 / seen.length]))
  return (
    <PaneBody label="Mix by hand" className={styles.padded}>
      <p className={styles.descriptionNote}>
        {described.mixture === undefined
          ? 'These are the shares of the description as it is. Move one to mix the signatures of known classes instead.'
          : 'The signature is the mixture of their signatures. What Eq. 3 finds for it, at the right, is smoothed.'}
      </p>
      {seen.map(name => (
        <div key={name} className={styles.mixRow} data-share={name}>
          <NamedMark name={name} />
          <Slider
            label={`Share of ${name}`}
            value={Math.round(100 * Math.max(0, shares[name] ?? 0))}
            minimum={0}
            maximum={100}
            step={1}
            changed={described.mixture !== undefined}
            spoken={percent(shares[name] ?? 0)}
            onChange={next => act(mixByHand, { shares: withShare(shares, name, next / 100), changed: name })}
            onEnd={() => act(endDrag, undefined)}
          />
          <span className={styles.descriptionValue}>{percent(shares[name] ?? 0)}</span>
        </div>
      ))}
    </PaneBody>
  )
}
