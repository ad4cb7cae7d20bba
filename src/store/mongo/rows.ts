import type { ClientSession } from 'mongodb'
import { asPersonId } from '#src/contract/ids.ts'
import { nameKey } from '#src/rules/names.ts'
import { BATCH_ROWS, type Batch, type Kind, KINDS, type Rows } from '../transfer.ts'
import type { Connection } from './connection.ts'
import type { AnsweredDoc, LineDoc, MailDoc, PastLineDoc, RemovedLineDoc } from './documents.ts'
import type { Entry } from '../port.ts'
import { entryStages, toEntriesDocs } from './entry-documents.ts'
import { answerId } from './idempotency.ts'
import { toLine, toLineDoc } from './lines.ts'
import { openSwitches } from './ordering.ts'

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

function toLineRow(doc: LineDoc): Omit<Rows['lines'], 'cartId' | 'deleted'> {
  const { itemName: _, unit: _unit, ...line } = toLine(doc)
  return { ...line, ownName: doc.ownName, at: doc.ordered_at, known: doc.known }
}
export const toLiveRow = (line: LineDoc, cartId: string): Rows['lines'] => ({
  ...toLineRow(line),
  cartId,
  deleted: null,
})
export function toRemovedRow(line: RemovedLineDoc): Rows['lines'] {
  const { cartId, deletedAt: at, deletedBy: by, deletedWhy: why } = line
  return { ...toLineRow(line), cartId, deleted: { at, by, why } }
}

async function* readPortal(
  connection: Connection,
  session: ClientSession,
): AsyncGenerator<Rows['portal']> {
  const { ordering } = await openSwitches(connection).read(session)
  const portal = await connection.portal.findOne({ _id: 'portal' }, { session })
  const { edition: _, ...switches } = ordering
  const { installation = '', registration = 'open' } = portal ?? {}
  yield { installation, registration, ...switches }
}

function toPastRow(line: PastLineDoc, cartId: string): Rows['pastLines'] {
  const { known: _, ...row } = toLineRow({ ...line, known: null })
  return { ...row, cartId, deleted: null, itemName: line.itemName, unit: line.unit }
}
function toPastRemovedRow(line: RemovedLineDoc): Rows['pastLines'] {
  const { known: _, ...row } = toRemovedRow(line)
  return { ...row, itemName: null, unit: '' }
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
  for await (const { _id, lines } of carts.find({}, { session }))
    for (const line of lines) yield toLiveRow(line, _id)
  const past = { cartId: { $nin: await pastCartIds(connection, session) } }
  for await (const line of removedLines.find(past, { session })) yield toRemovedRow(line)
}

async function* readPastLines(
  connection: Connection,
  session: ClientSession,
): AsyncGenerator<Rows['pastLines']> {
  const { pastCarts, removedLines } = connection
  for await (const { _id, lines } of pastCarts.find({}, { session }))
    for (const line of lines) yield toPastRow(line, _id)
  const past = { cartId: { $in: await pastCartIds(connection, session) } }
  for await (const line of removedLines.find(past, { session })) yield toPastRemovedRow(line)
}

async function* readEditions(
  { editions, ordering }: Connection,
  session: ClientSession,
): AsyncGenerator<Rows['editions']> {
  for await (const { _id: id, name, beganAt, endedAt, endedBatch } of editions.find(
    {},
    { session },
  ))
    yield { id, name, beganAt, endedAt, endedBatch }
  const stored = await ordering.findOne({ _id: 'ordering' }, { session })
  if (!stored) return
  const { _id: id, name, beganAt } = stored.edition
  yield { id, name, beganAt, endedAt: null, endedBatch: null }
}

async function writeEditions(
  { editions, ordering }: Connection,
  rows: readonly Rows['editions'][],
): Promise<void> {
  for (const { id: _id, name, beganAt, endedAt, endedBatch } of rows) {
    const edition = { _id, name, nameKey: nameKey(name), beganAt }
    if (endedAt !== null && endedBatch !== null)
      await editions.insertOne({ ...edition, endedAt, endedBatch })
    else await ordering.updateOne({ _id: 'ordering' }, { $set: { edition } })
  }
}

function toRemovedDoc(row: Rows['lines']): RemovedLineDoc[] {
  if (!row.deleted) return []
  const { at: deletedAt, by: deletedBy, why: deletedWhy } = row.deleted
  return [{ ...toLineDoc(row), cartId: row.cartId, deletedAt, deletedBy, deletedWhy }]
}

async function writePastLines(
  { pastCarts, removedLines }: Connection,
  rows: readonly Rows['pastLines'][],
): Promise<void> {
  const kept = rows.filter(({ deleted }) => deleted === null)
  const updates = [...Map.groupBy(kept, ({ cartId }) => cartId)].map(([_id, lines]) => {
    const docs = lines.map((row): PastLineDoc => {
      const { known: _, ...doc } = toLineDoc({ ...row, known: null })
      return { ...doc, itemName: row.itemName, unit: row.unit }
    })
    return {
      updateOne: {
        filter: { _id },
        update: { $push: { lines: { $each: docs } }, $inc: { count: docs.length } },
      },
    }
  })
  if (updates.length > 0) await pastCarts.bulkWrite(updates)
  const removed = rows.flatMap((row) => toRemovedDoc({ ...row, known: null }))
  if (removed.length > 0) await removedLines.insertMany(removed)
}

async function writeLines({ carts, removedLines }: Connection, rows: readonly Rows['lines'][]) {
  const live = rows.filter(({ deleted }) => deleted === null)
  const updates = [...Map.groupBy(live, ({ cartId }) => cartId)].map(([cartId, lines]) => ({
    updateOne: {
      filter: { _id: cartId },
      update: { $push: { lines: { $each: lines.map(toLineDoc) } } },
    },
  }))
  if (updates.length > 0) await carts.bulkWrite(updates)
  const removed = rows.flatMap(toRemovedDoc)
  if (removed.length > 0) await removedLines.insertMany(removed)
}

/** All entries, oldest first. By itself the driver would hold 16 MB of them at once. */
export const readEntries = ({ entries }: Connection, session: ClientSession) =>
  entries.aggregate<Entry>(entryStages({}), { session, batchSize: BATCH_ROWS })

/** The id is `<person id> <key>`; a key may hold spaces, an id does not. */
function toAnswered({ _id, bodyHash, body, at }: AnsweredDoc): Rows['answered'] {
  const end = _id.indexOf(' ')
  const personId = asPersonId(_id.slice(0, end))
  return { personId, key: _id.slice(end + 1), bodyHash, body, at: at.getTime() }
}

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
  clubs: {
    read: ({ clubs }, session) => clubs.find({}, { session }).map(withId),
    write: ({ clubs }, rows) => clubs.insertMany(rows.map(toDoc)),
  },
  accounts: {
    read: ({ accounts }, session) => accounts.find({}, { session }).map(withId),
    write: ({ accounts }, rows) => accounts.insertMany(rows.map(toDoc)),
  },
  invitations: {
    read: ({ invitations }, session) => invitations.find({}, { session }).map(withId),
    write: ({ invitations }, rows) => invitations.insertMany(rows.map(toDoc)),
  },
  items: {
    read: ({ items }, session) =>
      items.find({}, { session, projection: { nameKey: 0, catalogueRev: 0 } }).sort({ _id: 1 }),
    write: ({ items }, rows) =>
      items.insertMany(
        rows.map((row) => ({ ...row, nameKey: nameKey(row.itemName), catalogueRev: 1 })),
      ),
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
          detailsRev: 0,
          switches: 0,
          lines: [],
        })),
      ),
  },
  lines: { read: readLines, write: writeLines },
  editions: { read: readEditions, write: writeEditions },
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
  sheets: {
    read: ({ sheets }, session) => sheets.find({}, { session }).map(withId),
    write: ({ sheets }, rows) => sheets.insertMany(rows.map(toDoc)),
  },
  answered: {
    read: ({ answered }, session) => answered.find({}, { session }).map(toAnswered),
    write: ({ answered }, rows) =>
      answered.insertMany(
        rows.map(({ personId, key, bodyHash, body, at }) => ({
          _id: answerId(personId, key),
          bodyHash,
          body,
          at: new Date(at),
        })),
      ),
  },
  endedTokens: {
    read: ({ endedTokens }, session) =>
      endedTokens.find({}, { session }).map(({ _id, personId, expiresAt }) => ({
        jti: _id,
        personId,
        expiresAt: expiresAt.getTime(),
      })),
    write: ({ endedTokens }, rows) =>
      endedTokens.insertMany(
        rows.map(({ jti, personId, expiresAt }) => ({
          _id: jti,
          personId,
          expiresAt: new Date(expiresAt),
        })),
      ),
  },
  codes: {
    read: ({ codes }, session) => codes.find({}, { session }).map(withId),
    write: ({ codes }, rows) => codes.insertMany(rows.map(toDoc)),
  },
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
  for (const kind of KINDS) {
    let rows: unknown[] = []
    const giveRows = () => give({ kind, rows } as Batch)
    for await (const row of TABLES[kind].read(connection, session)) {
      rows.push(row)
      if (rows.length < BATCH_ROWS) continue
      await giveRows()
      rows = []
    }
    if (rows.length > 0) await giveRows()
  }
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
