import type { ClientSession } from 'mongodb'
import { lineKey, nameKey } from '#src/rules/names.ts'
import { BATCH_ROWS, type Batch, type Counts, type Rows } from '../transfer.ts'
import type { Connection } from './connection.ts'
import {
  type AccountDoc,
  type AnsweredDoc,
  type CartDoc,
  type EndedTokenDoc,
  type ItemDoc,
  type LineDoc,
  type MailDoc,
  type RemovedLineDoc,
} from './documents.ts'
import type { Entry } from '../port.ts'
import { entryStages, toEntriesDocs } from './entry-documents.ts'
import type { Ordering } from '#src/rules/window.ts'
import { toCopy, toOrdering } from './ordering.ts'

/** Reads documents as rows, in batches. */
async function giveEach<Doc, Row>(
  found: AsyncIterable<Doc>,
  toRow: (document: Doc) => Row,
  give: (rows: Row[]) => Promise<void>,
): Promise<void> {
  let rows: Row[] = []
  for await (const document of found) {
    rows.push(toRow(document))
    if (rows.length < BATCH_ROWS) continue
    await give(rows)
    rows = []
  }
  if (rows.length > 0) await give(rows)
}

const withId = <T extends { _id: string }>({ _id, ...rest }: T) => ({ id: _id, ...rest })
/** `batch` follows from the history. */
function toAccount(document: AccountDoc): Rows['accounts'] {
  const { batch: _, ...account } = document
  return withId(account)
}
const withoutId = <T extends { _id: string }>({ _id, ...rest }: T) => rest
function toItem(document: ItemDoc): Rows['items'] {
  const { _id, nameKey: _, catalogueRev: __, batch: ___, ...item } = document
  return { id: _id, ...item }
}
const toCart = ({ _id, accountId, rev, knownSince, changedAt }: CartDoc): Rows['carts'] => ({
  id: _id,
  accountId,
  rev,
  knownSince,
  changedAt: changedAt ?? null,
})
function toMail(document: MailDoc): Rows['mails'] {
  const { leased: _, ...mail } = document
  return withId(mail)
}
function toLine(document: LineDoc, cartId: string): Omit<Rows['lines'], 'deleted'> {
  const { _id, key: _, batch: __, ...line } = document
  return { id: _id, cartId, ...line }
}
const toRemoved = ({ cartId, deletedAt, deletedBy, deletedWhy, ...line }: RemovedLineDoc) => ({
  ...toLine(line, cartId),
  deleted: { at: deletedAt, by: deletedBy, why: deletedWhy },
})
const toToken = ({ _id, accountId, expiresAt }: EndedTokenDoc) => ({
  jti: _id,
  accountId,
  expiresAt: expiresAt.getTime(),
})
/** The id is `<account id> <key>`; a key may hold spaces, an account id does not. */
function toAnswered({ _id, bodyHash, body, at }: AnsweredDoc): Rows['answered'] {
  const end = _id.indexOf(' ')
  return { accountId: _id.slice(0, end), key: _id.slice(end + 1), bodyHash, body, at: at.getTime() }
}

/** Reads every row of the session's snapshot, in the order of `KINDS`, and waits until `give` has taken each batch. */
export async function readRows(
  connection: Connection,
  session: ClientSession,
  give: (batch: Batch) => Promise<void>,
): Promise<void> {
  const { accounts, items, carts, removedLines, entries, answered } = connection
  const { endedTokens, codes, codeTries, outbox, ordering, portal } = connection
  const flag = toOrdering(await ordering.findOne({ _id: 'ordering' }, { session }))
  const installation = (await portal.findOne({ _id: 'portal' }, { session }))?.installation ?? ''
  await give({ kind: 'portal', rows: [{ installation, ...flag }] })
  await giveEach(accounts.find({}, { session }), toAccount, (rows) =>
    give({ kind: 'accounts', rows }),
  )
  await giveEach(items.find({}, { session }).sort({ _id: 1 }), toItem, (rows) =>
    give({ kind: 'items', rows }),
  )
  await giveEach(carts.find({}, { session }), toCart, (rows) => give({ kind: 'carts', rows }))
  for await (const { _id, lines } of carts.find({ lines: { $ne: [] } }, { session })) {
    const rows = lines.map((line) => ({ ...toLine(line, _id), deleted: null }))
    await give({ kind: 'lines', rows })
  }
  await giveEach(removedLines.find({}, { session }), toRemoved, (rows) =>
    give({ kind: 'lines', rows }),
  )
  await giveEach(
    entries.aggregate<Entry>(entryStages({}), { session }),
    (entry) => entry,
    (rows) => give({ kind: 'entries', rows }),
  )
  await giveEach(answered.find({}, { session }), toAnswered, (rows) =>
    give({ kind: 'answered', rows }),
  )
  await giveEach(endedTokens.find({}, { session }), toToken, (rows) =>
    give({ kind: 'endedTokens', rows }),
  )
  await giveEach(codes.find({}, { session }), withId, (rows) => give({ kind: 'codes', rows }))
  await giveEach(codeTries.find({}, { session }).sort({ _id: 1 }), withoutId, (rows) =>
    give({ kind: 'codeTries', rows }),
  )
  await giveEach(outbox.find({}, { session }), toMail, (rows) => give({ kind: 'mails', rows }))
}

const toDoc = <T extends { id: string }>({ id, ...rest }: T) => ({ _id: id, ...rest })
function toLineDoc(row: Rows['lines']): LineDoc {
  const { id, cartId: _, deleted: __, ...line } = row
  return { _id: id, key: lineKey({ itemId: line.itemId, itemName: line.ownName }), ...line }
}
const toRemovedDocs = (line: Rows['lines']): RemovedLineDoc[] => {
  if (!line.deleted) return []
  const { at, by, why } = line.deleted
  const { cartId } = line
  return [{ ...toLineDoc(line), cartId, deletedAt: at, deletedBy: by, deletedWhy: why }]
}

async function writeLines({ carts, removedLines }: Connection, rows: Rows['lines'][]) {
  const live = rows.filter(({ deleted }) => deleted === null)
  const updates = [...Map.groupBy(live, ({ cartId }) => cartId)].map(([cartId, lines]) => ({
    updateOne: {
      filter: { _id: cartId },
      update: { $push: { lines: { $each: lines.map(toLineDoc) } } },
    },
  }))
  if (updates.length > 0) await carts.bulkWrite(updates)
  const removed = rows.flatMap(toRemovedDocs)
  if (removed.length > 0) await removedLines.insertMany(removed)
}

/** Writes one batch. Every cart has a copy of the ordering switch. */
export async function writeRows(
  connection: Connection,
  batch: Batch,
  flag: Ordering,
): Promise<void> {
  const { accounts, items, carts, entries, answered } = connection
  const { endedTokens, codes, codeTries, outbox } = connection
  switch (batch.kind) {
    case 'portal':
      return
    case 'accounts':
      await accounts.insertMany(batch.rows.map(toDoc))
      return
    case 'items':
      await items.insertMany(
        batch.rows.map((row) => ({
          ...toDoc(row),
          nameKey: nameKey(row.name),
          catalogueRev: 1,
        })),
      )
      return
    case 'carts':
      await carts.insertMany(
        batch.rows.map(({ changedAt, ...row }) => ({
          ...toDoc(row),
          ...(changedAt !== null && { changedAt }),
          detailsRev: 0,
          ...toCopy(flag),
          lines: [],
        })),
      )
      return
    case 'lines':
      await writeLines(connection, batch.rows)
      return
    case 'entries':
      await entries.insertMany(toEntriesDocs(batch.rows))
      return
    case 'answered':
      await answered.insertMany(
        batch.rows.map(({ accountId, key, bodyHash, body, at }) => ({
          _id: `${accountId} ${key}`,
          bodyHash,
          body,
          at: new Date(at),
        })),
      )
      return
    case 'endedTokens':
      await endedTokens.insertMany(
        batch.rows.map(({ jti, accountId, expiresAt }) => ({
          _id: jti,
          accountId,
          expiresAt: new Date(expiresAt),
        })),
      )
      return
    case 'codes':
      await codes.insertMany(batch.rows.map(toDoc))
      return
    case 'codeTries':
      await codeTries.insertMany(batch.rows.map((row) => ({ _id: Bun.randomUUIDv7(), ...row })))
      return
    case 'mails':
      await outbox.insertMany(batch.rows.map((row) => ({ ...toDoc(row), leased: false })))
  }
}

/** How many rows of each kind the database holds. */
export async function countRows(connection: Connection): Promise<Counts> {
  const { accounts, items, carts, removedLines, entries, answered } = connection
  const { endedTokens, codes, codeTries, outbox } = connection
  const [live] = await carts
    .aggregate<{ lines: number }>([{ $group: { _id: null, lines: { $sum: { $size: '$lines' } } } }])
    .toArray()
  const [history] = await entries
    .aggregate<{ entries: number }>([
      { $group: { _id: null, entries: { $sum: { $size: '$entries' } } } },
    ])
    .toArray()
  return {
    portal: 1,
    accounts: await accounts.countDocuments(),
    items: await items.countDocuments(),
    carts: await carts.countDocuments(),
    lines: (live?.lines ?? 0) + (await removedLines.countDocuments()),
    entries: history?.entries ?? 0,
    answered: await answered.countDocuments(),
    endedTokens: await endedTokens.countDocuments(),
    codes: await codes.countDocuments(),
    codeTries: await codeTries.countDocuments(),
    mails: await outbox.countDocuments(),
  }
}
