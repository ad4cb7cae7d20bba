import { useState } from 'react'
import { contacts } from '#client/content/links.ts'
import { nameOf, type FestivalEdition } from '#client/site/editions.ts'
import { BackButton } from '#client/site/parts/BackButton.tsx'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { PosterArt } from '#client/site/parts/PosterArt.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import arrow from '#client/shared/ArrowLink.module.css'
import section from '#client/site/parts/Section.module.css'
import { Lightbox } from './Lightbox.tsx'
import { Neighbours } from './Neighbours.tsx'
import { memoriesOf, picturesOf, type GalleryPicture } from './pictures-of.ts'
import { Relive } from './Relive.tsx'
import enlarge from './EnlargeButton.module.css'
import styles from './EndpointPage.module.css'

/** Wider pictures get more room, so that every row fills the width in reading order. */
const shapeOf = ({ width, height }: GalleryPicture) => {
  const ratio = width / height
  if (ratio > 1.65) return 'panorama'
  if (ratio > 1.2) return 'landscape'
  return ratio < 0.9 ? 'portrait' : 'square'
}

const PLACES = [0, 1, 2, 3]

function Label({ edition }: { edition: FestivalEdition }) {
  const { festival, year, subtitle, number } = edition
  return (
    <div className={`${styles.Board} p-${festival}-${year}`} data-standing="">
      <div className={`${section.Wrap} ${section.Columns} ${styles.Label}`}>
        <div className={styles.Poster}>
          <PosterArt edition={edition} eager sizes="(min-width: 48rem) 33vw, 100vw" />
        </div>
        <div className={styles.Words}>
          <BackButton />
          <h1>
            <Hoarding as="span" lines={siteHoardings[festival]} />{' '}
            <span className="sr">{year}</span>
            <span className={styles.Year} aria-hidden="true">
              {PLACES.map((place) => (
                <span key={place}>{String(year)[place]}</span>
              ))}
            </span>
          </h1>
          <p className={section.Lead}>
            {number !== undefined && `Edition #${number}. `}Theme: {subtitle}
          </p>
        </div>
      </div>
    </div>
  )
}

function Missing({ festival }: { festival: FestivalEdition['festival'] }) {
  const contact = contacts.find((one) => one.festival.toLowerCase() === festival)
  if (!contact) return null
  return (
    <div className={styles.Missing}>
      <h2>Were you there?</h2>
      <p>Send your photographs, with the year and your name:</p>
      <a className={arrow.ArrowLink} href={`mailto:${contact.email}`}>
        <Icon name="mail" />
        {contact.email}
      </a>
    </div>
  )
}

const NOTES = {
  none: 'No photographs of this edition are on record. Until one turns up, a half-painted backdrop holds the place.',
  studies: 'Drawings stand in until photographs of this edition arrive.',
}

type Shown = { pictures: readonly GalleryPicture[]; index: number }

export function EndpointPage({ edition }: { edition: FestivalEdition }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const pictures = picturesOf(edition)
  // memories are filed by year alone: the Oasis and the APOGEE of one year show the same set
  const memories = memoriesOf(edition.year)
  const isGenerated = pictures.some(({ generated }) => generated)
  return (
    <>
      <Label edition={edition} />
      {memories && (
        <Relive
          year={edition.year}
          poster={`${edition.festival}-${edition.year}`}
          pictures={memories}
          arrows={shown === null}
          onOpen={(index) => setShown({ pictures: memories, index })}
        />
      )}
      <div className={section.Section}>
        <div className={section.Wrap}>
          <h2 className={styles.Title}>The gallery</h2>
          {isGenerated && (
            <p className={styles.Note}>
              {memories?.[0]?.generated
                ? `Pictures of ${nameOf(edition)} alone.`
                : NOTES[edition.photos]}
            </p>
          )}
          <div className={styles.Photos} data-single={pictures.length === 1 || undefined}>
            {pictures.map((picture, index) => (
              <figure key={picture.slot} data-shape={shapeOf(picture)}>
                <button
                  className={enlarge.Enlarge}
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={`Open picture ${index + 1} of ${pictures.length}`}
                  onClick={() => setShown({ pictures, index })}
                >
                  <Picture
                    {...picture}
                    sizes="auto, (min-width: 64rem) 33vw, (min-width: 40rem) 50vw, 100vw"
                  />
                  <Icon name="enlarge" />
                </button>
                {!isGenerated && <figcaption>{picture.caption}</figcaption>}
              </figure>
            ))}
            {isGenerated && <Missing festival={edition.festival} />}
          </div>
        </div>
      </div>
      <Neighbours edition={edition} />
      <Lightbox
        pictures={shown?.pictures ?? pictures}
        shown={shown?.index ?? null}
        onShow={(index) => setShown(shown && index !== null ? { ...shown, index } : null)}
      />
    </>
  )
}
