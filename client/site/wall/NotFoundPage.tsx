import { ArrowLink } from '#client/shared/ArrowLink.tsx'
import { EmptyStage } from '#client/shared/EmptyStage.tsx'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'
import { WallLinks } from './WallLinks.tsx'
import styles from './Stage.module.css'

export function NotFoundPage() {
  const ways = (
    <>
      <ArrowLink href="/">Go to the home page</ArrowLink>
      <WallLinks />
    </>
  )
  return (
    <EmptyStage className={styles.Cross} lines={siteHoardings.notFound} ways={ways}>
      The tape marks a place on the stage, but no page was built for this address.
    </EmptyStage>
  )
}
