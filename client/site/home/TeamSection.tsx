import { useState } from 'react'
import { highlights, verticals } from '#client/content/people.ts'
import type { Highlight, Vertical } from '#client/content/schema.ts'
import { Dialog } from '#client/shared/Dialog.tsx'
import { Hoarding } from '#client/shared/Hoarding.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { Picture } from '#client/site/parts/Picture.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import section from '#client/site/parts/Section.module.css'
import styles from './TeamSection.module.css'

const LARGE = 2

const hoardingOf = ({ id }: Vertical) =>
  siteHoardings[id as 'structure' | 'painting' | 'publicity' | 'media']

function Plate({ id, title, subtitle, large }: Highlight & { large: boolean }) {
  return (
    <li className={styles.Plate} data-large={large || undefined}>
      <Picture
        slot={`team/${id}`}
        width={600}
        height={600}
        alt=""
        sizes={
          large ? 'auto, (min-width: 48rem) 55vw, 100vw' : 'auto, (min-width: 48rem) 24vw, 50vw'
        }
      />
      <div>
        <h3>{title}</h3>
        <p>{subtitle}</p>
      </div>
    </li>
  )
}

function Wing({ vertical, onOpen }: { vertical: Vertical; onOpen: () => void }) {
  return (
    <button className={styles.Wing} type="button" aria-haspopup="dialog" onClick={onOpen}>
      <Picture
        slot={`craft/${vertical.id}`}
        width={600}
        height={900}
        alt=""
        sizes="auto, (min-width: 48rem) 28vw, 100vw"
      />
      <span className={styles.Board}>
        <Hoarding as="span" lines={hoardingOf(vertical)} />
        <span className={styles.Go}>
          {vertical.work} <Icon name="right" size="small" />
        </span>
      </span>
    </button>
  )
}

export function TeamSection() {
  const [open, setOpen] = useState<Vertical | null>(null)
  return (
    <section className={`${section.Section} ${styles.Team}`} id="OurTeam">
      <div className={section.Wrap}>
        <div className={`${section.Columns} ${styles.Top}`}>
          <Hoarding lines={siteHoardings.team} />
          <ul>
            {highlights.slice(0, LARGE).map((one) => (
              <Plate key={one.id} {...one} large />
            ))}
          </ul>
        </div>
        <ul className={styles.Grid}>
          {highlights.slice(LARGE).map((one) => (
            <Plate key={one.id} {...one} large={false} />
          ))}
        </ul>
      </div>
      <h3 className={`${section.Wrap} ${styles.Crafts}`}>The four crafts</h3>
      <div className={styles.Wings}>
        {verticals.map((vertical) => (
          <Wing key={vertical.id} vertical={vertical} onOpen={() => setOpen(vertical)} />
        ))}
      </div>
      <noscript>
        <dl className={`${section.Wrap} ${styles.Listed}`}>
          {verticals.map(({ id, title, description, members }) => (
            <div key={id}>
              <dt>{title}</dt>
              <dd>{description}</dd>
              <dd>Members: {members.join('; ')}</dd>
            </div>
          ))}
        </dl>
      </noscript>
      <VerticalDialog vertical={open} onClose={() => setOpen(null)} />
    </section>
  )
}

function VerticalDialog({ vertical, onClose }: { vertical: Vertical | null; onClose: () => void }) {
  return (
    <Dialog
      open={vertical !== null}
      onClose={onClose}
      title={vertical?.title}
      place="wide"
      closeLabel="Close"
      className={styles.Dialog}
    >
      {vertical && (
        <div className={styles.Vertical}>
          <Picture slot={`craft/${vertical.id}`} width={600} height={900} alt="" eager />
          <div>
            <p>{vertical.description}</p>
            <h3>Members</h3>
            <ul>
              {vertical.members.map((member) => (
                <li key={member}>{member}</li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </Dialog>
  )
}
