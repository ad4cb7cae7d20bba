import { useEffect, useState } from 'react'
import styles from './Skeleton.module.css'

const appearsAfter = 150
const staysFor = 300

/** Bars in the place of rows that are on their way. They appear after 150 ms, so that a quick answer flashes
 *  nothing. `label` is read out: "Loading items". */
export function Skeleton({ label, rows = 5 }: { label: string; rows?: number }) {
  return (
    <div className={styles.Skeleton} aria-busy="true">
      <span className="sr">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className={styles.Bar} />
      ))}
    </div>
  )
}

/** True while `busy`, and a little longer where the bars have just appeared: they stay at least 300 ms. */
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
