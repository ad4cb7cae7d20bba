import { Dialog } from '#client/ui/Dialog.tsx'
import { IconButton } from '#client/ui/IconButton.tsx'
import { Picture } from '#client/ui/Picture.tsx'
import bar from './Bar.module.css'
import { around } from './cycle.ts'
import type { GalleryPicture } from './pictures-of.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import styles from './Lightbox.module.css'

type LightboxProps = {
  pictures: readonly GalleryPicture[]
  /** Which one is shown; `null` closes. */
  shown: number | null
  onShow: (index: number | null) => void
}

/** A picture as large as the window allows; arrow keys and buttons go round. */
export function Lightbox({ pictures, shown, onShow }: LightboxProps) {
  const picture = shown === null ? undefined : pictures[shown]
  const step = (steps: number) => {
    if (shown !== null) onShow(around(shown, steps, pictures.length))
  }
  useArrowKeys(picture !== undefined, step)

  return (
    <Dialog
      open={picture !== undefined}
      onClose={() => onShow(null)}
      title={shown === null ? '' : `Picture ${shown + 1} of ${pictures.length}`}
      place="full"
      closeLabel="Close"
    >
      {picture && (
        <figure className={styles.Figure}>
          <Picture key={picture.slot} {...picture} eager sizes="92vw" />
          <figcaption>{picture.caption}</figcaption>
          {pictures.length > 1 && (
            <div className={bar.Bar}>
              <IconButton icon="left" label="Previous picture" onClick={() => step(-1)} />
              <IconButton icon="right" label="Next picture" onClick={() => step(1)} />
            </div>
          )}
        </figure>
      )}
    </Dialog>
  )
}
