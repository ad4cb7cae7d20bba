import type { CSSProperties } from 'react'
import type { LedgerRow } from '#src/rules/describe-ledger.ts'
import { clockText, shortDateText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'
import { toCourse } from './shelf-course.ts'
import styles from './ItemLedger.module.css'

const HEIGHT = 140
const THICKEST_BOARD = 6.4

const percent = (along: number) => `${(along * 100).toFixed(2)}%`

/**
 * How many pieces lay on the shelf, over time, as stacks of boards on a rule. The stack of now and the highest one have their number, the
 * others where there is room. What it shows is also said in words beside it.
 */
export function ShelfCourse({ rows, now }: { rows: readonly LedgerRow[]; now: Date }) {
  const { steps, ticks, most, boards } = toCourse(rows, now)
  const board = Math.min(THICKEST_BOARD, HEIGHT / Math.max(1, boards))
  const highest = steps.findIndex(({ quantity }) => quantity === most)
  const nowLength = grouped(steps.at(-1)?.quantity ?? 0).length
  return (
    <div
      className={styles.Course}
      style={{ '--now-length': nowLength, '--board': `${board}px` } as CSSProperties}
      aria-hidden="true"
    >
      <ul>
        {steps.map(({ from, to, quantity, boards }, place) => (
          <li
            key={place}
            data-none={quantity === 0 || undefined}
            data-most={place === highest || undefined}
            style={{
              left: percent(from),
              width: percent(to - from),
              height: boards * board,
            }}
          >
            <b>{grouped(quantity)}</b>
          </li>
        ))}
      </ul>
      <svg className="rule" width="100%" height="20">
        <rect width="100%" height="19" />
        {ticks.map(({ at, date, unit }) => {
          const [day, ...rest] =
            unit === 'time' ? [clockText(date)] : shortDateText(date, now).split(' ')
          return (
            <g key={at}>
              <line x1={percent(at)} x2={percent(at)} y1="4" y2="19" />
              {at < 0.96 && (
                <text x={percent(at)} dx="4" y="13">
                  <tspan>{day}</tspan>
                  <tspan> {rest.join(' ')}</tspan>
                </text>
              )}
            </g>
          )
        })}
      </svg>
    </div>
  )
}
