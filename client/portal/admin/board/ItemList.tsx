import { useEffect } from 'react'
import { Link } from 'wouter'
import { Icon } from '#client/shared/Icon.tsx'
import { isRecord } from '#client/shared/storage.ts'
import type { BoardItem } from '#src/contract/board.ts'
import { grouped } from '#src/rules/number-text.ts'
import { useDesk } from './desk.ts'
import { isUndecided } from './model/filters.ts'
import { rowOf } from './model/index-board.ts'
import { type ItemTotals, savedTotals, totalsOfItem } from './model/totals.ts'
import cell from './BoardCell.late.module.css'
import styles from './ItemList.late.module.css'

/** The board on a small screen: every item is one bar of what is given, what lies on the shelf, and what nobody can get. */
export function ItemList({ toItem }: { toItem: (itemId: string) => string }) {
  const items = useDesk((desk) => desk.view.items)
  // Back from an item, the list stands where it was left.
  useEffect(() => {
    const state: unknown = history.state
    if (isRecord(state) && typeof state.from === 'string')
      document.getElementById(state.from)?.focus()
  }, [])
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
  const totals = totalsOfItem(item, lines, drafts)
  const { left, asked, given, aside } = totals
  const open = lines.filter((line) => isUndecided(line) && !drafts[line._id]).length
  const isAll = given >= asked - aside
  const was = savedTotals(index, item).given
  const hasDraft = lines.some(({ _id }) => drafts[_id])
  return (
    <li data-draft={hasDraft || undefined}>
      <Link id={item._id} href={href} data-short={left < 0 || totals.short > 0 || undefined}>
        <b>{item.itemName}</b>
        <State {...totals} undecided={open} />
        <Icon name="chevron" size="small" />
        <ItemBar {...totals} />
        <span className={styles.Sub}>
          <span>
            {given !== was && (
              <>
                <small className="num">
                  <span className="sr">not saved, was </span>
                  {grouped(was)}
                </small>
                <i className={cell.To} />
                <span className="sr">, now </span>
              </>
            )}
            <b className="num" data-part={isAll ? 'all' : undefined}>
              {grouped(given)}
            </b>{' '}
            of <b className="num">{grouped(asked - aside)}</b> given
          </span>
          <span>
            <b className="num">{grouped(Math.max(0, left))}</b> on the shelf
          </span>
          <Aside units={aside} />
          {hasDraft && given === was && <span className="sr">not saved</span>}
        </span>
      </Link>
    </li>
  )
}

/** The one thing to know of an item: what nobody can get, or else the work that is left. */
function State({
  asked,
  given,
  left,
  short,
  aside,
  undecided,
}: ItemTotals & { undecided: number }) {
  if (left < 0 || short > 0)
    return (
      <span className={styles.State} data-state="short">
        <b>{grouped(left < 0 ? -left : short)}</b> {left < 0 ? 'over the shelf' : 'short'}
      </span>
    )
  const missing = asked - aside - given
  if (missing <= 0)
    return (
      <span className={styles.State} data-state="all">
        <Icon name="check" size="small" />
        all given
      </span>
    )
  return (
    <span className={styles.State}>
      {undecided > 0 ? `${grouped(undecided)} undecided` : `${grouped(missing)} not given`}
    </span>
  )
}

/** Says how much of what was asked needs no unit of the shelf. */
export const Aside = ({ units }: { units: number }) =>
  units > 0 && (
    <span>
      <b className="num">{grouped(units)}</b> rejected or online
    </span>
  )

/**
 * What was asked as a bar: given, on the shelf, and hatched what nobody can get. What was rejected or ordered elsewhere is left out. Its words
 * stand beside it.
 */
export function ItemBar({ asked, given, left, short, aside }: ItemTotals) {
  const wanted = Math.max(1, asked - aside)
  const share = (units: number) => `${(100 * Math.min(units, wanted)) / wanted}%`
  const isAll = given >= asked - aside
  return (
    <svg className={styles.Bar} data-short={short > 0 || left < 0 || undefined} aria-hidden="true">
      <rect x={share(given)} width={share(Math.max(0, left))} height="100%" data-part="there" />
      <rect
        width={isAll ? '100%' : share(given)}
        height="100%"
        data-part={isAll ? 'all' : 'given'}
      />
    </svg>
  )
}
