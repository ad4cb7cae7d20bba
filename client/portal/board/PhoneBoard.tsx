import { type ReactNode, useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/portal/ui/Button.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { isRecord } from '#client/shared/storage.ts'
import type { BoardItem } from '#src/contract/board.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import { setDrafts, useBoard, useDeferredBoard } from './board-store.ts'
import { Count, ItemBar, Was } from './BoardParts.tsx'
import { ItemView } from './ItemView.tsx'
import { isUndecided } from '#src/rules/order-counts.ts'
import { isShort } from './model/filters.ts'
import { rowOf } from './model/index-board.ts'
import { giveAll } from './model/sharing.ts'
import { type ItemTotals, savedTotals, totalsOf, totalsOfItem } from './model/totals.ts'
import { asideText } from './model/words.ts'
import { ShareOut } from './BoardToolbar.tsx'
import { useAddresses } from './use-filters.ts'
import styles from './PhoneBoard.module.css'

type PhoneBoardProps = {
  /** The item that is shown; without one, the list of all. */
  itemId: string | null
  /** The open panel that shares out what is short. */
  panel: ReactNode
}

/** The board on a small screen: a list of items, or one item with its clubs. */
export function PhoneBoard({ itemId, panel }: PhoneBoardProps) {
  const item = useBoard(({ index }) => index.itemById.get(itemId ?? ''))
  return item ? <ItemView key={item._id} item={item} /> : <ItemList panel={panel} />
}

/** Every item is one bar of what is given, what lies on the shelf, and what nobody can get. */
function ItemList({ panel }: { panel: ReactNode }) {
  const addressOf = useAddresses()
  const index = useBoard((board) => board.index)
  const items = useBoard((board) => board.view.items)
  const shortFirst = useBoard((board) => board.shortFirst)
  // Back from an item, the list stands where it was left.
  useEffect(() => {
    const state: unknown = history.state
    if (isRecord(state) && typeof state.from === 'string')
      document.getElementById(state.from)?.focus()
  }, [])
  const short = items.filter(({ _id }) => shortFirst?.has(_id))
  const others = items.slice(short.length)
  const units = totalsOf(index, short).short
  const lines = (some: readonly BoardItem[]) => (
    <ul className={styles.Items}>
      {some.map((item) => (
        <ItemLine key={item._id} item={item} href={addressOf(item._id)} />
      ))}
    </ul>
  )
  return (
    <>
      {short.length > 0 && (
        <section>
          <header className={`line ${styles.Head}`} data-short>
            {/* The panel takes the place of the heading. */}
            <h2 className={panel ? 'sr' : 'heading'}>
              <Count of={units} noun="piece" /> short
              <small>in {counted(short.length, 'item')}</small>
            </h2>
            {panel ?? <ShareOut />}
          </header>
          {lines(short)}
        </section>
      )}
      {others.length > 0 && (
        <section>
          <header className={`line ${styles.Head}`}>
            <h2 className="heading">
              {others.some((item) => isShort(index, item)) ? 'Other items' : 'Enough for all'}
              <small>{counted(others.length, 'item')}</small>
            </h2>
            <GiveAll items={others} />
          </header>
          {lines(others)}
        </section>
      )}
    </>
  )
}

/** Gives all that is still wanted of items of which there is enough. */
function GiveAll({ items }: { items: readonly BoardItem[] }) {
  const { index, drafts } = useDeferredBoard()
  const all = useMemo(() => giveAll(items, { index, drafts }), [items, index, drafts])
  if (all.units === 0) return null
  return (
    <Button size="small" onClick={() => setDrafts(all.drafts)}>
      Give all {grouped(all.units)} pieces
    </Button>
  )
}

function ItemLine({ item, href }: { item: BoardItem; href: string }) {
  const index = useBoard((board) => board.index)
  const drafts = useBoard((board) => board.drafts)
  const lines = [...rowOf(index, item._id).values()]
  const totals = totalsOfItem(item, lines, drafts)
  const { left, asked, given } = totals
  const open = lines.filter((line) => isUndecided(line) && !drafts[line._id]).length
  const was = savedTotals(index, item).given
  const hasDraft = lines.some(({ _id }) => drafts[_id])
  return (
    <li data-draft={hasDraft || undefined}>
      <Link id={item._id} href={href}>
        <b className="name">{item.itemName}</b>
        <State totals={totals} undecided={open} />
        <Icon name="chevron" size="small" />
        <span className={`line ${styles.Sub}`}>
          <span>
            <Was was={was} now={given} hint="not saved, was" />
            <b className="num">{grouped(given)}</b> of <span className="num">{grouped(asked)}</span>{' '}
            given
          </span>
          <span>
            <span className="num">{grouped(Math.max(0, left))}</span> on the shelf
          </span>
          {totals.aside > 0 && <span>{asideText(totals)}</span>}
          {hasDraft && given === was && <span className="sr">not saved</span>}
        </span>
        <ItemBar {...totals} />
      </Link>
    </li>
  )
}

/** The one thing to know of an item: what nobody can get, or else the work that is left. */
function stateOf({ asked, given, left, short, aside }: ItemTotals, undecided: number) {
  const missing = asked - aside - given
  if (left < 0) return { state: 'short', units: -left, words: ' over the shelf' }
  // All that is there was given: what is missing is no work any more.
  if (short > 0 && left === 0 && undecided === 0)
    return { words: `${grouped(missing)} ${missing === 1 ? 'stays' : 'stay'} short` }
  if (short > 0) return { state: 'short', units: short, words: ' short' }
  if (missing <= 0) return { state: 'all', words: 'all given' }
  if (undecided > 0) return { state: 'open', words: `${counted(undecided, 'club')} undecided` }
  return { words: `${counted(missing, 'piece')} not given` }
}

function State({ totals, undecided }: { totals: ItemTotals; undecided: number }) {
  const { state, units, words } = stateOf(totals, undecided)
  return (
    <span className={styles.State} data-state={state}>
      {state === 'all' && <Icon name="check" size="small" />}
      {units !== undefined && <b className="heading">{grouped(units)}</b>}
      {words}
    </span>
  )
}
