import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { Icon } from '#client/shared/Icon.tsx'
import { isRecord } from '#client/shared/storage.ts'
import type { BoardItem } from '#src/contract/board.ts'
import { grouped } from '#src/rules/number-text.ts'
import { useDesk } from './desk.ts'
import { ItemBar } from './ItemBar.tsx'
import { isShort, isUndecided } from './model/filters.ts'
import { type BoardIndex, rowOf } from './model/index-board.ts'
import { type ItemTotals, savedTotals, totalsOfItem } from './model/totals.ts'
import { Was } from './Was.tsx'
import styles from './ItemList.late.module.css'

const counted = (count: number) => `${grouped(count)} ${count === 1 ? 'item' : 'items'}`

/** The items in the order of a small screen: what is short comes first, else each part keeps the order of all lists. */
export function shortFirst(index: BoardIndex, items: readonly BoardItem[]) {
  const short = items.filter((item) => isShort(index, item))
  const enough = items.filter((item) => !isShort(index, item))
  return { short, enough, all: [...short, ...enough] }
}

type ItemListProps = {
  toItem: (itemId: string) => string
  /** What shares out the short items: a button, or the panel that it opens. */
  sharing: ReactNode
}

/** The board on a small screen. Every item is one bar of what is given, what lies on the shelf, and what nobody can get. */
export function ItemList({ toItem, sharing }: ItemListProps) {
  const index = useDesk((desk) => desk.index)
  const items = useDesk((desk) => desk.view.items)
  // Back from an item, the list stands where it was left.
  useEffect(() => {
    const state: unknown = history.state
    if (isRecord(state) && typeof state.from === 'string')
      document.getElementById(state.from)?.focus()
  }, [])
  if (!index) return null
  const { short, enough } = shortFirst(index, items)
  const units = short.reduce((sum, item) => sum + savedTotals(index, item).short, 0)
  const lines = (some: readonly BoardItem[]) => (
    <ul className={styles.Items}>
      {some.map((item) => (
        <ItemLine key={item._id} item={item} href={toItem(item._id)} />
      ))}
    </ul>
  )
  return (
    <>
      {short.length > 0 && (
        <section>
          <header className={styles.Head} data-short>
            <h2>
              <b className="num">{grouped(units)}</b> {units === 1 ? 'piece' : 'pieces'} short
              <small>in {counted(short.length)}</small>
            </h2>
            {sharing}
          </header>
          {lines(short)}
        </section>
      )}
      {enough.length > 0 && (
        <section>
          <header className={styles.Head}>
            <h2>
              Enough for all
              <small>{counted(enough.length)}</small>
            </h2>
          </header>
          {lines(enough)}
        </section>
      )}
    </>
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
  const was = savedTotals(index, item).given
  const hasDraft = lines.some(({ _id }) => drafts[_id])
  return (
    <li data-draft={hasDraft || undefined}>
      <Link id={item._id} href={href}>
        <b>{item.itemName}</b>
        <State {...totals} undecided={open} />
        <Icon name="chevron" size="small" />
        <span className={styles.Sub}>
          <span>
            <Was was={was} now={given} hint="not saved, was" />
            <b className="num">{grouped(given)}</b> of <span className="num">{grouped(asked)}</span>{' '}
            given
          </span>
          <span>
            <span className="num">{grouped(Math.max(0, left))}</span> on the shelf
          </span>
          <Aside units={aside} />
          {hasDraft && given === was && <span className="sr">not saved</span>}
        </span>
        <ItemBar {...totals} />
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
      <span className="num">{grouped(units)}</span> rejected or online
    </span>
  )
