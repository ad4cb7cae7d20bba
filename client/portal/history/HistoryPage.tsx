import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'wouter'
import { clockText, dayText } from '#src/rules/day-text.ts'
import { sentenceText } from '#src/rules/describe.ts'
import { describeBatch } from '#src/rules/describe-batch.ts'
import type { EditionName } from '#src/contract/editions.ts'
import { useOrderingState } from '#client/portal/ordering/ordering.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { EmptyState } from '#client/portal/ui/EmptyState.tsx'
import { TapeCross } from '#client/portal/ui/TapeCross.tsx'
import { cx } from '#client/shared/cx.ts'
import { PAGES } from '#client/shared/pages.ts'
import { mayDo } from '#client/shared/session.ts'
import { useReader } from './use-reader.ts'
import { useItemLedger } from '#client/portal/stock/use-item-ledger.tsx'
import { useUndo } from '#client/portal/undo/use-undo.tsx'
import { orderAddress } from '#client/portal/orders/lists.ts'
import { rowId } from './BatchRow.tsx'
import { type Filters, NO_FILTER, useFilters } from './filters.ts'
import { HistoryDays } from './HistoryDays.tsx'
import { HistoryToolbar } from './HistoryToolbar.tsx'
import { useHistory } from './use-history.ts'
import { type Names, useNames } from './use-names.ts'
import { Leads } from './Words.tsx'
import styles from './History.module.css'

/** Every change, newest first. The filters are in the address. */
export default function HistoryPage() {
  const ordering = useOrderingState()
  if (ordering.value) return <History edition={ordering.value.edition} />
  return (
    <AdminScreen>
      <ListBody list={ordering} noun="the history" />
    </AdminScreen>
  )
}

/** The beginning of what the filters ask for, in the words of the selects. */
function wordsOf(filters: Filters, names: Names): string {
  const labelOf = (name: keyof Names) =>
    names[name].find(({ value }) => value === filters[name])?.label ?? ''
  if (filters.batch) return 'The address names one change: there is none.'
  const who = labelOf('by')
  const kind = labelOf('kind').toLowerCase() || (who && 'changes')
  const by = who && ` by ${who === 'Me' ? 'you' : who}`
  return `${[labelOf('club'), labelOf('item'), kind].filter(Boolean).join(', ')}${by}: there is none.`
}

/** `edition` is the current one. */
function History({ edition }: { edition: EditionName }) {
  const { filters, change: onFilter } = useFilters()
  const { names, accounts, clubs } = useNames()
  // One change is shown whichever edition it is of.
  const { edition: chosen = edition._id, ...others } = filters
  const list = useHistory(filters.batch ? filters : { ...others, edition: chosen }, accounts)
  const { days, oldest } = list
  const reader = useReader()
  const undo = useUndo(reader)
  const { open: openLedger, drawer } = useItemLedger()
  // A link in the ledger leads to one change in this list.
  const [batch, setBatch] = useState(filters.batch)
  if (batch !== filters.batch) {
    setBatch(filters.batch)
    openLedger(null)
  }
  const leads = useMemo(() => {
    const hasOrder = (id: string) => clubs.some(({ _id, lines }) => _id === id && lines > 0)
    const orderOf = (id: string) => (hasOrder(id) ? orderAddress(id) : null)
    return { orderOf, openLedger }
  }, [clubs, openLedger])
  const isDeleted = filters.kind === 'line_deleted'
  const isFiltered = Object.keys(filters).length > 0

  function handleShowNew() {
    const newest = flushSync(list.showNew)
    if (newest !== undefined) document.getElementById(rowId(newest))?.focus()
  }
  const empty = isFiltered ? (
    <EmptyState
      title="No changes match"
      action={<Button onClick={() => onFilter(NO_FILTER)}>Clear filters</Button>}
    >
      {wordsOf(filters, names)}
    </EmptyState>
  ) : (
    <EmptyState title="Nothing has happened in this edition yet">
      The first order, decision or change of stock is written here.
    </EmptyState>
  )
  function showList() {
    if (!oldest) return null
    const first = new Date(oldest.at)
    const firstTime = `${dayText(first, reader.now)}, ${clockText(first)}`
    return (
      <>
        <HistoryDays
          days={days}
          reader={reader}
          noun={isDeleted ? 'line' : 'change'}
          recent={list.recent}
          onUndo={undo.ask}
        />
        {list.hasOlder && (
          <p className={cx('line', styles.Older)}>
            <Button
              icon="download"
              busy={list.isReadingOlder}
              onClick={() => void list.showOlder()}
            >
              Show older changes
            </Button>
            <span>Shown back to {firstTime}</span>
          </p>
        )}
        {!list.hasOlder && (!isFiltered || isDeleted) && (
          <div className={`lead ${styles.End}`}>
            <TapeCross />
            <p>
              <b>
                {isDeleted
                  ? 'No more deleted lines.'
                  : `This is where the history${names.edition.length > 0 ? ` of ${edition.name}` : ''} begins.`}
              </b>
              {!isDeleted &&
                ` ${firstTime}: ${sentenceText(describeBatch([oldest], reader)).replace(/\.$/, '')}.`}
            </p>
          </div>
        )}
      </>
    )
  }
  return (
    <AdminScreen
      note={
        <>
          {isDeleted
            ? 'What was deleted. Undo brings it back, with what it had been given.'
            : 'Every change, with its time and who made it. Nothing is ever removed.'}{' '}
          {mayDo('mails.see') && <Link href="/mails">{PAGES['/mails'].title}</Link>}
        </>
      }
    >
      <HistoryToolbar
        filters={filters}
        names={names}
        waiting={list.waiting}
        onChange={onFilter}
        onShowNew={handleShowNew}
      />
      <ListBody list={list} noun="the history" total={oldest ? 1 : 0} empty={empty}>
        <Leads value={leads}>{showList()}</Leads>
      </ListBody>
      {drawer}
      {undo.dialog}
    </AdminScreen>
  )
}
