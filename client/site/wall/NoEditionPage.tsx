import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { EmptyStage } from '#client/shared/EmptyStage.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import { WallLinks } from './WallLinks.tsx'
import styles from './Stage.module.css'

const texts = {
  festival: {
    lines: siteHoardings.noFestival,
    text: 'The stage is ready, but no festival of this name was ever on it. These two were:',
  },
  edition: {
    lines: siteHoardings.noEdition,
    text: 'The stage is ready, but this edition is not on record.',
  },
}

export function NoEditionPage({ of }: { of: keyof typeof texts }) {
  const { lines, text } = texts[of]
  return (
    <EmptyStage
      className={of === 'festival' ? styles.Cross : undefined}
      lines={lines}
      ways={
        <>
          <WallLinks />
          <ArrowLink href="/">Go to the home page</ArrowLink>
          {of === 'edition' && <span className={styles.Poster} />}
        </>
      }
    >
      {text}
    </EmptyStage>
  )
}
