import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useAttempt } from '#client/portal/data/attempt.ts'
import { api, type ApiError, call, isRefusal } from '#client/portal/data/api.ts'
import { newIdempotencyKey } from '#client/portal/data/idempotency-key.ts'
import { write } from '#client/portal/data/live-query.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { type Column, numberColumn, Table } from '#client/portal/ui/Table.tsx'
import { offerBatchUndo } from '#client/portal/undo/offer-batch-undo.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { StockItem } from '#src/contract/records.ts'
import { clockText, dayText } from '#src/rules/day-text.ts'
import { counted, grouped } from '#src/rules/number-text.ts'
import type { SheetMode } from '#src/rules/stock-sheet.ts'
import bar from '#client/portal/drafts/EditedTable.module.css'
import {
  isWrong,
  type ListField,
  type JudgedRow,
  judgeRows,
  MODES,
  type StockList,
} from './stock-list.ts'
import styles from './StockSheet.module.css'

const SHOWN = 50
const NONE = '–'
const numberText = (value: number | undefined) =>
  value === undefined ? NONE : value < 0 ? `−${grouped(-value)}` : grouped(value)

/** Counts of items with what happens to them, without one that is zero: `2 items are added, 1 changes`. */
const itemsText = (...parts: [count: number, one: string, more: string][]) =>
  parts
    .filter(([count]) => count > 0)
    .map(
      ([count, one, more], at) =>
        `${at === 0 ? counted(count, 'item') : grouped(count)} ${count === 1 ? one : more}`,
    )
    .join(', ')

function refusalText(error: ApiError): string {
  const { code, message } = error
  const again = code === 'changed_meanwhile' ? ' Download the sheet again to count again.' : ''
  return isRefusal(error) ? `Nothing was saved. ${message}${again}` : message
}

type PreviewProps = {
  list: StockList
  mode: SheetMode
  items: StockItem[]
  onMode: (mode: SheetMode) => void
  onLeave: () => void
}

/** What a list would change, wrong rows first. It writes nothing before it is saved. */
export function Preview({ list, mode, items, onMode, onLeave }: PreviewProps) {
  const [rows, setRows] = useState(list.rows)
  const [out, setOut] = useState<readonly number[]>([])
  /** The row that is being mended: it stays among the wrong ones until the focus has left it. */
  const [mended, setMended] = useState<number | null>(null)
  const { busy, failure, attempt } = useAttempt(refusalText)
  const [, goTo] = useLocation()
  const [now] = useState(() => new Date())
  const topId = useId()
  const sent = useRef<{ body: string; key: string } | null>(null)
  const whyId = useId()
  useEffect(() => document.getElementById(topId)?.focus(), [topId])
  useEffect(() => {
    if (mended === null) return
    const listening = new AbortController()
    function settle() {
      if (!document.activeElement?.closest(`#row-line-${mended}`)) setMended(null)
    }
    // Not as the field loses the focus: what is pressed just then would move away from under the pointer.
    for (const end of ['click', 'keyup'])
      document.addEventListener(end, settle, { signal: listening.signal })
    return () => listening.abort()
  }, [mended])

  const judged = useMemo(() => {
    const kept = rows.filter(({ number }) => !out.includes(number))
    return judgeRows(mode, kept, items)
  }, [mode, rows, out, items])
  const shown = Object.groupBy(judged, (each) =>
    isWrong(each) || each.row.number === mended ? 'wrong' : each.planned.change,
  )
  const wrong = judged.filter(isWrong).length
  const added = judged.filter(({ planned }) => planned.change === 'new').length
  const changed = judged.filter(({ planned }) => planned.change === 'changed').length
  const why =
    wrong > 0
      ? `${counted(wrong, 'row')} ${wrong === 1 ? 'is' : 'are'} wrong. Nothing is saved before ${wrong === 1 ? 'it is' : 'they are'} right.`
      : added + changed === 0
        ? 'Nothing changes.'
        : null

  function edit(number: number, field: ListField, text: string) {
    setMended(number)
    setRows((before) =>
      before.map((row) =>
        row.number === number
          ? { ...row, isMerged: false, texts: { ...row.texts, [field]: text } }
          : row,
      ),
    )
  }
  function leaveOut(number: number) {
    setOut((before) => [...before, number])
    document.getElementById(topId)?.focus()
  }

  async function save() {
    const body = {
      mode,
      ...(mode === 'count' && list.sheet && { sheet: list.sheet.id }),
      rows: judged.map((each) => each.sent),
    }
    // A save without an answer is sent again with its key, so that it is written once.
    const text = JSON.stringify(body)
    if (sent.current?.body !== text) sent.current = { body: text, key: newIdempotencyKey() }
    const headers = { 'idempotency-key': sent.current.key }
    const saved = await write(
      call(api.inventorys['stock-sheet'].post(body, { headers }), { added: 0, changed: 0 }),
      () => true,
    )
    goTo('/inventoryadp')
    offerBatchUndo(
      `Saved: ${itemsText([saved.added, 'added', 'added'], [saved.changed, 'changed', 'changed'])}`,
      saved.batch,
      {
        undone: `Undone: ${itemsText([saved.changed, 'is as before', 'are as before'], [saved.added, 'is disabled', 'are disabled'])}`,
        subject: 'stock sheet',
        isOwn: () => true,
      },
    )
  }

  const other = mode === 'add' ? 'count' : 'add'
  const groups = { mode, hasThen: list.sheet !== null && mode === 'count', edit, leaveOut }
  return (
    <>
      <div className={`line ${styles.Meant}`}>
        <h2 id={topId} tabIndex={-1}>
          {MODES[mode].name}.{' '}
          <span>
            {list.sheet
              ? `Stock sheet of ${dayText(list.sheet.madeAt, now)}, ${clockText(list.sheet.madeAt)}, ${counted(rows.length, 'row')}.`
              : `${counted(rows.length, 'row')} ${list.isFile ? 'of the file' : 'pasted'}.`}
          </span>
        </h2>
        <Button size="small" onClick={() => onMode(other)}>
          {MODES[other].name} instead
        </Button>
        <Button size="small" onClick={onLeave}>
          Another list
        </Button>
      </div>
      <p className={styles.Lead}>
        {groups.hasThen && (
          <>
            <b>In the sheet</b> is what was on the shelf when it was made,{' '}
          </>
        )}
        <b>Now</b> is on the shelf, <b>Will be</b> is after saving.
      </p>
      <Group {...groups} name="Wrong" rows={shown.wrong} />
      <Group {...groups} name="New" rows={shown.new} />
      <Group {...groups} name="Changed" rows={shown.changed} />
      {shown.same && <p className={styles.Lead}>{counted(shown.same.length, 'row')} as before.</p>}
      {out.length > 0 && (
        <p className={styles.Lead}>
          {counted(out.length, 'row')} left out.{' '}
          <Button size="small" onClick={() => setOut([])}>
            Bring back
          </Button>
        </p>
      )}
      <section className={`line ${bar.SaveBar}`} aria-label="Save the list">
        <div className={bar.Words}>
          <p id={whyId}>
            {why ??
              `${itemsText([added, 'is added', 'are added'], [changed, 'changes', 'change'])}.`}
          </p>
          <Notice tone="danger">{failure}</Notice>
        </div>
        <div className={bar.Actions}>
          <Button onClick={onLeave} disabled={busy}>
            Cancel
          </Button>
          <Button
            variant={why === null ? 'primary' : 'quiet'}
            busy={busy}
            disabled={why !== null}
            reasonId={whyId}
            onClick={() => attempt(save)}
          >
            Save {counted(added + changed, 'row')}
          </Button>
        </div>
      </section>
    </>
  )
}

type GroupProps = {
  name: 'Wrong' | 'New' | 'Changed'
  rows: readonly JudgedRow[] | undefined
  mode: SheetMode
  /** Whether the list is a sheet that says what was on the shelf. */
  hasThen: boolean
  edit: (number: number, field: ListField, text: string) => void
  leaveOut: (number: number) => void
}

/** What a text was before, where it changes. */
const Was = ({ text, now }: { text: string | undefined; now: string }) =>
  text && text !== now ? <del>{text} </del> : null

/** The columns of a group; the wrong rows have fields. */
function columnsOf(group: Omit<GroupProps, 'rows'>): Column<JudgedRow>[] {
  const { mode, hasThen, edit, leaveOut } = group
  const isWrongGroup = group.name === 'Wrong'
  const number = (head: string, read: (row: JudgedRow) => number | undefined) =>
    numberColumn<JudgedRow>(head, (row) => <span className="num">{numberText(read(row))}</span>)
  const field = ({ row, faults }: JudgedRow, of: ListField, what: string) => (
    <Field
      label={<span className="sr">{`${what}, row ${row.number}`}</span>}
      value={row.texts[of] ?? ''}
      error={faults[of]}
      autoComplete="off"
      inputMode={of === 'itemQuantity' ? 'numeric' : undefined}
      onChange={(event) => edit(row.number, of, event.target.value)}
    />
  )
  const written: Column<JudgedRow> = isWrongGroup
    ? {
        head: MODES[mode].number,
        stacked: 'half',
        cell: (row) => field(row, 'itemQuantity', 'Quantity'),
      }
    : number(MODES[mode].number, ({ sent }) => sent.itemQuantity)
  return [
    {
      head: 'Item',
      width: 'wide',
      cell: (row) =>
        isWrongGroup ? (
          field(row, 'itemName', 'Item')
        ) : (
          <>
            <Was text={row.planned.item?.itemName} now={row.planned.after.itemName} />
            {row.planned.after.itemName}
          </>
        ),
    },
    number('Row', ({ row }) => row.number),
    ...(hasThen ? [number('In the sheet', ({ sent }) => sent.was)] : []),
    number('Now', ({ planned }) => planned.item?.itemQuantity),
    written,
    number('Will be', ({ planned, faults }) =>
      faults.itemQuantity && planned.after.itemQuantity >= 0
        ? undefined
        : planned.after.itemQuantity,
    ),
    {
      head: 'Unit, place',
      width: 'words',
      stacked: 'bare',
      cell: (row) => {
        const { unit, place, itemStatus } = row.planned.after
        const { item } = row.planned
        return (
          <div className="line">
            <Was text={item?.unit} now={unit} />
            {row.faults.unit ? field(row, 'unit', 'Unit') : unit}
            <Was text={item?.place} now={place} />
            {row.faults.place ? field(row, 'place', 'Place') : null}
            {!row.faults.place && place && <bdi className="tape">{place}</bdi>}
            {row.faults.itemStatus ? field(row, 'itemStatus', 'Status') : null}
            {item && item.itemStatus !== itemStatus && (
              <span>{itemStatus === 'enabled' ? 'Enabled' : 'Disabled'}</span>
            )}
            {row.planned.change !== 'changed' || isWrongGroup ? (
              <Button size="small" onClick={() => leaveOut(row.row.number)}>
                Leave out <span className="sr">row {grouped(row.row.number)}</span>
              </Button>
            ) : null}
          </div>
        )
      },
    },
  ]
}

function Group({ rows = [], ...group }: GroupProps) {
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0) return null
  const { name } = group
  return (
    <section className={styles.Group}>
      <h2 className="heading line">
        {name === 'Wrong' && <Icon name="warning" />}
        {name} <b className="num">{grouped(rows.length)}</b>
        {name === 'Wrong' && <small className="hint">Correct them here.</small>}
      </h2>
      <Table
        label={`${name} rows`}
        columns={columnsOf(group)}
        rows={isWhole ? rows : rows.slice(0, SHOWN)}
        idOf={({ row }) => `line-${row.number}`}
      />
      {!isWhole && rows.length > SHOWN && (
        <Button onClick={() => setWhole(true)}>Show all {grouped(rows.length)}</Button>
      )}
    </section>
  )
}
