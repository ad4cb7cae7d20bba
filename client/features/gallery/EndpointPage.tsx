import { useState } from 'react'
import type { FestivalEdition } from '#client/lib/editions.ts'
import { BackButton } from '#client/ui/BackButton.tsx'
import { Picture } from '#client/ui/Picture.tsx'
import ground from '#client/ui/Ground.module.css'
import { Lightbox } from './Lightbox.tsx'
import { memoriesOf, picturesOf, type GalleryPicture } from './pictures-of.ts'
import { Relive } from './Relive.tsx'
import styles from './EndpointPage.module.css'

/** A picture grows by its own aspect, so that rows come out justified and the order stays the reading order. */
const shapeOf = ({ width, height }: GalleryPicture) => {
  const ratio = width / height
  if (ratio > 1.65) return 'panorama'
  if (ratio > 1.2) return 'landscape'
  return ratio < 0.9 ? 'portrait' : 'square'
}

/** `/endpoint`: the photo gallery of one edition. */
export function EndpointPage({ edition }: { edition: FestivalEdition }) {
  const [shown, setShown] = useState<number | null>(null)
  const pictures = picturesOf(edition)
  const memories = memoriesOf(edition.year)
  return (
    <>
      <div className={`${ground.Wrap} ${styles.Head}`}>
        <BackButton />
        <h1>{edition.label}</h1>
        <p>{edition.subtitle}</p>
      </div>
      {memories && (
        <Relive
          key={edition.year}
          year={edition.year}
          pictures={memories}
          arrows={shown === null}
        />
      )}
      <div className={ground.Wrap}>
        {edition.photos === 'none' && pictures.length === 1 && (
          <p className={styles.Note}>
            No photographs of this edition are on record yet. The picture below is a generated
            study.
          </p>
        )}
        <div className={styles.Photos}>
          {pictures.map((picture, index) => (
            <figure key={picture.slot} data-shape={shapeOf(picture)}>
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={`Open picture ${index + 1} of ${pictures.length}`}
                onClick={() => setShown(index)}
              >
                <Picture
                  {...picture}
                  alt=""
                  sizes="auto, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
                />
              </button>
              <figcaption>{picture.caption}</figcaption>
            </figure>
          ))}
        </div>
      </div>
      <Lightbox pictures={pictures} shown={shown} onShow={setShown} />
    </>
  )
}
