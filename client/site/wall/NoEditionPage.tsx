import { useSyncExternalStore } from 'react'
import { nearestEdition } from '#client/site/editions.ts'
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
  // one prerendered page serves all unknown editions, so the label is known only after hydration
  const asked = useSyncExternalStore(
    () => () => undefined,
    () => new URLSearchParams(location.search).get('description'),
    () => null,
  )
  const nearest = of === 'edition' ? nearestEdition(asked ?? '') : null
  return (
    <EmptyStage
      className={of === 'festival' ? styles.Cross : undefined}
      lines={lines}
      ways={
        <>
          {nearest && <ArrowLink href={nearest.address}>{nearest.name}, the nearest</ArrowLink>}
          <WallLinks />
          <ArrowLink href="/">Go to the home page</ArrowLink>
          {of === 'edition' && (
            <span className={styles.Poster} aria-hidden="true">
              {nearest && <span>{nearest.year}</span>}
            </span>
          )}
        </>
      }
    >
      {nearest ? text.replace('this edition', nearest.asked) : text}
    </EmptyStage>
  )
}
