/** The first question: what should it look for; and the photos to find it in. */
import { plural } from '../lib/say.js'
import { chosenFiles } from '../page/chosen-files.js'
import { openFiles } from '../page/file-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { findIt, forgetPhotos } from './actions.js'
import { type ReactNode, useRef } from 'react'
import { useStore } from 'zustand'
import styles from './start.module.css'

const examples = ['a shy animal with antlers, hooves and long legs', 'a small thing with wings and wheels']
const SHOWN = 4

export function AskCard(): ReactNode {
  const { pages, jobs } = useStudio()
  const act = useAct()
  const { sentence, photos, headline } = useStore(pages.start)
  const busy = useStore(jobs.store, ({ jobs: all }) =>
    all.some(({ kind, status }) => kind === 'open' && status === 'running')
  )
  const say = (text: string): void => pages.start.setState({ sentence: text })
  const known = headline?.classes.filter(({ seen }) => seen).length ?? 0
  return (
    <form
      className={styles.ask}
      onSubmit={event => {
        event.preventDefault()
        act(findIt, undefined)
      }}
    >
      <div className={styles.askSentence}>
        <label className={styles.askTitle} htmlFor="look-for">
          What should it look for?
        </label>
        <textarea
          id="look-for"
          className={styles.askField}
          rows={2}
          maxLength={400}
          value={sentence}
          onChange={event => say(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            act(findIt, undefined)
          }}
        />
        <p className={styles.tries}>
          Or try
          {examples.map(text => (
            <Button key={text} onClick={() => say(text)}>
              {text}
            </Button>
          ))}
        </p>
      </div>
      <section className={styles.askPhotos} aria-labelledby="your-photos">
        <h2 className={styles.askTitle} id="your-photos">
          Your photos
        </h2>
        <div className={styles.drop}>
          {photos.length > 0 && (
            <span className={styles.thumbs}>
              {photos.slice(0, SHOWN).map(({ name, url }) => (
                <img key={url} src={url} alt={name} />
              ))}
            </span>
          )}
          <span>
            {photos.length > 0 ? (
              <>
                <b>{plural(photos.length, 'photo')}</b> {photos.length === 1 ? 'is' : 'are'} here. Drop more,
                anywhere.
              </>
            ) : (
              'Drop photos anywhere.'
            )}
          </span>
          <small>JPEG, PNG, WebP, AVIF, GIF. They stay on this computer.</small>
        </div>
        <AskWays />
        {photos.length > 0 && (
          <Button kind="quiet" onClick={() => act(forgetPhotos, undefined)}>
            Take them away
          </Button>
        )}
      </section>
      <div className={styles.askFoot}>
        <p>
          It knows <b>{known} things</b> from the sample. Looking at photos fetches 26 MB once, when you say
          so; then it works offline.
        </p>
        <Button
          kind="main"
          type="submit"
          data-action={findIt.name}
          disabled={busy || (sentence.trim() === '' && photos.length === 0)}
        >
          Find it
        </Button>
      </div>
    </form>
  )
}

function AskWays(): ReactNode {
  const act = useAct()
  const photos = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const open = (input: HTMLInputElement): void => {
    const chosen = chosenFiles(input.files)
    // The same photo may be chosen again.
    input.value = ''
    if (chosen.length > 0) act(openFiles, chosen)
  }
  return (
    <div className={styles.askWays}>
      <Button icon="file" onClick={() => photos.current?.click()}>
        Photos
      </Button>
      <Button icon="camera" onClick={() => camera.current?.click()}>
        Camera
      </Button>
      <input
        ref={photos}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label="Photos"
        onChange={event => open(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/*"
        capture="environment"
        aria-label="Photo from the camera"
        onChange={event => open(event.currentTarget)}
      />
    </div>
  )
}
