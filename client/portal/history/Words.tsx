import { createContext, useContext } from 'react'
import { Link } from 'wouter'
import { plainText } from '#client/shared/jsx-runtime.ts'
import type { Part } from '#src/rules/describe.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './Words.module.css'

/** Where names lead to: a club to its order, unless that was deleted, and an item to its ledger. Without it they are plain text. */
export const Leads = createContext<{
  orderOf: (clubId: string) => string | null
  openLedger: (item: { _id: string; itemName: string }) => void
} | null>(null)

function Piece({ part }: { part: Part }) {
  const leads = useContext(Leads)
  if (typeof part === 'string') return plainText(part)
  if ('number' in part) return <b className="num">{grouped(part.number)}</b>
  if ('name' in part) {
    const name = <bdi>{part.name}</bdi>
    return leads ? <b>{name}</b> : name
  }
  if ('club' in part) {
    const club = <bdi>{part.club}</bdi>
    if (!leads) return club
    const href = leads.orderOf(part.id)
    if (href === null) return <b>{club}</b>
    return (
      <Link className={styles.Name} href={href}>
        {club}
      </Link>
    )
  }
  const { id, item } = part
  const name = <bdi>{item}</bdi>
  if (!leads || id === null) return name
  return (
    <button
      type="button"
      className={styles.Name}
      aria-haspopup="dialog"
      onClick={() => leads.openLedger({ _id: id, itemName: item })}
    >
      {name}
    </button>
  )
}

/** The words of a sentence, with its numbers set as numbers. */
export const Words = ({ parts }: { parts: readonly Part[] }) =>
  parts.map((part, place) => <Piece key={place} part={part} />)
