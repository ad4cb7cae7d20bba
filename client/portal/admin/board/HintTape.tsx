import { memo, useDeferredValue } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { grouped } from '#src/rules/number-text.ts'
import { lineAt, positionOf, useDesk } from './desk.ts'
import { useHints } from './hints.ts'
import { draftedOf } from './model/drafts.ts'
import { rowOf, placedAt } from './model/index-board.ts'
import { totalsOfItem } from './model/totals.ts'
import { place } from './place.ts'
import styles from './BoardGrid.late.module.css'

type Facts = Pick<
  ReturnType<typeof useDesk.getState>,
  'index' | 'view' | 'at' | 'drafts' | 'gone' | 'anchor'
>
type Props = {
  offsets: readonly number[]
  rowHeight: number
  /** From this column on the tape extends to the left, so that it stays in view. */
  turnsAt: number
}

const Tape = memo(function Tape({ facts, offsets, rowHeight, turnsAt }: Props & { facts: Facts }) {
  const { index, view, at, drafts, gone, anchor } = facts
  const line = lineAt(index, at)
  const here = positionOf(view, at)
  const item = line && placedAt(index, line._id)?.item
  if (!line || !here || !item || !index || anchor || gone.has(line._id)) return null
  const { left } = totalsOfItem(item, rowOf(index, item._id).values(), drafts)
  const { given } = draftedOf(line, drafts[line._id])
  const turns = here.column >= turnsAt
  const start = offsets[here.column] ?? 0
  return (
    <span
      aria-hidden="true"
      className={styles.Hint}
      data-below={here.row === 0 || undefined}
      data-turned={turns || undefined}
      ref={(element) =>
        place(element, {
          left: turns ? (offsets[here.column + 1] ?? start) : start,
          top: (here.row === 0 ? 1 : here.row) * rowHeight,
        })
      }
    >
      <span>
        <b>{left < 0 ? `${grouped(-left)} too many` : `${grouped(left)} left`}</b>
        {given !== line.ordered_quantity && (
          <>
            <kbd>=</kbd> all {grouped(line.ordered_quantity)}
          </>
        )}
        {drafts[line._id] && (
          <>
            <kbd>Del</kbd> back to {grouped(line.allotted_quantity)}
          </>
        )}
        <kbd>Enter</kbd> down
      </span>
    </span>
  )
})

/** A strip of tape at the focused cell with the keys that act on it, until they are known. It follows one frame after the key. */
export function HintTape(props: Props) {
  const isWanted = useHints()
  const facts = useDeferredValue(
    useDesk(
      useShallow(({ index, view, at, drafts, gone, anchor }) => ({
        index,
        view,
        at,
        drafts,
        gone,
        anchor,
      })),
    ),
  )
  return isWanted && <Tape facts={facts} {...props} />
}
