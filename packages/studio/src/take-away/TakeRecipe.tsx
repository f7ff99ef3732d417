/** The way to the current state, as commands and as a program. */
import { useDocument, useProject, useSession, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Tabs } from '../parts/Tabs.js'
import type { Try } from './TakeAway.js'
import { copyText, saveTable } from './actions.js'
import { TABLE, commandsOf, inTable, programOf } from './recipe-text.js'
import type { Recipe } from './recipe.js'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import styles from './take-away.module.css'

type Form = 'commands' | 'program'

export function TakeRecipe({ attempt }: { readonly attempt: Try }): ReactNode {
  const studio = useStudio()
  const source = useProject(project => project.source)
  const name = useSession(session => session.name)
  const revision = useSession(session => session.revision)
  const { bias, margin } = useDocument(document => document)
  const [recipe, setRecipe] = useState<Recipe>()
  const [form, setForm] = useState<Form>('commands')
  useEffect(() => {
    let isShown = true
    void studio.sync
      .settled()
      .then(() => studio.engine.takeAway.recipe({ bias, margin }))
      .then(
        found => isShown && setRecipe(found),
        () => undefined
      )
    return () => {
      isShown = false
    }
  }, [studio, bias, margin, revision])
  if (recipe === undefined) return null
  const data = source === 'sample' ? 'sample' : source === 'model' ? 'ROWS' : 'DATA'
  const text = (form === 'commands' ? commandsOf : programOf)(recipe, { data, project: name })
  const what = form === 'commands' ? 'Commands' : 'Program'
  return (
    <section className={styles.section} aria-label="The same again">
      <h3>The same again</h3>
      <p className={styles.about}>
        {recipe.training === undefined
          ? 'This project is a model alone: its file, saved above, is what these begin with. ROWS stands for a file of features.'
          : 'Trains, describes and decides as it was done here, to the same scores. Unseen comes with: npm install unseen.'}
        {data === 'DATA' && ' DATA stands for your data set, or the folder “dataset” of the project file.'}
      </p>
      <Tabs
        label="Form"
        selected={form}
        onSelect={setForm}
        tabs={[
          { name: 'commands', label: 'Command line' },
          { name: 'program', label: 'TypeScript' }
        ]}
      >
        <pre className={styles.code} tabIndex={0} aria-label={what} data-testid="recipe">
          <code>{unbroken(text)}</code>
        </pre>
      </Tabs>
      <div className={styles.takeAwayWays}>
        <Button
          icon="paste"
          data-action={copyText.name}
          onClick={() => void attempt(() => copyText.perform(studio, { text, what }))}
        >
          Copy {form === 'commands' ? 'the commands' : 'the program'}
        </Button>
        {inTable(recipe).length > 0 && (
          <Button
            data-action={saveTable.name}
            onClick={() => void attempt(() => saveTable.perform(studio, recipe))}
          >
            Save {TABLE}, which goes beside
          </Button>
        )}
      </div>
    </section>
  )
}

/**
 * A line may end between words, never at a hyphen of `--ridge`; only what is longer than a line is broken.
 */
function unbroken(text: string): ReactNode {
  return text.split(/(\s+)/).map((part, at) =>
    at % 2 === 0 ? (
      <span key={at} className={styles.word}>
        {part}
      </span>
    ) : (
      part
    )
  )
}
