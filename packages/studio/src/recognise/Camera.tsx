/**
 * A picture from the camera: seen live, taken on demand, and on its way with the images that are dropped. The
 * camera is off once this is closed.
 */
import type { Problem } from '../lib/problem.js'
import { recogniseImages } from '../page/file-actions.js'
import { useAct } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Dialog } from '../parts/Dialog.js'
import { EmptyState, ErrorState } from '../parts/States.js'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './recognise.module.css'

/** Only pages that came safely may ask for one. */
export const hasCamera = (): boolean => 'mediaDevices' in navigator

export function Camera({ onClose }: { readonly onClose: () => void }): ReactNode {
  const act = useAct()
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<Problem | undefined>(undefined)
  const [ready, setReady] = useState(false)
  const [tries, setTries] = useState(0)

  useEffect(() => {
    let left = false
    let stream: MediaStream | undefined
    const stop = (): void => stream?.getTracks().forEach(track => track.stop())
    setProblem(undefined)
    navigator.mediaDevices
      .getUserMedia({ video: { facingMode: 'environment' } })
      .then(opened => {
        stream = opened
        if (left) stop()
        else if (video.current !== null) video.current.srcObject = opened
      })
      .catch((error: unknown) => {
        if (!left) setProblem(refusal(error))
      })
    return () => {
      left = true
      stop()
    }
  }, [tries])

  const take = (): void => {
    const element = video.current
    if (element === null) return
    const canvas = document.createElement('canvas')
    Object.assign(canvas, { width: element.videoWidth, height: element.videoHeight })
    canvas.getContext('2d')?.drawImage(element, 0, 0)
    canvas.toBlob(blob => {
      onClose()
      if (blob !== null)
        act(recogniseImages, [{ name: `camera, ${new Date().toLocaleTimeString('en-GB')}`, blob }])
    }, 'image/png')
  }

  return (
    <Dialog label="Camera" onClose={onClose}>
      <div className={styles.camera}>
        {problem !== undefined ? (
          <ErrorState
            problem={problem}
            ways={
              <>
                <Button kind="main" onClick={() => setTries(tries + 1)}>
                  Try again
                </Button>
                <Button onClick={onClose}>Close</Button>
              </>
            }
          />
        ) : (
          <>
            {!ready && <EmptyState title="The browser asks whether the camera may be used." />}
            <video
              ref={video}
              className={styles.video}
              hidden={!ready}
              autoPlay
              muted
              playsInline
              aria-label="What the camera sees"
              onLoadedData={() => setReady(true)}
            />
            <div className={styles.cameraWays}>
              <Button kind="main" icon="camera" disabled={!ready} onClick={take}>
                Take a picture
              </Button>
              <Button onClick={onClose}>Close</Button>
              <span>It stays on this computer.</span>
            </div>
          </>
        )}
      </div>
    </Dialog>
  )
}

/** What a browser says by names of errors. */
function refusal(error: unknown): Problem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError')
    return {
      what: 'This page may not use the camera.',
      remedy: 'Allow it beside the address of the page, then try again.'
    }
  if (name === 'NotFoundError' || name === 'OverconstrainedError')
    return { what: 'There is no camera.', remedy: 'Plug one in, or drop a photo on the page.' }
  if (name === 'NotReadableError')
    return { what: 'The camera does not answer.', remedy: 'Close the programs that use it, then try again.' }
  return {
    what: 'The camera cannot be used.',
    remedy: error instanceof Error ? error.message : 'Drop a photo on the page.'
  }
}
