import type { ClientSession } from 'mongodb'
import type { CountedTopic } from '#src/contract/topics.ts'
import { readName } from '#src/rules/name-text.ts'
import { nameKey } from '#src/rules/names.ts'
import { TOOL } from '#src/rules/entries.ts'
import { decideSheet, sheetSaved } from '#src/rules/stock-sheet.ts'
import type { StockStore } from '../port.ts'
import type { Connection } from './connection.ts'
import { toItemDoc } from './items.ts'
import type { Parts } from './parts.ts'

/** The method `stock.saveSheet`. */
export function openSheets(
  { accounts, carts, entries: history, items: stock, sheets }: Connection,
  { entries, items, keys }: Parts,
): Pick<StockStore, 'saveSheet'> {
  /** Throws `changed_meanwhile` if the count of the sheet was saved and not undone. */
  async function checkSheet(sheet: string, now: number, session: ClientSession): Promise<void> {
    const saved = await sheets.findOne({ _id: sheet }, { session })
    if (!saved || (await history.findOne({ undoes: saved.batch }, { session }))) return
    const batch = await history.findOne(
      { _id: { $gte: saved.batch } },
      { session, sort: { _id: 1 } },
    )
    const { by: author = null } = batch ?? {}
    const isPerson = author !== null && author !== TOOL
    const by = isPerson ? await accounts.findOne({ _id: author }, { session }) : null
    throw sheetSaved(by?.cordName ?? null, batch?.at ?? now, now)
  }

  return {
    saveSheet: ({ mode, sheet, rows, actorId, idempotency, toAnswer, now }) =>
      keys.answerOnce({ actorId, idempotency, now }, async (session) => {
        const counted = mode === 'count' ? sheet : undefined
        if (counted !== undefined) await checkSheet(counted, now, session)
        const named = await items.lookUp(
          rows.flatMap(({ _id }) => _id ?? []),
          rows.map(({ itemName }) => nameKey(readName(itemName))),
          session,
        )
        const decided = decideSheet(mode, rows, named)
        const { added, changed, isInCatalogue } = decided
        if (decided.entries.length === 0)
          return { value: toAnswer({ batch: undefined, added: 0, changed: 0 }) }

        const made = { by: actorId, at: now, entries: decided.entries }
        const batch = await entries.add(made, session)
        if (added.length > 0) await stock.insertMany(added.map(toItemDoc), { session })
        await items.set(
          changed.map(({ before, ...change }) => ({ id: before._id, ...change })),
          session,
        )
        if (counted !== undefined && batch !== undefined)
          await sheets.replaceOne({ _id: counted }, { batch }, { upsert: true, session })
        const shown = changed.flatMap(({ before, isOnLines }) => (isOnLines ? before._id : []))
        const isShown = { 'lines.item_id': { $in: shown } }
        const moved = shown.length > 0 ? await carts.find(isShown, { session }).toArray() : []
        if (moved.length > 0) await carts.updateMany(isShown, { $inc: { rev: 1 } }, { session })
        const topics: CountedTopic[] = isInCatalogue ? ['inventory', 'catalogue'] : ['inventory']
        return {
          value: toAnswer({ batch, added: added.length, changed: changed.length }),
          carts: moved,
          topics,
        }
      }),
  }
}
