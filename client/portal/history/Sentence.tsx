import { createContext, useContext } from 'react'
import { Link } from 'wouter'
import { LINE_STATUSES, lineStatusLabel } from '#src/contract/statuses.ts'
import { type Part, type Result, resultText } from '#src/rules/describe.ts'
import { grouped } from '#src/rules/number-text.ts'
import { orderAddress } from '#client/portal/orders/lists.ts'
import type { LedgerItem } from '#client/portal/stock/ItemLedger.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import badge from '#client/portal/ui/StatusBadge.module.css'
import styles from './Sentence.module.css'

/** Where names lead to. A club whose order was deleted leads nowhere. */
export const Leads = createContext<{
  /** The clubs with an order, by id. */
  clubs: ReadonlySet<string>
  openLedger: (item: LedgerItem) => void
}>({ clubs: new Set(), openLedger: () => undefined })

function ClubName({ id, name }: { id: string; name: string }) {
  const { clubs } = useContext(Leads)
  if (!clubs.has(id)) return <b>{name}</b>
  return (
    <Link className={styles.Name} href={orderAddress(id)}>
      {name}
    </Link>
  )
}

function ItemName({ id, name }: { id: string; name: string }) {
  const { openLedger } = useContext(Leads)
  return (
    <button
      type="button"
      className={styles.Name}
      aria-haspopup="dialog"
      onClick={() => openLedger({ _id: id, itemName: name })}
    >
      {name}
    </button>
  )
}

function Piece({ part, isPlain }: { part: Part; isPlain: boolean }) {
  if (typeof part === 'string') return part
  if ('number' in part) return <b className="num">{grouped(part.number)}</b>
  if (isPlain) return 'club' in part ? part.club : 'item' in part ? part.item : part.name
  if ('club' in part) return <ClubName id={part.id} name={part.club} />
  if ('name' in part) return <b>{part.name}</b>
  return part.id === null ? part.item : <ItemName id={part.id} name={part.item} />
}

type WordsProps = {
  parts: readonly Part[]
  /** Without links, for a button. */
  isPlain?: boolean
}

/** The words of a sentence; a club leads to its order and an item to its ledger. */
export const Words = ({ parts, isPlain = false }: WordsProps) =>
  parts.map((part, place) => <Piece key={place} part={part} isPlain={isPlain} />)

/** The number beside a sentence. */
export function Value({ result }: { result: Result }) {
  if (result.kind === 'given')
    return (
      <span className={styles.Given}>
        <span>
          <b className="num">{grouped(result.given)}</b> of{' '}
          <b className="num">{grouped(result.asked)}</b>
        </span>
        <progress
          max={Math.max(1, result.asked)}
          value={Math.min(result.given, result.asked)}
          data-full={result.given >= result.asked || undefined}
          aria-hidden="true"
        />
      </span>
    )
  if (result.kind === 'changed')
    return (
      <span className={styles.Turned}>
        <span className="sr">{resultText(result)}</span>
        <span aria-hidden="true">{grouped(result.was)}</span>
        <Icon name="right" size="small" />
        <b aria-hidden="true" className="num">
          {grouped(result.is)}
        </b>
      </span>
    )
  return (
    <span className={styles.Counts}>
      {result.counts.map(({ count, word }, place) => (
        <span key={word}>
          {place > 0 && ', '}
          <b className="num">{grouped(count)}</b> {word}
        </span>
      ))}
    </span>
  )
}

const LOOKS = {
  Pending: ['wait', 'clock'],
  Delivered: ['done', 'check'],
  Ready: ['ready', 'box'],
  Available: ['done', 'check'],
  Rejected: ['stop', 'ban'],
  'Not Available': ['stop', 'ban'],
} as const

const isLook = (status: string): status is keyof typeof LOOKS => Object.hasOwn(LOOKS, status)

/** The status of a line or of an item: an icon and a word. An item may be ordered from any vendor. */
export function StatusTag({ status }: { status: string }) {
  const other = status === '' ? (['wait', 'clock'] as const) : (['away', 'truck'] as const)
  const [tone, icon] = isLook(status) ? LOOKS[status] : other
  const lineStatus = LINE_STATUSES.find((known) => known === status)
  return (
    <span className={badge.StatusBadge} data-tone={tone}>
      <Icon name={icon} size="small" />
      {status === '' ? 'No status yet' : lineStatus ? lineStatusLabel(lineStatus) : status}
    </span>
  )
}
