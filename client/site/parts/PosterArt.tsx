import { cx } from '#client/shared/cx.ts'
import { Picture } from './Picture.tsx'
import section from './Section.module.css'
import styles from './PosterArt.module.css'

type PosterArtProps = {
  festival: string
  year: number
  numeral: string
  eager: boolean
  sizes: string
}

/** An edition's poster with its numeral on a plate. media/drawings/posters.css has the plate's inks and corner. */
export function PosterArt({ festival, year, numeral, eager, sizes }: PosterArtProps) {
  return (
    <span className={cx(styles.Art, section.Later, `p-${festival}-${year}`, 'poster')}>
      <Picture
        slot={`editions/${festival}/${year}/cover`}
        drawing={`posters/${festival}-${year}`}
        width={600}
        height={800}
        alt=""
        eager={eager}
        sizes={sizes}
      />
      <span className={cx(styles.Numeral, 'numeral')} aria-hidden="true">
        {numeral}
      </span>
    </span>
  )
}
