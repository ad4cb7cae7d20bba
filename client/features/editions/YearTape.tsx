import { useEffect, useRef, useState } from 'react'
import styles from './YearTape.module.css'

/** A measuring tape of years that sticks under the navigation; its mark follows what is being looked at. */
export function YearTape({ years }: { years: readonly number[] }) {
  const tape = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(years[0])

  useEffect(() => {
    const posters = years.flatMap((year) => document.getElementById(`y${year}`) ?? [])
    // a band in the upper half of the window: the poster that crosses it is the one being looked at
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting)
        if (seen) setCurrent(Number(seen.target.id.slice(1)))
      },
      { rootMargin: '-25% 0% -65% 0%' },
    )
    for (const poster of posters) observer.observe(poster)
    return () => observer.disconnect()
  }, [years])

  useEffect(() => {
    const list = tape.current
    const mark = list?.querySelector<HTMLElement>(`[href="#y${current}"]`)
    if (!list?.parentElement || !mark) return
    list.parentElement.scrollTo({
      left: mark.offsetLeft - list.parentElement.clientWidth / 2 + mark.offsetWidth / 2,
    })
  }, [current])

  return (
    <nav className={styles.Tape} aria-label="Editions by year" data-print="no">
      <ol ref={tape}>
        {years.map((year) => (
          <li key={year}>
            <a href={`#y${year}`} aria-current={year === current || undefined}>
              {year}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
