/**
 * Everything that can be taken away, in one place: files, the way here as commands and as a program, a class
 * as a link.
 */
import { type Problem, problemOf } from '../lib/problem.js'
import { bytes } from '../lib/say.js'
import { type Action, isEnabled } from '../page/action.js'
import { close } from '../page/shell-actions.js'
import { useAct, useDocument, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Dialog } from '../parts/Dialog.js'
import { ErrorState } from '../parts/States.js'
import { saveModel, saveProject } from '../project/actions.js'
import { TakeLink } from './TakeLink.js'
import { TakeRecipe } from './TakeRecipe.js'
import { type TakenSizes, saveEvaluation, saveOnnx, tellSizes } from './actions.js'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import styles from './take-away.module.css'

interface Taken {
  readonly title: string
  readonly about: string
  readonly action: Action
  readonly size: keyof TakenSizes
  /** why it cannot be had */
  readonly otherwise?: string
}

const files: readonly Taken[] = [
  {
    title: 'Model',
    about:
      'The model with its described classes, for Unseen on the command line, in a program, or here again.',
    action: saveModel,
    size: 'model'
  },
  {
    title: 'Project',
    about:
      'Everything: data, model, images of your own, descriptions with their versions, runs. A zip of open files; drop it here to go on.',
    action: saveProject,
    size: 'project'
  },
  {
    title: 'ONNX graph',
    about: 'Features in, scores and proportions out, for any program that runs ONNX.',
    action: saveOnnx,
    size: 'onnx'
  },
  {
    title: 'Report',
    about: 'The evaluation as one HTML file, measured now; it needs nothing else to be read.',
    action: saveEvaluation,
    size: 'report',
    otherwise: 'There are no images to evaluate on.'
  }
]

/** What actions do in this dialog is said in it: notices of the page lie below. */
export type Try = (body: () => void | Promise<void>) => Promise<void>

export function TakeAway(): ReactNode {
  const studio = useStudio()
  const act = useAct()
  const bias = useDocument(document => document.bias)
  const revision = useSession(session => session.revision)
  const canEvaluate = useSession(session => (session.data?.rows ?? 0) > 0)
  // What can be saved depends on what runs.
  useStore(studio.jobs.store)
  const [sizes, setSizes] = useState<TakenSizes>({})
  const [problem, setProblem] = useState<Problem>()
  const [busy, setBusy] = useState<string>()
  useEffect(() => {
    let isShown = true
    tellSizes(studio, found => isShown && setSizes(before => ({ ...before, ...found }))).catch(
      () => undefined
    )
    return () => {
      isShown = false
    }
  }, [studio, bias, revision])
  const attempt: Try = async body => {
    setProblem(undefined)
    try {
      await body()
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  const take = async (action: Action): Promise<void> => {
    setBusy(action.name)
    await attempt(() => action.perform(studio))
    setBusy(undefined)
  }
  return (
    <Dialog kind="wide" label="Share or export" onClose={() => act(close, undefined)}>
      <header className={styles.header}>
        <h2>Share or export</h2>
        <Button onClick={() => act(close, undefined)}>Close</Button>
      </header>
      <div className={styles.body} tabIndex={0} role="group" aria-label="What can be taken away">
        {problem !== undefined && <ErrorState problem={problem} />}
        <ul className={styles.files}>
          {files.map(({ title, about, action, size, otherwise }) => {
            const enabled = isEnabled(action, studio, undefined)
            const cannot = otherwise !== undefined && !canEvaluate
            return (
              <li key={title} className={styles.file}>
                <span>
                  <b>{title}</b>
                  <span className={styles.size}>
                    {sizes[size] !== undefined &&
                      `${size === 'project' ? 'at most ' : ''}${bytes(sizes[size])}`}
                  </span>
                  <span className={styles.about}>{cannot ? otherwise : about}</span>
                </span>
                <Button
                  data-action={action.name}
                  aria-label={`Save: ${title}`}
                  disabled={!enabled || busy !== undefined}
                  onClick={() => void take(action)}
                >
                  {busy === action.name ? 'Being made' : 'Save'}
                </Button>
              </li>
            )
          })}
        </ul>
        <TakeRecipe attempt={attempt} />
        <TakeLink attempt={attempt} />
      </div>
    </Dialog>
  )
}
