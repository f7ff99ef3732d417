/** The tour beside what it is about: that part stays lit, the rest is dimmed; nothing is held back from anybody. */
import { shownShortcut } from './shortcuts.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Icon } from '../parts/Icon.js'
import { Sentence } from '../parts/Pane.js'
import { endTour, goToStep, tourSteps } from './tour-steps.js'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const WIDTH = 436
/** Seconds that a step takes. */
const EACH = 15
/** Milliseconds between two looks at where the lit parts are. */
const LOOK = 150

export function TourPopover(): ReactNode {
  const studio = useStudio()
  const step = useStore(studio.tour, ({ step: at }) => at)
  return step === undefined ? null : <Shown key={step} step={step} />
}

function Shown({ step }: { readonly step: number }): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const done = useStore(studio.tour, tour => tour.done)
  const { title, text, waits, lit, watch, doIt } = tourSteps[step]
  const boxes = useBoxes(lit)
  const [said] = useState(() => text(studio))
  useEffect(() => {
    const before = watch(studio)
    const look = (): void => {
      if (watch(studio) !== before) studio.tour.setState({ done: true })
    }
    const ends = [
      studio.history.store.subscribe(look),
      studio.address.store.subscribe(look),
      studio.pages.describe.subscribe(look),
      studio.pages.recognise.subscribe(look)
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [studio, watch])
  useEffect(() => {
    const end = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented && studio.overlay.store.getState().open === undefined)
        act(endTour, undefined)
    }
    // Before the page's own keys, which close what lies over it.
    window.addEventListener('keydown', end, { capture: true })
    return () => window.removeEventListener('keydown', end, { capture: true })
  }, [studio, act])
  return (
    <>
      <svg className={styles.dim} aria-hidden="true">
        <path fillRule="evenodd" d={holes(boxes)} />
        {boxes.map(({ left, top, width, height }) => (
          <rect key={`${left} ${top}`} x={left + 1} y={top + 1} width={width - 2} height={height - 2} />
        ))}
      </svg>
      <section
        className={styles.tour}
        aria-label="Tour"
        style={placeBeside(boxes.at(0))}
        data-step={step + 1}
      >
        <p className={styles.tourHead}>
          <b>
            Tour, step {step + 1} of {tourSteps.length}
          </b>
          <span className={styles.tourPips} aria-hidden="true">
            {tourSteps.map((each, at) => (
              <span key={each.title} data-done={at <= step || undefined} />
            ))}
          </span>
          <span>about {EACH * (tourSteps.length - step)} s left</span>
        </p>
        <Sentence small>{title}</Sentence>
        <p>{said}</p>
        <p className={styles.tourWaits} role="status">
          <Icon name={done ? 'tick' : 'reset'} size={16} />
          <span>{done ? 'Done.' : waits}</span>
          {!done && (
            <Button kind="quiet" data-action="tour.doIt" onClick={() => void doIt(studio)}>
              Do it for me
            </Button>
          )}
        </p>
        <div className={styles.tourWays}>
          {step > 0 && <Button onClick={() => act(goToStep, step - 1)}>Back</Button>}
          <Button kind="main" data-action="tour.next" onClick={() => act(goToStep, step + 1)}>
            {step + 1 === tourSteps.length ? 'Finish' : 'Next'}
          </Button>
          <Button kind="quiet" data-action={endTour.name} onClick={() => act(endTour, undefined)}>
            End the tour <kbd>{shownShortcut('Escape', false)}</kbd>
          </Button>
        </div>
      </section>
    </>
  )
}

/** Where the lit parts are, for as long as the step is shown. */
function useBoxes(selectors: readonly string[]): readonly Box[] {
  const [boxes, setBoxes] = useState<readonly Box[]>([])
  useEffect(() => {
    const look = (): void => {
      const found = selectors
        .flatMap(selector => {
          const element = document.querySelector(selector)
          const box = element?.getBoundingClientRect()
          return box === undefined || box.width === 0 ? [] : [box]
        })
        .slice(0, 2)
        .map(({ left, top, width, height }) => ({ left, top, width, height }))
      setBoxes(before => (JSON.stringify(before) === JSON.stringify(found) ? before : found))
    }
    look()
    const timer = setInterval(look, LOOK)
    return () => clearInterval(timer)
  }, [selectors])
  return boxes
}

const holes = (boxes: readonly Box[]): string =>
  [
    'M0 0H10000V10000H0Z',
    ...boxes.map(({ left, top, width, height }) => `M${left} ${top}h${width}v${height}h${-width}Z`)
  ].join('')

/** Right of it where there is room, else left, else at the foot. */
function placeBeside(box: Box | undefined): { left: number; top: number } | { left: number; bottom: number } {
  const { innerWidth } = window
  if (box === undefined || innerWidth < 800 || box.width > innerWidth - WIDTH - 40)
    return { left: Math.max(8, (innerWidth - WIDTH) / 2), bottom: innerWidth < 800 ? 64 : 48 }
  const top = Math.max(56, box.top + 72)
  const right = box.left + box.width + 12
  return right + WIDTH < innerWidth ? { left: right, top } : { left: Math.max(8, box.left - WIDTH - 12), top }
}
