import type { ClientSession } from 'mongodb'
import { openHistoryCheck } from '../shared/check-history.ts'
import { type CheckedRows, RULES } from '../shared/rules.ts'
import { sayFinding } from '../transfer.ts'
import type { Connection } from './connection.ts'
import {
  readAllOf,
  readEntries,
  toLiveRow,
  toPastRemovedRow,
  toPastRow,
  toRemovedRow,
} from './rows.ts'

async function readRows(connection: Connection, session: ClientSession): Promise<CheckedRows> {
  const { accounts, carts, clubs, items, removedLines, ordering, pastCarts } = connection
  const people = await accounts.find({}, { session, projection: { passwordHash: 0 } }).toArray()
  const groups = await clubs.find({}, { session, projection: { _id: 1 } }).toArray()
  const baskets = await carts.find({}, { session }).toArray()
  const removed = await removedLines.find({}, { session }).toArray()
  const kept = await pastCarts.find({}, { session }).toArray()
  const pastIds = new Set(kept.map(({ _id }) => _id))
  const isPast = ({ cartId }: { cartId: string }) => pastIds.has(cartId)
  const pastLines = [
    ...kept.flatMap((cart) => cart.lines.map((line) => toPastRow(line, cart._id))),
    ...removed.filter(isPast).map(toPastRemovedRow),
  ]
  const editions = await readAllOf('editions', connection, session)
  const invitations = await readAllOf('invitations', connection, session)
  const flags = await ordering.findOne({ _id: 'ordering' }, { session })
  const stock = (await items.find({}, { session }).toArray()).map((item) => ({
    ...item,
    key: item.nameKey,
  }))
  const lines = [
    ...baskets.flatMap((cart) =>
      cart.lines.map((line) => ({ ...toLiveRow(line, cart._id), key: line.key })),
    ),
    ...removed
      .filter((line) => !isPast(line))
      .map((line) => ({ ...toRemovedRow(line), key: line.key })),
  ]
  const check = openHistoryCheck(
    { live: lines, past: pastLines },
    new Map(stock.map((item) => [item._id, item])),
  )
  for await (const entry of readEntries(connection, session)) check.add(entry)
  const history = check.finish()
  return {
    areDecisionsHeld: () => flags?.decisionsHeld ?? false,
    clubs: () => groups.map(({ _id: id }) => ({ id })),
    accounts: () =>
      people.map(({ _id: id, email, access, clubId }) => ({ id, email, access, clubId })),
    invitations: () => invitations,
    carts: () =>
      baskets.map(({ _id: id, clubId, changedAt = null }) => ({ id, clubId, changedAt })),
    items: () => stock,
    lines: () => lines,
    editions: () => editions,
    pastCarts: () =>
      kept.map(({ _id: id, lines: _lines, count: _count, ...cart }) => ({ id, ...cart })),
    pastLines: () => pastLines,
    history: () => history,
  }
}

/** Checks every invariant in one snapshot; each entry of `broken` names a document and the rule that it breaks. */
export async function verify(
  connection: Connection,
  session: ClientSession,
): Promise<{ checked: string[]; broken: string[] }> {
  const rows = await readRows(connection, session)
  return {
    checked: RULES.map(({ rule }) => rule),
    broken: RULES.flatMap(({ rule, broken }) =>
      broken(rows).map((found) => sayFinding({ ...found, rule })),
    ),
  }
}
