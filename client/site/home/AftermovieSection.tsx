import { useState } from 'react'
import { aftermovieId, department } from '#client/content/department.ts'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import section from '#client/site/parts/Section.module.css'
import styles from './AftermovieSection.module.css'

const poster = <Picture slot="aftermovie" width={1600} height={900} alt="" sizes="auto, 100vw" />

const takeFocus = (frame: HTMLIFrameElement | null) => frame?.focus()

/** A facade: nothing loads from the video service before the button is pressed. */
function Film({ id }: { id: string }) {
  const [playing, setPlaying] = useState(false)
  if (playing)
    return (
      <iframe
        ref={takeFocus}
        className={styles.Frame}
        src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1`}
        title="Aftermovie"
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    )
  return (
    <button className={styles.Film} type="button" onClick={() => setPlaying(true)}>
      {poster}
      <span className={styles.Play}>
        <Icon name="play" />
        Play the aftermovie
      </span>
    </button>
  )
}

export function AftermovieSection() {
  return (
    <section className={section.Section} id="Aftermovie">
      <div className={section.Wrap}>
        <Hoarding lines={siteHoardings.aftermovie} />
        {aftermovieId ? (
          <>
            <Film id={aftermovieId} />
            <noscript>
              <a href={`https://www.youtube.com/watch?v=${aftermovieId}`}>
                Watch the aftermovie at the video service
              </a>
            </noscript>
          </>
        ) : (
          <div className={styles.Film}>{poster}</div>
        )}
        <p className={section.Lead}>
          {!aftermovieId && 'The film is still to come. '}
          {department.aftermovie}
          {aftermovieId && ` ${department.aftermovieService}`}
        </p>
      </div>
    </section>
  )
}
