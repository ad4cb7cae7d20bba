import { useState } from 'react'
import { contacts } from '#client/content/links.ts'
import { type FestivalEdition, numeralOf } from '#client/lib/editions.ts'
import { BackButton } from '#client/ui/BackButton.tsx'
import { Hoarding } from '#client/ui/Hoarding.tsx'
import { Picture } from '#client/ui/Picture.tsx'
import { PosterArt } from '#client/ui/PosterArt.tsx'
import { siteHoardings } from '#client/ui/site-hoardings.ts'
import ground from '#client/ui/Ground.module.css'
import { Lightbox } from './Lightbox.tsx'
import { Neighbours } from './Neighbours.tsx'
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

const PLACES = [0, 1, 2, 3]

/** What a gallery begins with: the poster, and beside it the festival's name over the year. */
function Label({ edition, isFollowed }: { edition: FestivalEdition; isFollowed: boolean }) {
  const { festival, year, subtitle, number } = edition
  return (
    <div className={styles.Board} data-standing="" data-followed={isFollowed || undefined}>
      <div className={`${ground.Wrap} ${styles.Label}`}>
        <div className={styles.Poster}>
          <PosterArt
            festival={festival}
            year={year}
            numeral={numeralOf(edition)}
            eager
            sizes="(min-width: 48rem) 26vw, 100vw"
          />
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
          <p className={ground.Lead}>
            {number !== undefined && `Edition #${number}. `}Theme: {subtitle}
          </p>
        </div>
      </div>
    </div>
  )
}

/** Stands where the photographs are missing: says so, and where to send them. */
function Missing({ edition: { festival, photos } }: { edition: FestivalEdition }) {
  const contact = contacts.find((one) => one.festival.toLowerCase() === festival)
  return (
    <div className={styles.Missing}>
      <p>
        {photos === 'none'
          ? 'No photographs of this edition are on record. This one picture is a generated study.'
          : 'These are generated studies; photographs of this edition are still to come.'}
      </p>
      {contact && (
        <p>
          Do you have some? Send them to <a href={`mailto:${contact.email}`}>{contact.email}</a>
        </p>
      )}
    </div>
  )
}

/** `/endpoint`: the photo gallery of one edition. */
export function EndpointPage({ edition }: { edition: FestivalEdition }) {
  const [shown, setShown] = useState<number | null>(null)
  const pictures = picturesOf(edition)
  const memories = memoriesOf(edition.year)
  return (
    <>
      <Label edition={edition} isFollowed={memories !== null} />
      {memories && <Relive year={edition.year} pictures={memories} arrows={shown === null} />}
      <div className={memories ? `${ground.Ground} ${styles.Gallery}` : undefined}>
        <div className={ground.Wrap}>
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
            {pictures.some(({ generated }) => generated) && <Missing edition={edition} />}
          </div>
        </div>
      </div>
      <Neighbours edition={edition} />
      <Lightbox pictures={pictures} shown={shown} onShow={setShown} />
    </>
  )
}
