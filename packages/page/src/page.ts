/** The page: photos come in by dropping, pasting, opening or the camera; each gets its answer, the newest first. */
import { answerView } from './answer-view.js'
import { addCamera } from './camera.js'
import { type Knowledge, type Loading, open } from './recogniser.js'

const find = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${id}.`)
}
const part = (id: string): HTMLElement => find(id, HTMLElement)
const status = part('status')
const drop = part('drop')
const files = find('files', HTMLInputElement)

const zoo = open('./', { onLoading: showLoading })
zoo.then(showKnowledge, (error: unknown) => {
  part('loading').hidden = true
  part('knows').textContent = 'It could not be loaded.'
  status.textContent = error instanceof Error ? error.message : String(error)
})

function showLoading({ done, total }: Loading): void {
  const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6)}`
  part('loading').hidden = false
  part('knows').textContent = 'One moment.'
  find('loaded', HTMLProgressElement).value = done / total
  part('loaded-text').textContent =
    done < total ? `Loading: ${megabytes(done)} of ${megabytes(total)} MB` : 'Getting ready'
}

function showKnowledge({ title, classes }: Knowledge): void {
  part('loading').hidden = true
  document.title = title
  part('title').textContent = title
  const [seen, unseen] = [true, false].map(wanted =>
    classes.filter(each => each.seen === wanted).map(({ name }) => name)
  )
  part('seen').textContent = seen.join(', ') || 'none'
  part('unseen').textContent = unseen.join(', ') || 'none'
  part('knows').textContent =
    seen.length === 0
      ? `Tells ${unseen.length} classes apart that it only has descriptions of.`
      : `Knows ${seen.length} classes from photos${unseen.length === 0 ? '' : ` and ${unseen.length} by description alone`}.`
}

/** One after the other, as they came. */
let last: Promise<void> = Promise.resolve()

function add(photo: Blob, name: string): void {
  const view = answerView(photo, name)
  part('answers').prepend(view.element)
  last = last.then(async () => {
    try {
      const answer = await (await zoo).recognise(photo)
      view.show(answer)
      status.textContent = ''
    } catch (error) {
      view.fail(error instanceof Error ? error.message : String(error))
    }
  })
}

function addFiles(list: FileList | null | undefined): void {
  const photos = [...(list ?? [])]
  for (const file of photos) add(file, file.name)
  if (photos.length > 0) part('answers').firstElementChild?.scrollIntoView({ block: 'nearest' })
}

part('choose').addEventListener('click', () => files.click())
files.addEventListener('change', () => {
  addFiles(files.files)
  files.value = ''
})
document.addEventListener('paste', ({ clipboardData }) => addFiles(clipboardData?.files))
document.addEventListener('dragover', event => {
  event.preventDefault()
  drop.classList.add('over')
})
document.addEventListener('dragleave', () => drop.classList.remove('over'))
document.addEventListener('drop', event => {
  event.preventDefault()
  drop.classList.remove('over')
  addFiles(event.dataTransfer?.files)
})
addCamera(
  {
    open: part('camera'),
    panel: part('viewfinder'),
    video: find('video', HTMLVideoElement),
    take: part('take'),
    close: part('close')
  },
  photo => add(photo, 'A photo of the camera'),
  why => (status.textContent = why)
)
