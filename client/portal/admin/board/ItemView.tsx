import { useEffect, useMemo, useRef } from 'react'
import { Link } from 'wouter'
import { HeldMark } from '#client/portal/holding/HeldMark.tsx'
import { openLateLine } from '#client/portal/late-line/late-line.ts'
import { LivePill } from '#client/portal/live/LivePill.tsx'
import type { BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import { limits } from '#src/contract/limits.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { grouped } from '#src/rules/number-text.ts'
import { InlineSelect } from '#client/portal/editing/InlineSelect.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { ConflictChoice } from './ConflictChoice.tsx'
import { useDesk } from './desk.ts'
import { give } from './hand.ts'
import { Aside, ItemBar } from './ItemList.tsx'
import { LineFields } from './LineFields.tsx'
import { MoreThanAsked } from './MoreThanAsked.tsx'
import { conflictsOf, type Draft, draftedOf } from './model/drafts.ts'
import { isUndecided } from './model/filters.ts'
import { rowOf } from './model/index-board.ts'
import { savedTotals, totalsOfItem } from './model/totals.ts'
import { SharePanel } from './SharePanel.tsx'
import cell from './BoardCell.late.module.css'
import list from './ItemList.late.module.css'
import styles from './ItemView.late.module.css'

type Addresses = {
  /** Where the list of items is. */
  back: string
  toItem: (itemId: string) => string
}

/** Back to the list, and on to the items beside this one among those shown. */
function Ways({ item, back, toItem }: Addresses & { item: BoardItem }) {
  const { items, rowAt } = useDesk((desk) => desk.view)
  const at = rowAt.get(item._id)
  const beside = (by: 1 | -1) => (at === undefined ? undefined : items[at + by])
  const step = (side: 'before' | 'next', word: string, to: BoardItem | undefined) =>
    to ? (
      <Link href={toItem(to._id)} aria-label={`${word}: ${to.itemName}`} data-step={side}>
        <Icon name="chevron" />
      </Link>
    ) : (
      <span data-step={side} />
    )
  return (
    <nav className={styles.ItemWays} aria-label="Items">
      <Link href={back} state={{ from: item._id }} className={styles.ToList}>
        <Icon name="list" size="small" />
        All items
      </Link>
      {at !== undefined && (
        <div className={styles.Turn}>
          {step('before', 'Item before', beside(-1))}
          <span className="num">
            {grouped(at + 1)} of {grouped(items.length)}
          </span>
          {step('next', 'Next item', beside(1))}
        </div>
      )}
    </nav>
  )
}

const NOBODY = ''

/** The clubs that have not asked for the item: choosing one asks what to add to its order. */
function AddClub({ item, others }: { item: BoardItem; others: readonly BoardClub[] }) {
  if (others.length === 0 || !canBeOrdered(item)) return null
  return (
    <InlineSelect
      label={`Add a club that has not asked for ${item.itemName}`}
      value={NOBODY}
      options={[
        { value: NOBODY, label: 'Add a club that has not asked…' },
        ...others.map(({ user_id, clubName }) => ({ value: user_id, label: clubName })),
      ]}
      onChange={(id) => {
        const club = others.find(({ user_id }) => user_id === id)
        if (!club) return
        openLateLine({ userId: id, clubName: club.clubName, itemId: item._id, asked: 1 })
      }}
    />
  )
}

type ItemNumberProps = { word: string; was: number; value: number; isBad?: boolean }

/** A number of the item: what it was, if drafts change it, and what it is with them. */
const ItemNumber = ({ word, was, value, isBad = false }: ItemNumberProps) => (
  <div>
    <dt>{word}</dt>
    <dd data-bad={isBad || undefined}>
      {value !== was && (
        <>
          <small>
            <span className="sr">was </span>
            {grouped(was)}
          </small>
          <i className={cell.To} />
          <span className="sr">, now </span>
        </>
      )}
      {grouped(value).replace('-', '−')}
    </dd>
  </div>
)

/** One item on a small screen: its clubs on boards, a stepper each, and the ways of sharing out. */
export function ItemView({ item, ...addresses }: Addresses & { item: BoardItem }) {
  const index = useDesk((desk) => desk.index)
  const drafts = useDesk((desk) => desk.drafts)
  const refused = useDesk((desk) => desk.refused.get(item._id))
  const shared = useMemo(() => [item], [item])
  const heading = useRef<HTMLHeadingElement>(null)
  // An item is a page of its own, though its path is that of the list.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  if (!index) return null
  const row = rowOf(index, item._id)
  const saved = savedTotals(index, item)
  const totals = totalsOfItem(item, row.values(), drafts)
  const { left, asked, given, short, aside } = totals
  return (
    <div className={styles.ItemView}>
      <Ways item={item} {...addresses} />
      <div className={styles.ItemHead}>
        <h1 ref={heading} className="heading" tabIndex={-1}>
          {item.itemName}
        </h1>
        <LivePill />
      </div>
      <div className={styles.Strip}>
        <p aria-hidden="true">{item.itemName}</p>
        <dl className={styles.Numbers}>
          <ItemNumber word="On shelf" was={saved.left} value={left} isBad={left < 0} />
          <ItemNumber word="Asked" was={asked} value={asked} />
          <ItemNumber word="Given" was={saved.given} value={given} />
          <ItemNumber word="Short" was={short} value={short} isBad={short > 0} />
        </dl>
      </div>
      <ItemBar {...totals} />
      {aside > 0 && (
        <p className={list.Sub}>
          <Aside units={aside} />
        </p>
      )}
      {refused && (
        <p className={list.State} data-state="short">
          {refused.words}
        </p>
      )}
      <SharePanel key={item._id} items={shared} title={item.itemName} isFolding />
      <ul className={styles.Clubs}>
        {index.clubs.map((club) => {
          const line = row.get(club.user_id)
          return (
            line && <ClubLine key={line._id} club={club} line={line} itemName={item.itemName} />
          )
        })}
      </ul>
      <AddClub item={item} others={index.clubs.filter(({ user_id }) => !row.has(user_id))} />
    </div>
  )
}

type ClubLineProps = { club: BoardClub; line: BoardLine; itemName: string }

/** A club's number in the marks of a cell, enlarged: what was given, what is given now, of what was asked. */
function Count({
  line,
  draft,
  given,
}: {
  line: BoardLine
  draft: Draft | undefined
  given: number
}) {
  const asked = line.ordered_quantity
  return (
    <div className={styles.ClubCount} data-less={given < line.allotted_quantity || undefined}>
      <p className="num">
        {draft?.given && (
          <>
            <small>
              <span className="sr">not saved, was </span>
              {grouped(line.allotted_quantity)}
            </small>
            <i className={cell.To} />
            <span className="sr">, now </span>
          </>
        )}
        {draft && !draft.given && <span className="sr">not saved, </span>}
        <b>{grouped(given)}</b>
        <span className="sr"> of </span>
        <i aria-hidden="true">/</i>
        {grouped(asked)}
      </p>
      <ItemBar asked={asked} given={given} left={asked - given} short={0} aside={0} />
    </div>
  )
}

function ClubLine({ club, line, itemName }: ClubLineProps) {
  const draft = useDesk((desk) => desk.drafts[line._id])
  const now = draftedOf(line, draft)
  const label = `${itemName} for ${club.clubName}`
  const isAll = now.given === line.ordered_quantity
  return (
    <li
      data-draft={draft ? '' : undefined}
      data-undecided={(isUndecided(line) && !draft) || undefined}
    >
      <p className={styles.Who}>
        <b>{club.clubName}</b>
        <MoreThanAsked asked={line.ordered_quantity} given={now.given} />
        <HeldMark line={line} />
        {now.remarks && <q>{now.remarks}</q>}
      </p>
      <Count line={line} draft={draft} given={now.given} />
      {draft && conflictsOf(line, draft).length > 0 ? (
        <ConflictChoice line={line} draft={draft} />
      ) : (
        <>
          <details className={styles.Folded}>
            <summary>
              <span className="sr">Status and remarks of {label}: </span>
              <StatusBadge status={now.status} />
              <Icon name="chevron" size="small" />
            </summary>
            <div className={styles.Pair}>
              <LineFields line={line} name={label} />
            </div>
          </details>
          <Stepper
            label={`Give ${label}`}
            min={line.delivered_quantity}
            max={limits.sum - 1}
            value={now.given}
            highlight={draft?.given !== undefined}
            onChange={(units) => give(line, units)}
            beside={
              <button
                type="button"
                className={styles.Rest}
                aria-label={`Give all ${line.ordered_quantity} of ${label}`}
                aria-pressed={isAll}
                onClick={() => give(line, line.ordered_quantity)}
              >
                {isAll && <Icon name="check" size="small" />}
                All {grouped(line.ordered_quantity)}
              </button>
            }
          />
        </>
      )}
    </li>
  )
}
