import { Dialog } from '#client/shared/Dialog.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { LitPicture } from '#client/site/parts/LitPicture.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import type { GalleryPicture } from './pictures-of.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import styles from './Lightbox.module.css'

type LightboxProps = {
  pictures: readonly GalleryPicture[]
  shown: number | null
  onShow: (index: number | null) => void
}

const intoView = (thumbnail: HTMLElement | null) =>
  thumbnail?.scrollIntoView({ inline: 'center', block: 'nearest' })

export function Lightbox({ pictures, shown, onShow }: LightboxProps) {
  const picture = shown === null ? undefined : pictures[shown]
  const step = (steps: number) => {
    if (shown !== null) onShow((shown + steps + pictures.length) % pictures.length)
  }
  useArrowKeys(picture !== undefined, step)

  return (
    <Dialog
      open={picture !== undefined}
      onClose={() => onShow(null)}
      title={
        picture && (
          <>
            {`Picture ${pictures.indexOf(picture) + 1} of ${pictures.length} `}
            <span className={styles.Caption}>{picture.caption}</span>
          </>
        )
      }
      closeLabel="Close"
    >
      {picture && (
        <LitPicture
          name={picture.slot}
          // enlarged, a nearly square picture would show less of itself than its tile does
          wide={picture.width > picture.height * 1.1}
          picture={<Picture {...picture} eager sizes="max(92vw, 92vh)" />}
        >
          {pictures.length > 1 && (
            <>
              <IconButton icon="left" label="Previous picture" onClick={() => step(-1)} />
              <div className={styles.Strip}>
                {pictures.map((each, index) => (
                  <button
                    key={each.slot}
                    type="button"
                    aria-label={`Show picture ${index + 1}`}
                    aria-current={index === shown || undefined}
                    ref={index === shown ? intoView : undefined}
                    onClick={() => onShow(index)}
                  >
                    <Picture {...each} alt="" sizes="4rem" />
                  </button>
                ))}
              </div>
              <IconButton icon="right" label="Next picture" onClick={() => step(1)} />
            </>
          )}
        </LitPicture>
      )}
    </Dialog>
  )
}
