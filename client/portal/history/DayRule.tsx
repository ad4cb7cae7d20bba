import type { Batch } from './batches.ts'
import type { Span } from './open-spans.ts'
import styles from './History.module.css'

const WOOD = 19
const HEIGHT = 38

type DayRuleProps = {
  day: Span
  /** The wood ends here: at the next midnight, or now. */
  until: number
  open: readonly Span[]
  batches: readonly Batch[]
}

/** A carpenter's rule from midnight to midnight. Light wood: clubs could order. A mark hangs where something changed, longer for more. */
export function DayRule({ day: [from, to], until, open, batches }: DayRuleProps) {
  const at = (time: number) => `${(((time - from) / (to - from)) * 100).toFixed(2)}%`
  const length = (start: number, end: number) => at(from + end - start)
  const isOpen = (time: number) => open.some(([start, end]) => time >= start && time < end)
  // By the clock on the wall, which a day with another number of hours sets forward or back.
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    hour,
    time: new Date(from).setHours(hour),
  }))
  return (
    <svg className={`rule ${styles.Rule}`} width="100%" height={HEIGHT} aria-hidden="true">
      <rect width="100%" y={WOOD - 1} height="1" />
      <rect width={length(from, until)} height={WOOD} />
      {open.map(([start, end]) => (
        <rect key={start} x={at(start)} width={length(start, end)} height={WOOD} data-on="" />
      ))}
      {hours.map(({ hour, time }) => {
        if (time >= until) return null
        const isBig = hour % 3 === 0
        const x = at(time)
        return (
          <g key={hour} data-fine={hour % 6 !== 0 || undefined}>
            <line x1={x} x2={x} y1={isBig ? 4 : 13} y2={WOOD} data-on={isOpen(time) || undefined} />
            {isBig && (
              <text x={x} dx="4" y="13">
                {hour}
              </text>
            )}
          </g>
        )
      })}
      {batches.map(({ id, at: time, entries }) => (
        <line
          key={id}
          className={styles.Mark}
          x1={at(time.getTime())}
          x2={at(time.getTime())}
          y1={WOOD}
          y2={Math.min(HEIGHT, WOOD + 4 + entries.length * 1.5)}
        />
      ))}
    </svg>
  )
}
