/** Drop anywhere: the page says what will happen before anything is let go. */
import { openFiles, outcomeOf, outcomeText } from '../page/file-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import { droppedFiles } from './dropped-files.js'
import type { ReactNode } from 'react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

export function DropZone(): ReactNode {
  const { overlay } = useStudio()
  const act = useAct()
  const outcome = useStore(overlay.store, ({ drop }) => drop)
  useEffect(() => {
    const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true
    const over = (event: DragEvent): void => {
      if (!hasFiles(event)) return
      event.preventDefault()
      const items = [...(event.dataTransfer?.items ?? [])]
        .filter(({ kind }) => kind === 'file')
        .map(({ type }) => ({ type }))
      overlay.dragging(outcomeText[outcomeOf(items)])
    }
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) overlay.dragging(undefined)
    }
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return
      event.preventDefault()
      overlay.dragging(undefined)
      void droppedFiles(event.dataTransfer).then(files => {
        if (files.length > 0) act(openFiles, files)
      })
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [overlay, act])
  if (outcome === undefined) return null
  return (
    <div className={styles.zone} role="status">
      <p>{outcome}</p>
    </div>
  )
}
