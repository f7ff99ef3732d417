/** Photos beside the description: what they and it are worth, those that were given, and what they changed. */
import { percent, plural } from '../lib/say.js'
import { ActionButton } from '../page/ActionButton.js'
import { NamedMark } from '../page/NamedMark.js'
import { chosenFiles } from '../page/chosen-files.js'
import { useMarkOf } from '../page/use-classes.js'
import { useAct, useSession, useStudio } from '../page/use-studio.js'
import { colourVariable } from '../parts/ClassMark.js'
import { Icon } from '../parts/Icon.js'
import { PaneBody, Section, Sentence } from '../parts/Pane.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { Term } from '../parts/Term.js'
import { Thumbnail } from '../parts/Thumbnail.js'
import { giveAdded, giveFiles, learnForPhotos, loadAnswers, saveAnswers, takeBackPhoto } from './actions.js'
import type { PhotosEffect } from './facts.js'
import { useAnswers, useEffectOfPhotos, useFollowPhotos, usePhotosPage } from './use-photos.js'
import type { DragEvent, ReactNode } from 'react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import styles from './photos.module.css'

/** Pips that there is room for. */
const MOST_PIPS = 24

export function PhotosTab(): ReactNode {
  const studio = useStudio()
  const act = useAct()
  useFollowPhotos()
  const worth = useSession(({ model }) => model?.worth)
  const hasRows = useSession(({ data }) => (data?.rows ?? 0) > 0)
  const { name } = useAnswers()
  useStore(studio.jobs.store)
  if (worth === undefined)
    return (
      <PaneBody label="Photos" className={styles.padded}>
        <EmptyState
          title="Photos do not count in this model yet."
          ways={hasRows && <ActionButton kind="main" action={learnForPhotos} argument={undefined} />}
        >
          {hasRows
            ? 'It learns once more, in a few seconds, in a way that lets a few photos move a described class.'
            : 'It has to be learned anew for that, and this project has no photos to learn from.'}
        </EmptyState>
      </PaneBody>
    )
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    event.stopPropagation()
    studio.overlay.dragging(undefined)
    const files = chosenFiles(event.dataTransfer.files)
    if (files.length > 0) act(giveFiles, files)
  }
  const over = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.stopPropagation()
    studio.overlay.dragging(`Let go to show them as photos of ${name ?? 'it'}`)
  }
  return (
    <div className={styles.tab} data-testid="photos-tab" onDrop={drop} onDragOver={over}>
      <PaneBody label="Photos">
        <Worth worth={worth} />
        <HereAreSome />
        <Changed />
      </PaneBody>
    </div>
  )
}

/** 'This description is worth 8 photos; you gave 3.' */
function Worth({ worth }: { readonly worth: number }): ReactNode {
  const { answers, name } = useAnswers()
  const shares = useMarkOf()(name ?? '').shares
  const given = answers.filter(({ yes }) => yes).length
  const whole = Math.round(worth)
  const pips = Math.min(whole, MOST_PIPS)
  const share = worth / (worth + given)
  const stripes = shares
    .filter(each => each.share > 0)
    .slice(0, 4)
    .map((each, at, all) => {
      const colour = colourVariable(each.colour)
      return `${colour} ${(100 * at) / all.length}% ${(100 * (at + 1)) / all.length}%`
    })
  return (
    <Section label="What the description is worth">
      <Sentence>
        This description is <Term word="worth">worth</Term>{' '}
        <b data-testid="worth">{worth < 1 ? 'less than one photo' : plural(whole, 'photo')}</b>
        {given === 0 ? (
          '.'
        ) : (
          <>
            ; you gave <b>{given}</b>.
          </>
        )}
      </Sentence>
      <div className={styles.pips} aria-hidden="true">
        {Array.from({ length: pips }, (_, at) => (
          <span
            key={at}
            className={styles.pip}
            style={{ backgroundImage: `linear-gradient(90deg, ${stripes.join(', ')})` }}
          />
        ))}
        {Array.from({ length: Math.min(given, MOST_PIPS) }, (_, at) => (
          <span key={`own ${at}`} className={styles.ownPip} />
        ))}
      </div>
      <p className={styles.note}>
        {given === 0
          ? 'Three photos help most.'
          : `So the description counts ${percent(share)}, your photos ${percent(1 - share)}. From about ${plural(Math.max(1, whole), 'photo')} on, photos lead.`}
      </p>
    </Section>
  )
}

function HereAreSome(): ReactNode {
  const act = useAct()
  const { pages } = useStudio()
  const { name, answers } = useAnswers()
  const sheet = useSession(session => session.sheet)
  const rows = useSession(({ data }) => data?.rows ?? 0)
  const added = useStore(pages.recognise, page => page.added)
  const waiting = usePhotosPage(page => page.waiting)
  const missing = useEffectOfPhotos()?.missing ?? []
  const problem = usePhotosPage(page => page.problem)
  const chooser = useRef<HTMLInputElement>(null)
  const table = useRef<HTMLInputElement>(null)
  const here = waiting?.class === name ? added.filter(each => waiting?.names.includes(each.name)) : []
  const shown = answers.filter(({ yes }) => yes)
  const refused = answers.length - shown.length
  return (
    <Section label="Here are some">
      <h3 className={styles.title}>
        Here are some <span className={styles.note}>{name}, of yours or of the library</span>
      </h3>
      {problem !== undefined && <ErrorState problem={problem} />}
      <ul className={styles.given}>
        {shown.map(({ photo, name: of }) => {
          const own = typeof photo === 'string' ? added.find(each => each.name === of)?.url : undefined
          return (
            <li key={photo} data-photo={photo} data-missing={missing.includes(of) || undefined}>
              <Thumbnail
                sheet={typeof photo === 'number' ? sheet : undefined}
                row={typeof photo === 'number' ? photo : rows}
                url={own}
                size={64}
                label={of}
              />
              <button
                type="button"
                className={styles.back}
                aria-label={`Take back ${of}`}
                data-action={takeBackPhoto.name}
                onClick={() => act(takeBackPhoto, { photo, name: of })}
              >
                <Icon name="cross" size={14} />
              </button>
              <span className={styles.photoName}>{missing.includes(of) ? `${of}: not here` : of}</span>
            </li>
          )
        })}
        <li>
          <button type="button" className={styles.add} onClick={() => chooser.current?.click()}>
            <Icon name="plus" size={16} />
            add or drop
          </button>
          <input
            ref={chooser}
            type="file"
            hidden
            multiple
            accept="image/*"
            aria-label="Photos of your own"
            data-testid="own-photos"
            onChange={({ currentTarget }) => {
              const files = chosenFiles(currentTarget.files)
              currentTarget.value = ''
              if (files.length > 0) act(giveFiles, files)
            }}
          />
        </li>
      </ul>
      {waiting !== undefined && waiting.class === name && (
        <p className={styles.note}>
          {here.length === 0 ? (
            `${plural(waiting.names.length, 'photo')} of yours wait for the network, under Recognise.`
          ) : (
            <ActionButton
              action={giveAdded}
              argument={{ class: waiting.class, first: rows + added.length - here.length }}
            >
              Give the {plural(here.length, 'photo')} that waited
            </ActionButton>
          )}
        </p>
      )}
      <p className={styles.note}>
        A click on a photo at the right gives it too.
        {refused > 0 &&
          ` ${plural(refused, 'photo')} you said no to ${refused === 1 ? 'is' : 'are'} left out.`}
      </p>
      <div className={styles.ways}>
        <ActionButton kind="quiet" action={saveAnswers} argument={undefined}>
          Save as CSV
        </ActionButton>
        <button type="button" className={styles.link} onClick={() => table.current?.click()}>
          Load a CSV
        </button>
        <input
          ref={table}
          type="file"
          hidden
          accept=".csv,text/csv"
          aria-label="Answers as CSV"
          data-testid="answers-csv"
          onChange={({ currentTarget }) => {
            const [file] = chosenFiles(currentTarget.files)
            currentTarget.value = ''
            if (file !== undefined) act(loadAnswers, file.blob)
          }}
        />
      </div>
    </Section>
  )
}

/** Shares of known classes before and after. */
function Changed(): ReactNode {
  const effect = useEffectOfPhotos()
  if (effect === undefined || effect.mixture.length === 0) return null
  return (
    <Section label="What your photos changed in it">
      <h3 className={styles.title}>What your photos changed in it</h3>
      <Changes effect={effect} />
    </Section>
  )
}

function Changes({ effect: { mixture } }: { readonly effect: PhotosEffect }): ReactNode {
  const markOf = useMarkOf()
  const most = Math.max(0.1, ...mixture.flatMap(({ before, after }) => [before, after]))
  const at = (share: number): number => (100 * Math.max(0, share)) / most
  return (
    <ul className={styles.changes}>
      {mixture.map(({ name, before, after }) => {
        const [low, high] = [Math.min(at(before), at(after)), Math.max(at(before), at(after))]
        const colour = colourVariable(markOf(name).colour)
        return (
          <li key={name} data-class={name}>
            <NamedMark name={name} />
            <span className={styles.track} aria-hidden="true">
              <span className={styles.span} style={{ left: `${low}%`, width: `${high - low}%` }} />
              <span className={styles.was} style={{ left: `${at(before)}%` }} />
              <span className={styles.now} style={{ left: `${at(after)}%`, background: colour }} />
            </span>
            <span>
              {Math.round(100 * before)} › <b>{Math.round(100 * after)}</b>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
