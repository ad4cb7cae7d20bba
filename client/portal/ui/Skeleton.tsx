import { useEffect, useState } from 'react'
import { cx } from '#client/shared/cx.ts'
import styles from './Skeleton.module.css'

const appearsAfter = 150
const staysFor = 300

type SkeletonProps = {
  label: string
  rows?: number
  /** It replaces the content of the whole screen. The footer is hidden meanwhile, because it would move. */
  wholeScreen?: boolean
}

/** Bars in place of rows that are loading. They appear after 150 ms, so that a quick answer shows no flash. */
export function Skeleton({ label, rows = 5, wholeScreen = false }: SkeletonProps) {
  return (
    <div
      className={cx('stack', styles.Skeleton, wholeScreen && styles.WholeScreen)}
      aria-busy="true"
    >
      <span className="sr">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.Bar} />
      ))}
    </div>
  )
}

/** True while `busy`, and longer when the bars have just appeared: they stay for at least 300 ms. */
export function useSteadyLoading(busy: boolean): boolean {
  const [fresh, setFresh] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setFresh(true), appearsAfter)
    return () => clearTimeout(timer)
  }, [busy])
  useEffect(() => {
    if (!fresh) return
    const timer = setTimeout(() => setFresh(false), staysFor)
    return () => clearTimeout(timer)
  }, [fresh])
  return busy || fresh
}
