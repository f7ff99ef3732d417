/** Ways to bring photos: from files, from the clipboard, from the camera. */
import { chosenFiles } from '../page/chosen-files.js'
import { pasteImages, recogniseImages } from '../page/file-actions.js'
import { useAct } from '../page/use-studio.js'
import { Button } from '../parts/Button.js'
import { Camera, hasCamera } from './Camera.js'
import { type ReactNode, useRef, useState } from 'react'

export function AddPhotos({ all = false }: { readonly all?: boolean }): ReactNode {
  const act = useAct()
  const chooser = useRef<HTMLInputElement>(null)
  const [looking, setLooking] = useState(false)
  return (
    <>
      <Button icon="folder" onClick={() => chooser.current?.click()}>
        Add photos
      </Button>
      {all && (
        <Button icon="paste" onClick={() => act(pasteImages, undefined)}>
          Paste
        </Button>
      )}
      {all && hasCamera() && (
        <Button icon="camera" onClick={() => setLooking(true)}>
          Camera
        </Button>
      )}
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept="image/*"
        aria-label="Photos"
        onChange={event => {
          const photos = chosenFiles(event.currentTarget.files)
          // The same photo may be chosen again.
          event.currentTarget.value = ''
          if (photos.length > 0) act(recogniseImages, photos)
        }}
      />
      {looking && <Camera onClose={() => setLooking(false)} />}
    </>
  )
}
