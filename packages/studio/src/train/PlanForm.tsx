/**
 * The form of a new run: what to learn from, the method, how much to try, and every option of core's table
 * that is left.
 */
import { plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Field } from '../parts/Field.js'
import { Fold } from '../parts/Fold.js'
import { Pane, PaneBody, PaneHeader } from '../parts/Pane.js'
import { OptionFields } from './OptionFields.js'
import { Radios } from './Radios.js'
import { TableChoice } from './TableChoice.js'
import { changePlan, resetPlan, startRun } from './actions.js'
import { type Effort, type RunPlan, commandOf, fieldsOf, settingsIn } from './engine/plans.js'
import { useRuns, useTrainPage } from './use-train.js'
import { Fragment, type ReactNode } from 'react'
import styles from './train.module.css'

const efforts: readonly {
  readonly value: Effort
  readonly label: string
  readonly note: (count: number) => string
}[] = [
  { value: 'these', label: 'Just one', note: () => 'the settings below, judged on held-out classes' },
  { value: 'quick', label: 'Quick', note: count => `${count} settings` },
  { value: 'standard', label: 'Standard', note: count => `${count} settings, each class held out once` },
  { value: 'paper', label: 'As in the paper', note: count => `${count} settings, random pairs; takes long` }
]

export function PlanForm(): ReactNode {
  const act = useAct()
  const { pages } = useStudio()
  const plan = useTrainPage(page => page.plan)
  const more = useTrainPage(page => page.more)
  const model = useSession(session => session.model)
  const data = useSession(session => session.data)
  // The label of the button depends on them.
  useRuns()
  const change = (part: Partial<RunPlan>): void => act(changePlan, part)
  const fields = fieldsOf(plan)
  const changed = fields.filter(({ name }) => plan.options[name] !== undefined).length
  const trained = data?.trained.reduce((sum, rows) => sum + rows, 0) ?? 0
  const command = commandOf(
    plan,
    data === undefined || data.table === data.tables[0]?.name ? undefined : data.table
  )
  return (
    <Pane label="New run">
      <PaneHeader title="New run">
        <ActionButton kind="quiet" action={resetPlan} argument={undefined}>
          Reset
        </ActionButton>
      </PaneHeader>
      <PaneBody label="New run" className={styles.body}>
        <p className={styles.from}>
          Learns from {plural(trained, 'image')} of{' '}
          {plural(model?.seen.length ?? 0, 'seen class', 'seen classes')}
          {data?.tables.length === 1 &&
            `; signatures: ${data.table}, ${plural(model?.length ?? 0, 'number')} each`}
          .
        </p>
        <TableChoice key={data?.table} />
        <Radios
          legend="Method"
          value={plan.family}
          onChange={family => change({ family })}
          options={[
            {
              value: 'auto',
              label: 'Whichever is better',
              note: 'Class weights or Gaussian weights, by test'
            },
            { value: 'class-weights', label: 'Class weights', note: 'Ours. Closed form, a second or two' },
            { value: 'gauss', label: 'Gaussian weights', note: 'Ours. Classes as clouds; closed form' },
            { value: 'paper', label: "The paper's SSE", note: 'As published. Minutes' }
          ]}
        />
        <Radios
          legend="Settings to try"
          value={plan.effort}
          onChange={effort => change({ effort })}
          options={efforts.map(({ value, label, note }) => ({
            value,
            label,
            note: note(settingsIn({ ...plan, effort: value }))
          }))}
        />
        <div className={styles.minutes}>
          <Field
            label="Stop after"
            type="number"
            min={0.1}
            step="any"
            unit="minutes"
            value={plan.minutes}
            onChange={({ currentTarget }) => {
              if (currentTarget.valueAsNumber > 0) change({ minutes: currentTarget.valueAsNumber })
            }}
          />
        </div>
        <div className={styles.more}>
          <Fold
            title="More options"
            note={`${fields.length}, ${changed === 0 ? 'all at default' : `${changed} changed`}`}
            folded={!more}
            onToggle={() => pages.train.setState({ more: !more })}
          >
            <OptionFields plan={plan} fields={fields} onChange={options => change({ options })} />
          </Fold>
        </div>
      </PaneBody>
      <footer className={styles.foot}>
        <code className={styles.command}>
          {command.split(/ (?=--)/).map(part => (
            <Fragment key={part}>
              <span>{part}</span>{' '}
            </Fragment>
          ))}
        </code>
        {plan.effort === 'quick' && (
          <p className={styles.from}>
            The command tries the standard settings; quick ones are a part of them.
          </p>
        )}
        <div className={styles.buttons}>
          <ActionButton kind="main" action={startRun} argument={undefined} />
          <Button icon="paste" onClick={() => void navigator.clipboard.writeText(command)}>
            Copy
          </Button>
        </div>
      </footer>
    </Pane>
  )
}
