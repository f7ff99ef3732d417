/**
 * One attribute: its name and meaning, a slider with the mark of the version before, its value, and the way
 * back.
 */
import { scaleOf } from '../lib/attribute-scale.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { IconButton } from '../parts/Button.js'
import { Slider } from '../parts/Slider.js'
import type { AttributeFacts } from '../worker/facts.js'
import { endDrag, resetAttribute, setAttribute } from './actions.js'
import { memo, useId, type ReactNode } from 'react'
import styles from './describe.module.css'

interface AttributeRowProps {
  readonly index: number
  readonly attribute: AttributeFacts
  readonly value: number
  readonly before: number | undefined
  readonly isChanged: boolean
  readonly isInHand: boolean
}

export const AttributeRow = memo(function AttributeRow({
  index,
  attribute,
  value,
  before,
  isChanged,
  isInHand
}: AttributeRowProps): ReactNode {
  const act = useAct()
  const { pages } = useStudio()
  const meaning = useId()
  const scale = scaleOf(attribute, value)
  const shown = scale.shown(value)
  return (
    <div
      className={styles.descriptionRow}
      data-attribute={attribute.name}
      data-changed={isChanged || undefined}
      data-inhand={isInHand || undefined}
      onFocus={() => pages.describe.setState({ row: index })}
    >
      <span>
        <span className={styles.descriptionName}>{attribute.name}</span>
        {attribute.meaning !== undefined && (
          <span id={meaning} className={styles.descriptionMeaning} title={attribute.meaning}>
            {attribute.meaning}
          </span>
        )}
      </span>
      <Slider
        label={attribute.name}
        value={value}
        minimum={scale.minimum}
        maximum={scale.maximum}
        step={scale.step}
        before={before}
        changed={isChanged}
        describedBy={attribute.meaning === undefined ? undefined : meaning}
        spoken={before === undefined || before === value ? shown : `${shown}, was ${scale.shown(before)}`}
        onChange={next => act(setAttribute, { index, value: next, drag: true })}
        onEnd={() => act(endDrag, undefined)}
      />
      <span className={styles.descriptionValue}>{shown}</span>
      {isChanged ? (
        <IconButton
          icon="reset"
          className={styles.reset}
          label={`Reset ${attribute.name} to ${before === undefined ? '' : scale.shown(before)}`}
          data-action={resetAttribute.name}
          onClick={() => act(resetAttribute, index)}
        />
      ) : (
        <span />
      )}
    </div>
  )
})
