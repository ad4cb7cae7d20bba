import { startOfDay } from '#src/rules/day-text.ts'
import type { OrderingWindow } from '#src/rules/window.ts'
import styles from './OrderingTimes.module.css'

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
/** More days leave their names no room. */
const MOST_NAMED = 14

/** Time to scale, from the day before opening to the day after closing: on light wood clubs can order. Words beside it say the same. */
export function WindowRule({ window, now }: { window: OrderingWindow; now: number }) {
  const { opensAt, closesAt } = window
  const [first, last] = [opensAt ?? now, closesAt ?? opensAt ?? now]
  const from = startOfDay(new Date(Math.min(first, now)), first <= now ? 0 : -1).getTime()
  const to = startOfDay(new Date(Math.max(first, last, now)), 2).getTime()
  const share = (at: number) => Math.min(1, Math.max(0, (at - from) / (to - from)))
  const percent = (at: number) => `${(share(at) * 100).toFixed(2)}%`
  const [light, dark] = [opensAt ?? from, closesAt ?? to]
  const days: Date[] = []
  for (let day = new Date(from); day.getTime() < to; day = startOfDay(day, 1)) days.push(day)
  const every = Math.ceil(days.length / MOST_NAMED)
  return (
    <svg className={`rule ${styles.Rule}`} width="100%" height="54" aria-hidden="true">
      <rect y="16" width="100%" height="18" />
      <rect
        y="16"
        x={percent(light)}
        width={`${((share(dark) - share(light)) * 100).toFixed(2)}%`}
        height="18"
        data-on=""
      />
      {days
        .filter((_, at) => at % every === 0)
        .map((day) => {
          const isOn = day.getTime() >= light && day.getTime() < dark
          const x = percent(day.getTime())
          return (
            <g key={day.getTime()}>
              <line x1={x} x2={x} y1="20" y2="34" data-on={isOn || undefined} />
              <text x={x} dx="4" y="28">
                {every === 1 && <tspan className={styles.Fine}>{DAYS[day.getDay()]} </tspan>}
                {day.getDate()}
              </text>
            </g>
          )
        })}
      {opensAt !== null && (
        <text x={percent(opensAt)} dx="-5" y="50" textAnchor="end">
          opens
        </text>
      )}
      {closesAt !== null && (
        <text x={percent(closesAt)} dx="5" y="50">
          closes
        </text>
      )}
      <svg x={percent(now)} overflow="visible">
        <path d="M-5 3H5V9L0 16L-5 9z" />
      </svg>
    </svg>
  )
}
