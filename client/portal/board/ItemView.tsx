import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'wouter'
import { HeldMark } from '#client/portal/ordering/HeldMark.tsx'
import { openLateLine } from '#client/portal/orders/late-line.ts'
import { LivePill } from '#client/portal/app/LivePill.tsx'
import type { BoardClub, BoardItem, BoardLine } from '#src/contract/board.ts'
import { canBeOrdered } from '#src/rules/item.ts'
import { grouped } from '#src/rules/number-text.ts'
import { isServed } from '#src/rules/short.ts'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { StatusBadge } from '#client/portal/ui/StatusBadge.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { mayDo } from '#client/shared/session.ts'
import { Icon } from '#client/shared/Icon.tsx'
import {
  ClubName,
  ConflictChoice,
  GivenStepper,
  ItemBar,
  LineFields,
  MoreThanAsked,
  StatusButton,
  Was,
} from './BoardParts.tsx'
import { useBoard } from './board-store.ts'
import { dropDraft, give, giveNothing } from './cell-edits.ts'
import { dropBlock, selectRow } from './selection.ts'
import { conflictsOf, draftedOf } from './model/line-drafts.ts'
import { isUndecided } from '#src/rules/order-counts.ts'
import { rowOf } from './model/index-board.ts'
import { savedTotals, totalsOfItem } from './model/totals.ts'
import { asideText, orderedOn } from './model/words.ts'
import { SharePanel } from './SharePanel.tsx'
import { useAddresses } from './use-filters.ts'
import control from '#client/shared/IconButton.module.css'
import styles from './PhoneBoard.module.css'

/** Back to the list, and on to the items beside this one among those shown. */
function Ways({ item }: { item: BoardItem }) {
  const addressOf = useAddresses()
  const { items, rowAt } = useBoard((board) => board.view)
  const at = rowAt.get(item._id)
  function step(by: 1 | -1, word: string) {
    const to = at === undefined ? undefined : items[at + by]
    if (!to) return <span className={control.IconButton} />
    return (
      <Link
        href={addressOf(to._id)}
        className={control.IconButton}
        aria-label={`${word}: ${to.itemName}`}
        style={{ rotate: `${by * -90}deg` }}
      >
        <Icon name="chevron" />
      </Link>
    )
  }
  return (
    <nav className={styles.ItemWays} aria-label="Items">
      <Link href={addressOf()} state={{ from: item._id }} className={`line ${styles.ToList}`}>
        <Icon name="left" size="small" />
        All items
      </Link>
      {at !== undefined && (
        <div className={styles.Steps}>
          {step(-1, 'Item before')}
          <span className="num">
            {grouped(at + 1)} of {grouped(items.length)}
          </span>
          {step(1, 'Next item')}
        </div>
      )}
    </nav>
  )
}

const NOBODY = ''

/** The clubs that have not asked for the item: choosing one asks what to add to its order. */
function AddClub({ item, others }: { item: BoardItem; others: readonly BoardClub[] }) {
  if (!mayDo('orders.late') || others.length === 0 || !canBeOrdered(item)) return null
  return (
    <InlineSelect
      label={`Add a club that has not asked for ${item.itemName}`}
      value={NOBODY}
      options={[
        { value: NOBODY, label: 'Add another club…' },
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

type ItemNumberProps = { word: string; was?: number; value: number; isBad?: boolean }

/** A number of the item: what it was, if drafts change it, and what it is with them. */
const ItemNumber = ({ word, value, was = value, isBad = false }: ItemNumberProps) => (
  <div>
    <dt>{word}</dt>
    <dd data-bad={isBad || undefined}>
      <Was was={was} now={value} />
      {grouped(value).replace('-', '−')}
    </dd>
  </div>
)

/** One item on a small screen: its clubs on boards, a stepper each, and the ways of sharing out. */
export function ItemView({ item }: { item: BoardItem }) {
  const index = useBoard((board) => board.index)
  const drafts = useBoard((board) => board.drafts)
  const at = useBoard(({ view }) => view.rowAt.get(item._id))
  const mayGive = mayDo('orders.give')
  const heading = useRef<HTMLHeadingElement>(null)
  // An item is a page of its own, though its path is that of the list.
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  const row = rowOf(index, item._id)
  const saved = savedTotals(index, item)
  const totals = totalsOfItem(item, row.values(), drafts)
  const { left, asked, given, short } = totals
  const lines = index.clubs.flatMap((club) => {
    const line = row.get(club.user_id)
    return line ? [{ club, line }] : []
  })
  // Settled lines need no decision, so they stand last.
  const sorted = lines.toSorted((a, b) => Number(isSettled(a.line)) - Number(isSettled(b.line)))
  return (
    <div className={styles.ItemView}>
      <Ways item={item} />
      <div className={styles.Strip}>
        <div className={styles.ItemHead}>
          <h1 ref={heading} className="heading" tabIndex={-1}>
            {item.itemName}
          </h1>
          <LivePill />
        </div>
        <dl className={styles.Numbers}>
          <ItemNumber word="On shelf" was={saved.left} value={left} isBad={left < 0} />
          <ItemNumber word="Asked" value={asked} />
          <ItemNumber word="Given" was={saved.given} value={given} />
          <ItemNumber word="Short" value={short} isBad={short > 0} />
          {totals.aside > 0 && (
            <div>
              <dt className="sr">Of it</dt>
              <dd>
                <span>{asideText(totals)}</span>
              </dd>
            </div>
          )}
        </dl>
        <ItemBar {...totals} />
      </div>
      {mayGive && (
        <SharePanel
          key={item._id}
          itemIds={[item._id]}
          title={item.itemName}
          onShowLoss={({ clubId }) => {
            const line = row.get(clubId)
            if (line) document.getElementById(line._id)?.querySelector('input')?.focus()
          }}
        />
      )}
      <ul className={styles.Clubs}>
        {sorted.map(({ club, line }) => (
          <ClubLine
            key={line._id}
            club={club}
            line={line}
            itemName={item.itemName}
            isOverShelf={left < 0}
          />
        ))}
      </ul>
      <div className={`line ${styles.Ends}`}>
        <AddClub item={item} others={index.clubs.filter(({ user_id }) => !row.has(user_id))} />
        {at !== undefined && (
          <StatusButton first="status" onOpen={() => selectRow(at)} onClose={dropBlock}>
            Status for all…
          </StatusButton>
        )}
      </div>
    </div>
  )
}

/** Delivered, rejected or ordered elsewhere. */
const isSettled = (line: BoardLine) => line.status === 'Delivered' || !isServed(line)

type ClubLineProps = { club: BoardClub; line: BoardLine; itemName: string; isOverShelf: boolean }

/** A club on its board: what it asked, what it gets, and at the foot how far that goes. */
function ClubLine({ club, line, itemName, isOverShelf }: ClubLineProps) {
  const draft = useBoard((board) => board.drafts[line._id])
  const mayGive = mayDo('orders.give')
  const now = draftedOf(line, draft)
  const label = `${itemName} for ${club.clubName}`
  const asked = line.ordered_quantity
  const isAll = now.given === asked
  const rest = Math.max(0, asked - now.given)
  const aside = isServed(now) ? 0 : rest
  // The shelf does not have what was typed here.
  const over = isOverShelf ? Math.max(0, now.given - line.allotted_quantity) : 0
  const [isOpen, setOpen] = useState(false)
  const foldId = useId()
  // A settled line is seldom changed, so its stepper folds away.
  const isFixed = isSettled(line)
  const mayAnswer = mayDo('orders.answer')
  const isRejected = draft?.status?.mine === 'Rejected'
  /** The fold has the remark. A second press takes it back. */
  function handleNothing() {
    setOpen(!isRejected)
    if (isRejected) dropDraft(line)
    else giveNothing([line])
  }
  const stepper = (
    <GivenStepper
      line={line}
      label={`Give ${label}`}
      beside={
        <Button
          className={styles.Rest}
          aria-label={`Give all ${asked} of ${label}`}
          aria-pressed={isAll}
          onClick={() => give(line, asked)}
        >
          {isAll && <Icon name={over > 0 ? 'warning' : 'check'} size="small" />}
          All
        </Button>
      }
    />
  )
  return (
    <li
      id={line._id}
      className="line"
      data-draft={draft ? '' : undefined}
      data-over={over > 0 || undefined}
      data-less={now.given < line.allotted_quantity || undefined}
      data-gone={now.status === 'Delivered' || undefined}
      data-undecided={(isUndecided(line) && !draft) || undefined}
    >
      <p className={`line ${styles.Who}`}>
        <ClubName club={club} />
        {draft && (
          <em>
            <span className="sr">not saved, </span>
            {draft.given ? `was ${grouped(line.allotted_quantity)}` : 'not saved'}
          </em>
        )}
        <span className={styles.Asked}>
          asked <b className="num">{grouped(asked)}</b> on {orderedOn(line)}
        </span>
        <MoreThanAsked asked={asked} given={now.given} />
        <HeldMark line={line} />
        {now.remarks && <q>{now.remarks}</q>}
      </p>
      {draft && conflictsOf(line, draft).length > 0 ? (
        <ConflictChoice line={line} draft={draft} />
      ) : (
        <>
          <button
            type="button"
            className={styles.Fold}
            aria-expanded={isOpen}
            aria-controls={foldId}
            onClick={() => setOpen(!isOpen)}
          >
            <span className="sr">Status and remarks of {label}: </span>
            <StatusBadge status={now.status} />
            <Icon name="chevron" size="small" />
          </button>
          {!isFixed && mayAnswer && (
            <Button
              className={styles.Rest}
              aria-label={`Nothing for ${label}`}
              aria-pressed={isRejected}
              onClick={handleNothing}
            >
              {isRejected && <Icon name="check" size="small" />}
              Nothing
            </Button>
          )}
          {isFixed || !mayGive ? (
            <p className={styles.Settled}>
              <b className="num">{grouped(now.given)}</b> given
            </p>
          ) : (
            stepper
          )}
          <div id={foldId} className={`line ${styles.Folded}`} hidden={!isOpen}>
            {isFixed && mayGive && stepper}
            <LineFields line={line} name={label} />
          </div>
        </>
      )}
      <ItemBar
        asked={asked}
        given={now.given}
        left={over > 0 ? -over : rest - aside}
        short={0}
        aside={aside}
      />
    </li>
  )
}
