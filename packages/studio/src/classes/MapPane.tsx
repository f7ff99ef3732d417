/**
 * The map of all images: near each other by raw features or by proportions. What it will be of and how long
 * it takes is said first.
 */
import { count, duration, plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { useAct, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Pane, PaneHeader } from '../parts/Pane.js'
import { EmptyState, ErrorState, JobProgress } from '../parts/States.js'
import { Switch } from '../parts/Tabs.js'
import { MapView } from './MapView.js'
import { ViewSwitch } from './ViewSwitch.js'
import { makeMap, planMap } from './actions.js'
import { MANY } from './affinity-facts.js'
import { useClassesPage } from './use-classes-page.js'
import { useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import styles from './classes.module.css'

export function MapPane(): ReactNode {
  const { jobs } = useStudio()
  const act = useAct()
  const rows = useSession(({ data }) => data?.rows ?? 0)
  const many = useSession(({ classes }) => classes.length >= MANY)
  const trainedAt = useSession(({ model }) => model?.trainedAt)
  const project = useProject(({ id }) => id)
  const mapOf = useClassesPage(page => page.mapOf)
  const plan = useClassesPage(page => page.plan)
  const problem = useClassesPage(page => page.mapProblem)
  const made = useClassesPage(page => page.maps[page.mapOf])
  const job = useStore(jobs.store, ({ jobs: all }) =>
    all.find(({ kind, status }) => kind === 'map' && status === 'running')
  )
  const map = made?.project === project && made?.x.length === rows ? made : undefined
  const isMissing = map === undefined && rows > 0
  useEffect(() => {
    if (isMissing) act(planMap, mapOf)
  }, [act, isMissing, mapOf, trainedAt])
  const isStale = map !== undefined && map.of === 'proportions' && map.trainedAt !== trainedAt
  const state = (): ReactNode => {
    if (rows === 0)
      return (
        <EmptyState title="There are no photos to make a map of.">
          This project is a model alone. Drop a data set anywhere on the page.
        </EmptyState>
      )
    if (job !== undefined)
      return (
        <JobProgress
          label={job.label}
          done={job.done}
          total={job.total ?? 100}
          secondsLeft={job.secondsLeft}
          stopLabel="Stop"
          onStop={() => jobs.stop(job.id)}
        />
      )
    if (problem !== undefined)
      return (
        <ErrorState
          problem={problem}
          ways={
            <ActionButton action={makeMap} argument={undefined}>
              Try again
            </ActionButton>
          }
        />
      )
    if (plan?.of !== mapOf) return <EmptyState title="Looking at how long it takes." />
    return (
      <EmptyState
        title={
          <>
            All <b>{count(plan.rows)}</b> photos on one plane, those alike side by side.
          </>
        }
        ways={<ActionButton action={makeMap} argument={undefined} kind="main" />}
      >
        Near by{' '}
        {mapOf === 'features'
          ? `the ${count(plan.columns)} numbers that the network sees in them`
          : `what of the ${plural(plan.columns, 'known class', 'known classes')} is recognised in them`}
        . No photo is left out; it takes about {duration(plan.seconds)}. You can go on elsewhere meanwhile.
      </EmptyState>
    )
  }
  return (
    <Pane label="Map" className={styles.pane} isPage>
      <PaneHeader
        title="Map"
        note={
          map === undefined
            ? undefined
            : `${plural(map.x.length, 'photo')}, alike ones side by side; made in ${duration(map.seconds)}`
        }
      >
        {isStale && (
          <>
            <span className={styles.stale}>of the model before</span>
            <ActionButton action={makeMap} argument={undefined} />
          </>
        )}
        <Switch
          label="Near by"
          value={mapOf}
          options={[
            { value: 'features', label: 'As the network sees them' },
            { value: 'proportions', label: 'As recognised' }
          ]}
          onChange={of => act(planMap, of)}
        />
        <ViewSwitch many={many} />
      </PaneHeader>
      {map === undefined || job !== undefined ? (
        <div className={styles.state}>{state()}</div>
      ) : (
        <MapView map={map} />
      )}
    </Pane>
  )
}
