import type { Line, LineRequest } from '#src/contract/line.ts'
import { announcedAfterOrder } from '#src/rules/announced.ts'
import { type NewEntry, orderedEntry, raisedEntry } from '#src/rules/entries.ts'
import { may } from '#src/rules/permissions.ts'
import { orderingDisabled, place, type Placement, type StockLookup } from '#src/rules/place.ts'
import { notFound } from '#src/rules/refusal.ts'

/** A club's cart, as far as it says who may order. */
export type Orderer = { accountId: string; access: string; isOpen: boolean }

export type DecidedOrder<L> = {
  raised: (Placement<L>['raised'][number] & Pick<Line, 'announced'>)[]
  created: Line[]
  /** The cart's live lines after the order. */
  lines: Line[]
  entries: NewEntry[]
}

/** Throws `not_found` for an account that is not a club's, `ordering_disabled` while ordering is off. */
export function checkOrderer<O extends Orderer>(orderer: O | null): O {
  if (!orderer || !may(orderer.access, 'orders.own')) throw notFound('This club')
  if (!orderer.isOpen) throw orderingDisabled()
  return orderer
}

const toNewLine = ({
  itemId,
  itemName,
  ordered,
  link,
}: Placement<Line>['created'][number]): Line => ({
  id: Bun.randomUUIDv7(),
  itemId,
  itemName,
  ordered,
  allotted: 0,
  delivered: 0,
  status: 'Pending',
  remarks: '',
  link,
  announced: null,
})

/** What an order does to a cart, and its entries. `live` holds the cart's live lines by `lineKey`. Throws as `place`. */
export function decideOrder<L extends Line>(
  { accountId }: Orderer,
  rows: readonly LineRequest[],
  stock: StockLookup,
  live: ReadonlyMap<string, L>,
): DecidedOrder<L> {
  const { raised: asked, created: wanted } = place(rows, stock, live)
  const raised = asked.map((one) => ({
    ...one,
    announced: announcedAfterOrder(one.line, one.status),
  }))
  const created = wanted.map(toNewLine)
  const after = new Map<string, Line>()
  for (const line of live.values()) after.set(line.id, line)
  for (const { line, ...values } of raised) after.set(line.id, { ...line, ...values })
  return {
    raised,
    created,
    lines: [...after.values(), ...created],
    entries: [
      ...raised.map(({ line, ...values }) => raisedEntry(accountId, line, values)),
      ...created.map((line) => orderedEntry(accountId, line)),
    ],
  }
}
