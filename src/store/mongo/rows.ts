import type { ClientSession, Collection } from 'mongodb'
import type { Ordering } from '#src/rules/window.ts'
import { BATCH_ROWS, type Batch, giveRows, type Kind, KINDS, type Rows } from '../transfer.ts'
import type { Connection } from './connection.ts'
import { answerId, type MailDoc } from './documents.ts'
import type { Entry } from '../port.ts'
import { entryStages, toEntriesDocs } from './entry-documents.ts'

/** How rows of one kind are read, and written to a database that has none of them. */
type Table<Row> = {
  read(connection: Connection, session: ClientSession): AsyncIterable<Row>
  write(connection: Connection, rows: readonly Row[]): Promise<unknown>
}

const withId = <Id, T extends { _id: Id }>({ _id, ...rest }: T & { _id: Id }) => ({
  id: _id,
  ...rest,
})
const toDoc = <Id, T extends { id: Id }>({ id, ...rest }: T & { id: Id }) => ({ _id: id, ...rest })

/** The kinds whose documents are their rows. */
type Plain = 'clubs' | 'accounts' | 'invitations' | 'editions' | 'sheets' | 'endedTokens' | 'codes'

function plain<K extends Plain>(kind: K): Table<Rows[K]> {
  const of = (connection: Connection) => connection[kind] as unknown as Collection<{ _id: string }>
  return {
    read: (connection, session) =>
      of(connection).find({}, { session }).map(withId) as unknown as AsyncIterable<Rows[K]>,
    write: (connection, rows) => of(connection).insertMany(rows.map(toDoc)),
  }
}

/** What a backup leaves out of the switches. */
const UNCOPIED = { _id: 0, rev: 0, clubs: 0, pickupKeyHash: 0 }

async function* readPortal(
  { ordering, portal }: Connection,
  session: ClientSession,
): AsyncGenerator<Rows['portal']> {
  const options = { session, projection: UNCOPIED }
  const switches = await ordering.findOne<Ordering>({ _id: 'ordering' }, options)
  const { installation = '', registration = 'open' } = (await portal.findOne({}, { session })) ?? {}
  if (switches) yield { installation, registration, ...switches }
}

/** The ids of the carts of ended editions. */
async function pastCartIds({ pastCarts }: Connection, session: ClientSession): Promise<string[]> {
  const found = pastCarts.find({}, { session, projection: { _id: 1 } })
  return (await found.toArray()).map(({ _id }) => _id)
}

async function* readLines(
  connection: Connection,
  session: ClientSession,
): AsyncGenerator<Rows['lines']> {
  const { carts, removedLines } = connection
  for await (const { _id: cartId, lines } of carts.find({}, { session }))
    for (const line of lines) yield { ...line, cartId, deleted: null }
  const past = { cartId: { $nin: await pastCartIds(connection, session) } }
  yield* removedLines.find(past, { session })
}

async function* readPastLines(
  connection: Connection,
  session: ClientSession,
): AsyncGenerator<Rows['pastLines']> {
  const { pastCarts, removedLines } = connection
  for await (const { _id: cartId, lines } of pastCarts.find({}, { session }))
    for (const line of lines) yield { ...line, cartId, deleted: null }
  const past = { cartId: { $in: await pastCartIds(connection, session) } }
  for await (const { known: _, ...line } of removedLines.find(past, { session }))
    yield { ...line, itemName: null, unit: '' }
}

/** A live line, in its cart. */
const toLineDoc = <Row extends object>({
  cartId: _cart,
  deleted: _deleted,
  ...doc
}: Row & { cartId: string; deleted: unknown }) => doc

async function writeRemoved({ removedLines }: Connection, rows: readonly Rows['lines'][]) {
  const removed = rows.flatMap(({ deleted, ...row }) => (deleted ? { ...row, deleted } : []))
  if (removed.length > 0) await removedLines.insertMany(removed)
}

async function writePastLines(connection: Connection, rows: readonly Rows['pastLines'][]) {
  const kept = rows.filter(({ deleted }) => deleted === null)
  const updates = [...Map.groupBy(kept, ({ cartId }) => cartId)].map(([_id, lines]) => ({
    updateOne: {
      filter: { _id },
      update: { $push: { lines: { $each: lines.map(toLineDoc) } }, $inc: { count: lines.length } },
    },
  }))
  if (updates.length > 0) await connection.pastCarts.bulkWrite(updates)
  const removed = rows.map(({ itemName: _name, unit: _unit, ...row }) => ({ ...row, known: null }))
  await writeRemoved(connection, removed)
}

async function writeLines(connection: Connection, rows: readonly Rows['lines'][]) {
  const live = rows.filter(({ deleted }) => deleted === null)
  const updates = [...Map.groupBy(live, ({ cartId }) => cartId)].map(([_id, lines]) => ({
    updateOne: {
      filter: { _id },
      update: { $push: { lines: { $each: lines.map(toLineDoc) } } },
    },
  }))
  if (updates.length > 0) await connection.carts.bulkWrite(updates)
  await writeRemoved(connection, rows)
}

/** All entries, oldest first. By itself the driver would hold 16 MB of them at once. */
export const readEntries = ({ entries }: Connection, session: ClientSession) =>
  entries.aggregate<Entry>(entryStages({}), { session, batchSize: BATCH_ROWS })

const TABLES: { [K in Kind]: Table<Rows[K]> } = {
  portal: {
    read: readPortal,
    async write({ ordering, portal }, rows) {
      for (const { installation, registration, ...switches } of rows) {
        await portal.updateOne({ _id: 'portal' }, { $set: { installation, registration } })
        await ordering.updateOne({ _id: 'ordering' }, { $set: { ...switches, rev: 1 } })
      }
    },
  },
  clubs: plain('clubs'),
  accounts: plain('accounts'),
  invitations: plain('invitations'),
  items: {
    read: ({ items }, session) =>
      items.find({}, { session, projection: { catalogueRev: 0 } }).sort({ _id: 1 }),
    write: ({ items }, rows) => items.insertMany(rows.map((row) => ({ ...row, catalogueRev: 1 }))),
  },
  carts: {
    read: ({ carts }, session) =>
      carts.find({}, { session }).map(({ _id, clubId, rev, knownSince, ...cart }) => ({
        id: _id,
        clubId,
        rev,
        knownSince,
        changedAt: cart.changedAt ?? null,
        changedBatch: cart.changedBatch ?? null,
      })),
    write: ({ carts }, rows) =>
      carts.insertMany(
        rows.map(({ changedAt, changedBatch, ...row }) => ({
          ...toDoc(row),
          ...(changedAt !== null && { changedAt }),
          ...(changedBatch !== null && { changedBatch }),
          switches: 0,
          lines: [],
        })),
      ),
  },
  lines: { read: readLines, write: writeLines },
  editions: plain('editions'),
  pastCarts: {
    read: ({ pastCarts }, session) =>
      pastCarts
        .find({}, { session, projection: { lines: 0, count: 0 } })
        .map(({ _id: id, lines: _lines, count: _count, ...cart }) => ({ id, ...cart })),
    write: ({ pastCarts }, rows) =>
      pastCarts.insertMany(rows.map((row) => ({ ...toDoc(row), count: 0, lines: [] }))),
  },
  pastLines: { read: readPastLines, write: writePastLines },
  entries: {
    read: readEntries,
    async write({ carts, entries }, rows) {
      await entries.insertMany(toEntriesDocs(rows))
      // The list of orders says when something changed last.
      const last = new Map(
        rows.flatMap(({ kind, clubId, batch }) =>
          clubId === null || kind === 'invitation_changed' ? [] : [[clubId, batch]],
        ),
      )
      if (last.size === 0) return
      await carts.bulkWrite(
        [...last].map(([clubId, batch]) => ({
          updateOne: { filter: { clubId }, update: { $max: { batch } } },
        })),
      )
    },
  },
  sheets: plain('sheets'),
  answered: {
    read: ({ answered }, session) => answered.find({}, { session, projection: { _id: 0 } }),
    write: ({ answered }, rows) =>
      answered.insertMany(rows.map((row) => ({ _id: answerId(row), ...row }))),
  },
  endedTokens: plain('endedTokens'),
  codes: plain('codes'),
  codeTries: {
    read: ({ codeTries }, session) =>
      codeTries.find<Rows['codeTries']>({}, { session, projection: { _id: 0 } }).sort({ _id: 1 }),
    write: ({ codeTries }, rows) =>
      codeTries.insertMany(rows.map((row) => ({ _id: Bun.randomUUIDv7(), ...row }))),
  },
  mails: {
    read: ({ outbox }, session) =>
      outbox.find<Omit<MailDoc, 'leased'>>({}, { session, projection: { leased: 0 } }).map(withId),
    write: ({ outbox }, rows) =>
      outbox.insertMany(rows.map((row) => ({ ...toDoc(row), leased: false }))),
  },
}

/** Reads every row of the session's snapshot, in the order of `KINDS`, and waits until `give` has taken each batch. */
export async function readRows(
  connection: Connection,
  session: ClientSession,
  give: (batch: Batch) => Promise<void>,
): Promise<void> {
  for (const kind of KINDS) await giveRows(kind, TABLES[kind].read(connection, session), give)
}

/** All rows of a kind. */
export async function readAllOf<K extends Kind>(
  kind: K,
  connection: Connection,
  session: ClientSession,
): Promise<Rows[K][]> {
  const rows: Rows[K][] = []
  for await (const row of TABLES[kind].read(connection, session)) rows.push(row)
  return rows
}

/** Writes one batch. */
export async function writeRows(connection: Connection, { kind, rows }: Batch): Promise<void> {
  await (TABLES[kind] as Table<unknown>).write(connection, rows)
}
