import { type KeyboardEvent, memo } from 'react'
import { grouped } from '#src/rules/number-text.ts'
import { useDesk } from './desk.ts'
import { focusCell } from './focus-cell.ts'
import { isUndecided } from './model/filters.ts'
import { rowOf } from './model/index-board.ts'
import styles from './Top.late.module.css'

export type ShortItem = { id: string; name: string; units: number }

type ShortItemsProps = {
  items: readonly ShortItem[]
  /** Shows all that is short, when there is more than the row takes. */
  onMore: () => void
}

/** More of them would not fit beside the filters of a screen of 1,280 px. */
const MOST = 3

const isSame = (a: ShortItemsProps, b: ShortItemsProps) =>
  a.items.length === b.items.length &&
  a.items.every(({ id, name, units }, at) => {
    const other = b.items[at]
    return id === other?.id && name === other.name && units === other.units
  })

/** Goes to the item's first cell that is undecided, or else to its first one. */
function goToItem(itemId: string): void {
  const { index, view } = useDesk.getState()
  if (!index || !view.rowAt.has(itemId)) return
  const lines = rowOf(index, itemId)
  const open = view.columns.find(({ id }) => {
    const line = lines.get(id)
    return line !== undefined && isUndecided(line)
  })
  const column = open ?? view.columns.find(({ id }) => lines.has(id))
  if (column) focusCell({ itemId, clubId: column.id })
}

/** One stop of the Tab key: the arrows go from item to item. */
function handleKey({ key, currentTarget }: KeyboardEvent<HTMLElement>): void {
  const next =
    key === 'ArrowRight'
      ? currentTarget.nextElementSibling
      : key === 'ArrowLeft' && currentTarget.previousElementSibling
  if (next instanceof HTMLElement) next.focus()
}

/** Each short item with what is missing. It leads to the item's row: the rows keep the order of all lists. */
export const ShortItems = memo(function ShortItems({ items, onMore }: ShortItemsProps) {
  if (items.length === 0) return null
  return (
    <div className={styles.ShortItems} role="toolbar" aria-label="Go to a short item">
      {items.slice(0, MOST).map(({ id, name, units }, at) => (
        <button
          key={id}
          type="button"
          tabIndex={at === 0 ? 0 : -1}
          aria-label={`${name}, ${grouped(units)} short`}
          onKeyDown={handleKey}
          onClick={() => goToItem(id)}
        >
          {name} <b className="num">−{grouped(units)}</b>
        </button>
      ))}
      {items.length > MOST && (
        <button type="button" tabIndex={-1} onKeyDown={handleKey} onClick={onMore}>
          {grouped(items.length - MOST)} more
        </button>
      )}
    </div>
  )
}, isSame)
