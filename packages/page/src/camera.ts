/** The camera: a picture of what it sees, when a button is pressed. */

export interface CameraParts {
  readonly open: HTMLElement
  readonly panel: HTMLElement
  readonly video: HTMLVideoElement
  readonly take: HTMLElement
  readonly close: HTMLElement
}

/** `onPhoto` gets each picture; `onProblem` is told why there is none. */
export function addCamera(
  { open, panel, video, take, close }: CameraParts,
  onPhoto: (photo: Blob) => void,
  onProblem: (why: string) => void
): void {
  // Browsers give it to pages of https and of this machine alone.
  if (!('mediaDevices' in navigator)) return
  open.hidden = false
  let stream: MediaStream | undefined
  const stop = (): void => {
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = undefined
    panel.hidden = true
  }
  const start = async (): Promise<void> => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    video.srcObject = stream
    panel.hidden = false
    await video.play()
    take.focus()
  }
  open.addEventListener('click', () => {
    stop()
    start().catch(() => {
      stop()
      onProblem('The camera cannot be used: the browser, or somebody, did not allow it.')
    })
  })
  close.addEventListener('click', () => {
    stop()
    open.focus()
  })
  take.addEventListener('click', () => {
    const canvas = document.createElement('canvas')
    canvas.width = video.videoWidth
    canvas.height = video.videoHeight
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    canvas.toBlob(photo => {
      if (photo !== null) onPhoto(photo)
    }, 'image/png')
  })
}
