import { useState } from 'react'
import { department } from '#client/content/department.ts'
import { Dialog } from '#client/shared/Dialog.tsx'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { LitPicture } from '#client/site/parts/LitPicture.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import section from '#client/site/parts/Section.module.css'
import styles from './AboutSection.module.css'

export function AboutSection() {
  const [open, setOpen] = useState(false)
  const picture = (alt: string) => (
    <Picture
      slot="about"
      width={900}
      height={1000}
      alt={alt}
      sizes="auto, (min-width: 48rem) 50vw, 100vw"
    />
  )
  return (
    <section className={`${section.Section} ${styles.About}`} id="AboutUs">
      <div className={`${section.Wrap} ${section.Columns} ${styles.Columns}`}>
        <button
          className={styles.Peek}
          type="button"
          aria-label={`Open the picture. ${department.aboutPicture}`}
          onClick={() => setOpen(true)}
        >
          {picture('')}
          <span className={styles.Tag}>
            <Icon name="enlarge" size="small" />
            Open the picture
          </span>
        </button>
        <div className={styles.Copy}>
          <Hoarding lines={siteHoardings.about} />
          <p className={section.Lead}>{department.about}</p>
        </div>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={department.aboutPicture}
        closeLabel="Close"
      >
        <LitPicture name="about" picture={picture(department.aboutPicture)} />
      </Dialog>
    </section>
  )
}
