import { cx } from '#client/shared/cx.ts'
import { type FestivalEdition, numeralOf } from '#client/site/editions.ts'
import { Picture } from './Picture.tsx'
import section from './Section.module.css'
import styles from './PosterArt.module.css'

type PosterArtProps = { edition: FestivalEdition; eager: boolean; sizes: string }

/** An edition's poster with its numeral on a plate. media/drawings/posters.css has the plate's inks and corner. */
export function PosterArt({ edition, eager, sizes }: PosterArtProps) {
  const { festival, year } = edition
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
        {numeralOf(edition)}
      </span>
    </span>
  )
}
