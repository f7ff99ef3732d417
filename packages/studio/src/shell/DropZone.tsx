/** Drop anywhere: the page says what will happen before anything is let go. */
import { openFiles, outcomeOf, outcomeText } from '../page/file-actions.js'
import { useAct, useStudio } from '../page/use-studio.js'
import type { NamedBlob } from '../worker/files.js'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import styles from './shell.module.css'

/** No data set has more; a folder of a million images must not freeze the page. */
const MOST = 20_000

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

/** Files that were dropped, those in folders included, with their paths. */
async function droppedFiles(transfer: DataTransfer): Promise<readonly NamedBlob[]> {
  // Entries must be taken before the first await: afterwards the transfer is empty.
  const entries = [...transfer.items].flatMap(item => item.webkitGetAsEntry() ?? [])
  const files = [...transfer.files]
  if (entries.length === 0) return files.map(blob => ({ name: blob.name, blob }))
  const found: NamedBlob[] = []
  for (const entry of entries) await visit(entry, '', found)
  return found
}

async function visit(entry: FileSystemEntry, folder: string, found: NamedBlob[]): Promise<void> {
  if (found.length >= MOST) return
  const name = folder + entry.name
  if (entry.isFile) {
    const blob = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject)
    )
    found.push({ name, blob })
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  // A reader gives a hundred at a time, and nothing at the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject)
    )
    if (some.length === 0) return
    for (const each of some) await visit(each, `${name}/`, found)
  }
}
