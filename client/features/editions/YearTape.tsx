import { useEffect, useRef, useState } from 'react'
import styles from './YearTape.module.css'

/** A measuring tape of years that sticks under the navigation; its mark follows what is being looked at. */
export function YearTape({ years }: { years: readonly number[] }) {
  const tape = useRef<HTMLOListElement>(null)
  const [current, setCurrent] = useState(years[0])
  const pressed = useRef(false)

  useEffect(() => {
    const posters = years.flatMap((year) => document.getElementById(`y${year}`) ?? [])
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true }
    let frame = 0
    function look() {
      if (pressed.current) return
      // A line that goes from the top of the window to its end while the page goes by, so that every poster has its turn.
      const line = innerHeight * (scrollY / (document.documentElement.scrollHeight - innerHeight))
      const seen = posters.findLast((poster) => poster.getBoundingClientRect().top <= line)
      setCurrent(seen ? Number(seen.id.slice(1)) : years[0])
    }
    addEventListener(
      'scroll',
      () => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(look)
      },
      options,
    )
    // The year that was pressed stays marked until somebody scrolls.
    for (const type of ['wheel', 'touchmove', 'keydown'])
      addEventListener(type, () => (pressed.current = false), options)
    return () => {
      cancelAnimationFrame(frame)
      listening.abort()
    }
  }, [years])

  useEffect(() => {
    const strip = tape.current?.parentElement
    const mark = strip?.querySelector(`[href="#y${current}"]`)?.getBoundingClientRect()
    if (!strip || !mark) return
    strip.scrollBy({ left: mark.left + mark.width / 2 - strip.clientWidth / 2 })
  }, [current])

  return (
    <nav className={styles.Tape} aria-label="Editions by year" data-print="no">
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
