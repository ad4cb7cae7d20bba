import { useState } from 'react'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import bar from '#client/site/parts/Bar.module.css'
import section from '#client/site/parts/Section.module.css'
import type { GalleryPicture } from './pictures-of.ts'
import { useArrowKeys } from './use-arrow-keys.ts'
import enlarge from './EnlargeButton.module.css'
import styles from './Relive.module.css'

type ReliveProps = {
  year: number
  /** The poster whose ground colour it uses, `<festival>-<year>`. */
  poster: string
  pictures: GalleryPicture[]
  /** Whether arrow keys step; false while a dialog is open. */
  arrows: boolean
  onOpen: (index: number) => void
}

/** RELIVE THE MEMORIES: one large photo between its neighbours. Buttons, side photos and arrow keys step and wrap around. */
export function Relive({ year, poster, pictures, arrows, onOpen }: ReliveProps) {
  const [index, setIndex] = useState(0)
  const count = pictures.length
  const step = (steps: number) => setIndex((now) => (now + steps + count) % count)
  const current = pictures[index]
  const before = pictures.at(index - 1)
  const after = pictures[(index + 1) % count]

  useArrowKeys(arrows && count > 0, step)
  const aside = (picture: GalleryPicture, label: string, steps: number) => (
    <button
      className={styles.Aside}
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={() => step(steps)}
    >
      <Picture key={picture.slot} {...picture} alt="" eager sizes="18vw" />
    </button>
  )

  return (
    <section
      className={`${section.Section} ${styles.Relive} p-${poster}`}
      aria-roledescription="carousel"
      aria-labelledby="relive"
    >
      <div className={section.Wrap}>
        <Hoarding id="relive" lines={siteHoardings.relive} />
        <p className={styles.Of}>
          {`Memories of ${year}, from both festivals. `}
          {current?.generated && 'Drawings stand in until photographs arrive.'}
        </p>
        {current && before && after ? (
          <>
            <div className={styles.Reel}>
              {aside(before, 'Previous photo', -1)}
              <figure
                className={styles.Now}
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${count}`}
              >
                <button
                  className={enlarge.Enlarge}
                  type="button"
                  aria-haspopup="dialog"
                  aria-label={`Open photo ${index + 1} of ${count}: ${current.alt}`}
                  onClick={() => onOpen(index)}
                >
                  <Picture
                    key={current.slot}
                    {...current}
                    eager
                    sizes="(min-width: 40rem) 60vw, 80vw"
                  />
                  <Icon name="enlarge" />
                </button>
                {!current.generated && <figcaption>{current.caption}</figcaption>}
              </figure>
              {aside(after, 'Next photo', 1)}
            </div>
            <div className={bar.Bar}>
              <IconButton icon="left" label="Show the previous photo" onClick={() => step(-1)} />
              <output className={styles.Count}>
                {index + 1} of {count}
              </output>
              <IconButton icon="right" label="Show the next photo" onClick={() => step(1)} />
            </div>
            <noscript>
              <ul className={styles.Others}>
                {pictures.slice(1).map((picture) => (
                  <li key={picture.slot}>
                    <Picture {...picture} sizes="46vw" />
                  </li>
                ))}
              </ul>
            </noscript>
          </>
        ) : (
          <p className={styles.None}>There are no photographs of {year} on record.</p>
        )}
      </div>
    </section>
  )
}
