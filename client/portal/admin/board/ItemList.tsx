import { Link } from 'wouter'
import type { BoardItem } from '#src/contract/board.ts'
import { grouped } from '#src/rules/number-text.ts'
import { useDesk } from './desk.ts'
import { isUndecided } from './model/filters.ts'
import { rowOf } from './model/index-board.ts'
import { totalsOfItem } from './model/totals.ts'
import styles from './Board.late.module.css'

/** The board on a small screen: every item is one bar of what is given, what lies on the shelf, and what nobody can get. */
export function ItemList({ toItem }: { toItem: (itemId: string) => string }) {
  const items = useDesk((desk) => desk.view.items)
  return (
    <ul className={styles.Items}>
      {items.map((item) => (
        <ItemLine key={item._id} item={item} href={toItem(item._id)} />
      ))}
    </ul>
  )
}

function ItemLine({ item, href }: { item: BoardItem; href: string }) {
  const index = useDesk((desk) => desk.index)
  const drafts = useDesk((desk) => desk.drafts)
  if (!index) return null
  const lines = [...rowOf(index, item._id).values()]
  const { left, asked, given, short } = totalsOfItem(item, lines, drafts)
  const open = lines.filter(isUndecided).length
  const state =
    left < 0
      ? `${grouped(-left)} over the shelf`
      : short > 0
        ? `${grouped(short)} short`
        : 'enough for all'
  return (
    <li>
      <Link href={href}>
        <b>{item.itemName}</b>
        <span className={styles.State} data-bad={short > 0 || left < 0 || undefined}>
          {state}
        </span>
        <ItemBar asked={asked} given={given} left={Math.max(0, left)} />
        <span className={styles.Sub}>
          <span data-square={given >= asked ? 'all' : 'given'}>
            <b className="num">{grouped(given)}</b> of <b className="num">{grouped(asked)}</b> given
          </span>
          <span data-square="there">
            <b className="num">{grouped(Math.max(0, left))}</b> on the shelf
          </span>
          {open > 0 && (
            <span>
              <b className="num">{grouped(open)}</b> undecided
            </span>
          )}
          {lines.some(({ _id }) => drafts[_id]) && <em>not saved</em>}
        </span>
      </Link>
    </li>
  )
}

/** What was asked as a bar: given, on the shelf, and hatched what nobody can get. Its words stand beside it. */
export function ItemBar({ asked, given, left }: { asked: number; given: number; left: number }) {
  const share = (units: number) => `${(100 * Math.min(units, asked)) / Math.max(1, asked)}%`
  const there = Math.min(left, Math.max(0, asked - given))
  return (
    <svg className={styles.Bar} aria-hidden="true">
      <rect x={share(given)} width={share(there)} height="100%" data-part="there" />
      <rect width={share(given)} height="100%" data-part={given >= asked ? 'all' : 'given'} />
    </svg>
  )
}
