import { useEffect, useRef, useState } from 'react'
import styles from './YearTape.module.css'

export function YearTape({ festival, years }: { festival: string; years: readonly number[] }) {
  const tape = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(years[0])
  const pressed = useRef(false)

  useEffect(() => {
    const posters = years.flatMap((year) => document.getElementById(`y${year}`) ?? [])
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    function look() {
      if (pressed.current) return
      // The line moves from the top of the window to its bottom while the page scrolls, so that it crosses the whole wall.
      const line = innerHeight * (scrollY / (document.documentElement.scrollHeight - innerHeight))
      const seen = posters.findLast((poster) => poster.getBoundingClientRect().top <= line)
      setCurrent(seen ? Number(seen.id.slice(1)) : years[0])
    }
    addEventListener('scroll', look, options)
    // A pressed year stays marked until the person scrolls.
    for (const type of ['wheel', 'touchmove', 'keydown'])
      addEventListener(type, () => (pressed.current = false), options)
    return () => listening.abort()
  }, [years])

  useEffect(() => {
    const strip = tape.current?.parentElement
    const mark = strip?.querySelector(`[href="#y${current}"]`)?.getBoundingClientRect()
    if (!strip || !mark) return
    strip.scrollBy({ left: mark.left + mark.width / 2 - strip.clientWidth / 2 })
  }, [current])

  return (
    <nav
      className={styles.Tape}
      data-festival={festival}
      aria-label="Editions by year"
      data-print="no"
    >
      <ol ref={tape}>
        {years.map((year) => (
          <li key={year}>
            <a
              href={`#y${year}`}
              aria-current={year === current || undefined}
              onClick={() => {
                pressed.current = true
                setCurrent(year)
              }}
            >
              {year}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
