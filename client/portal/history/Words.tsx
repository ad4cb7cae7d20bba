import { createContext, useContext } from 'react'
import { Link } from 'wouter'
import { plainText } from '#client/shared/jsx-runtime.ts'
import type { Part } from '#src/rules/describe.ts'
import { grouped } from '#src/rules/number-text.ts'

/** Where names lead to: a club to its order, unless that was deleted, and an item to its ledger. Without it they are plain text. */
export const Leads = createContext<{
  orderOf: (clubId: string) => string | null
  openLedger: (item: { _id: string; itemName: string }) => void
} | null>(null)

function Piece({ part }: { part: Part }) {
  const leads = useContext(Leads)
  if (typeof part === 'string') return plainText(part)
  if ('number' in part) return <b className="num">{grouped(part.number)}</b>
  const name = <bdi>{'name' in part ? part.name : 'club' in part ? part.club : part.item}</bdi>
  if (!leads) return name
  if (!('item' in part)) {
    const href = 'club' in part && leads.orderOf(part.id)
    if (!href) return <b>{name}</b>
    return (
      <Link className="link" href={href}>
        {name}
      </Link>
    )
  }
  const { id, item } = part
  if (id === null) return name
  return (
    <button
      type="button"
      className="link"
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
