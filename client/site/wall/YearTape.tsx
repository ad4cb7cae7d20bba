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
    let frame = 0
    function look() {
      if (pressed.current) return
      // The line moves from the top of the window to its bottom while the page scrolls, so that it crosses every poster.
      const line = innerHeight * (scrollY / (document.documentElement.scrollHeight - innerHeight))
      // posters side by side share the height of their row in equal parts
      let [top, bottom, band] = [-Infinity, -Infinity, [] as HTMLElement[]]
      for (const poster of posters) {
        const place = poster.getBoundingClientRect()
        if (place.top >= bottom) {
          if (place.top > line && band.length > 0) break
          ;[top, bottom, band] = [place.top, place.bottom, []]
        }
        bottom = Math.max(bottom, place.bottom)
        band.push(poster)
      }
      const turn = Math.floor(((line - top) / (bottom - top)) * band.length)
      const seen = band[Math.min(Math.max(turn, 0), band.length - 1)]
      setCurrent(seen && Number(seen.id.slice(1)))
    }
    addEventListener(
      'scroll',
      () => {
        cancelAnimationFrame(frame)
        frame = requestAnimationFrame(look)
      },
      options,
    )
    // A pressed year stays marked until the person scrolls.
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
