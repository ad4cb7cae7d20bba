import type { CSSProperties } from 'react'
import type { LedgerRow } from '#src/rules/describe-ledger.ts'
import { clockText, shortDateText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'
import { type Course, type Step, toCourse } from './shelf-course.ts'
import styles from './ShelfCourse.module.css'

const GROUND = 164
const HEIGHT = 140
const THICKEST_BOARD = 6.4
/** A label needs this much of the width, and on a phone this much. */
const LABEL_ROOM = 0.035
const PHONE_LABEL_ROOM = 0.1

const percent = (along: number) => `${(along * 100).toFixed(2)}%`

/** How many pieces lay on the shelf, over time, as stacks of boards on a rule. What it shows is also said in words beside it. */
export function ShelfCourse({ rows, now }: { rows: readonly LedgerRow[]; now: Date }) {
  const course = toCourse(rows, now)
  const nowText = grouped(course.steps.at(-1)?.quantity ?? 0)
  const board = Math.min(THICKEST_BOARD, HEIGHT / Math.max(1, course.boards))
  const topOf = ({ boards }: Step) => GROUND - boards * board
  const joints = Array.from({ length: Math.max(0, Math.ceil(course.boards) - 1) }, (_, place) => (
    <line
      key={place}
      className={styles.Joint}
      x2="100%"
      y1={GROUND - (place + 1) * board}
      y2={GROUND - (place + 1) * board}
    />
  ))
  return (
    <svg
      className={`rule ${styles.Course}`}
      style={{ '--now-length': nowText.length } as CSSProperties}
      width="100%"
      height="188"
      aria-hidden="true"
    >
      {course.steps.map((step, place) => (
        <rect
          key={place}
          x={percent(step.from)}
          width={percent(step.to - step.from)}
          y={topOf(step)}
          height={step.boards * board}
        />
      ))}
      {joints}
      {course.steps.map((step, place) => (
        <line
          key={place}
          className={styles.Edge}
          data-none={step.quantity === 0 || undefined}
          x1={percent(step.from)}
          x2={percent(step.to)}
          y1={topOf(step)}
          y2={topOf(step)}
        />
      ))}
      {course.steps.map((step, place) => (
        <Label key={place} course={course} step={step} top={topOf(step)} />
      ))}
      <rect y="168" width="100%" height="19" />
      {course.ticks.map(({ at, date, unit }) => (
        <g key={at}>
          <line x1={percent(at)} x2={percent(at)} y1="172" y2="187" />
          {at < 0.96 && (
            <text x={percent(at)} dx="4" y="181">
              {unit === 'time' ? clockText(date) : <DateLabel date={date} now={now} />}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

function DateLabel({ date, now }: { date: Date; now: Date }) {
  const [day, ...rest] = shortDateText(date, now).split(' ')
  return (
    <>
      {day}
      <tspan className={styles.Wide}> {rest.join(' ')}</tspan>
    </>
  )
}

/** The number of a stack: always that of now and of the highest one, of the others where there is room. */
function Label({ course, step, top }: { course: Course; step: Step; top: number }) {
  const none = step.quantity === 0 || undefined
  const text = grouped(step.quantity)
  if (step === course.steps.at(-1))
    return (
      <text className={styles.Now} data-none={none} x="100%" dx="8" y={Math.min(top + 8, GROUND)}>
        {text}
      </text>
    )
  const room = step.to - step.from
  const isHighest = step === course.steps.find(({ quantity }) => quantity === course.most)
  if (room < LABEL_ROOM && !isHighest) return null
  const isRight = room < LABEL_ROOM
  return (
    <text
      className={styles.Label}
      data-narrow={(room < PHONE_LABEL_ROOM && !isHighest) || undefined}
      data-none={none}
      x={percent(isRight ? step.to : step.from)}
      dx={isRight ? 0 : 4}
      y={top - 8}
      textAnchor={isRight ? 'end' : 'start'}
    >
      {text}
    </text>
  )
}
