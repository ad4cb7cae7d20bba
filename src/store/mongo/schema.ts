import { type Db, MongoServerError } from 'mongodb'
import { ConfigError } from '#src/config.ts'
import { limits } from '#src/contract/limits.ts'
import { FIRST_ORDERING } from '#src/rules/window.ts'
import { FIRST_EDITION } from '#src/rules/editions.ts'
import { newEdition } from './editions.ts'
import { collectionsOf, type Collections, type LineDoc } from './documents.ts'
import { isDuplicate } from './failures.ts'

/** What a restore or a move writes has this before its names, until it is whole. */
export const INCOMING = 'incoming.'

/** The newest schema. */
const SCHEMA = 1

const NAMESPACE_EXISTS = 48

const quantity = { bsonType: ['int', 'long', 'double'], minimum: 0, maximum: limits.sum - 1 }

const LINE_QUANTITIES = [
  'ordered_quantity',
  'allotted_quantity',
  'delivered_quantity',
] as const satisfies (keyof LineDoc)[]

/** The last line of defence: no write stores a quantity below zero. */
const GUARDS: Readonly<Record<string, object>> = {
  items: {
    bsonType: 'object',
    required: ['itemName', 'key', 'itemQuantity', 'itemStatus', 'rev'],
    properties: { itemQuantity: quantity, firstQuantity: quantity },
  },
  carts: {
    bsonType: 'object',
    required: ['clubId', 'rev', 'switches', 'lines'],
    properties: {
      lines: {
        bsonType: 'array',
        maxItems: limits.linesPerCart,
        items: {
          bsonType: 'object',
          required: ['key', ...LINE_QUANTITIES],
          properties: Object.fromEntries(LINE_QUANTITIES.map((name) => [name, quantity])),
        },
      },
    },
  },
}

async function createCollection(db: Db, name: string, prefix = ''): Promise<void> {
  const guard = GUARDS[name]
  try {
    await db.createCollection(prefix + name, guard ? { validator: { $jsonSchema: guard } } : {})
  } catch (error) {
    // Another instance starts at the same moment.
    if (!(error instanceof MongoServerError && error.code === NAMESPACE_EXISTS)) throw error
  }
}

async function createIndexes(all: Collections): Promise<void> {
  await all.accounts.createIndex({ email: 1 }, { unique: true })
  await all.accounts.createIndex({ clubId: 1, joinedAt: 1 })
  await all.carts.createIndex({ clubId: 1 }, { unique: true })
  await all.carts.createIndex({ 'lines._id': 1 })
  await all.carts.createIndex({ 'lines.item_id': 1 })
  await all.carts.createIndex({ changedAt: 1 }, { sparse: true })
  await all.removedLines.createIndex({ cartId: 1, key: 1 })
  await all.removedLines.createIndex({ cartId: 1, known: 1 })
  await all.editions.createIndex({ key: 1 }, { unique: true })
  await all.editions.createIndex({ endedBatch: 1 }, { unique: true })
  await all.pastCarts.createIndex({ editionId: 1, clubId: 1 }, { unique: true })
  await all.pastCarts.createIndex({ clubId: 1 })
  await all.pastCarts.createIndex({ 'lines._id': 1 })
  await all.items.createIndex({ key: 1 }, { unique: true })
  for (const field of ['entries.clubId', 'entries.itemId', 'entries.lineId', 'entries.kind', 'by'])
    await all.entries.createIndex({ [field]: 1, _id: 1 })
  // The last line of defence: a row's change is taken back once.
  await all.entries.createIndex(
    { undoes: 1, 'entries.lineId': 1, 'entries.itemId': 1 },
    { unique: true, partialFilterExpression: { undoes: { $gt: '' } } },
  )
  await all.answered.createIndex({ at: 1 })
  await all.endedTokens.createIndex({ expiresAt: 1 })
  await all.codes.createIndex({ email: 1, requestedAt: -1 })
  await all.codes.createIndex({ client: 1, requestedAt: -1 })
  await all.codeTries.createIndex({ codeId: 1 })
  await all.codeTries.createIndex({ email: 1, at: -1 })
  await all.invitations.createIndex({ email: 1, at: -1 })
  await all.invitations.createIndex({ clubId: 1, at: -1 })
  await all.invitations.createIndex({ at: 1 })
  await all.outbox.createIndex({ state: 1, dueAt: 1 })
}

/** Creates a document unless another instance was faster. */
async function upsert(write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

/** Throws a `ConfigError` if the database is not the portal's, or of a newer version. */
async function checkOwner(db: Db, names: readonly string[]): Promise<void> {
  const all = collectionsOf(db)
  const portal = await all.portal.findOne({ _id: 'portal' })
  if (portal && portal.schema > SCHEMA)
    throw new ConfigError([
      `The database ${db.databaseName} was written by a newer version of the portal (${portal.schema}, this one knows ${SCHEMA}). Start that version, or name another database in MONGODB_URL.`,
    ])
  const own = [all, collectionsOf(db, INCOMING)].flatMap((of) =>
    Object.values(of).map(({ collectionName }) => collectionName),
  )
  const foreign = names.filter((name) => !own.includes(name))
  if (foreign.length > 0)
    throw new ConfigError([
      `The database ${db.databaseName} holds collections that are not the portal's (${foreign.slice(0, 3).join(', ')}). Name another database in MONGODB_URL.`,
    ])
}

/** Creates the documents that exist once in each database. */
async function createDocuments({ ordering, portal }: Collections): Promise<void> {
  await upsert(() =>
    portal.updateOne(
      { _id: 'portal' },
      {
        $setOnInsert: {
          epoch: Bun.randomUUIDv7(),
          schema: SCHEMA,
          installation: crypto.randomUUID(),
          writtenAt: 0,
          registration: 'open',
          peopleRev: 0,
        },
      },
      { upsert: true },
    ),
  )
  await upsert(() =>
    ordering.updateOne(
      { _id: 'ordering' },
      { $setOnInsert: { ...FIRST_ORDERING, rev: 0, clubs: 0 } },
      { upsert: true },
    ),
  )
}

/**
 * Creates what is missing, and answers the epoch of the database. Several instances may do so at once. Throws a `ConfigError`,
 * and changes nothing, if the database is of a newer version or not the portal's. `mayArrive`: also opens a database in which a restore
 * or a move has not ended.
 */
export async function prepareDatabase(
  db: Db,
  { mayArrive = false, edition = FIRST_EDITION }: { mayArrive?: boolean; edition?: string } = {},
): Promise<string> {
  const all = collectionsOf(db)
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name)
  await checkOwner(db, names)
  for (const name of Object.keys(all)) if (!names.includes(name)) await createCollection(db, name)
  await createDocuments(all)
  const portal = await all.portal.findOne({ _id: 'portal' })
  if (!portal) throw new Error('The document of the portal is missing.')
  if (portal.isArriving && !mayArrive)
    throw new ConfigError([
      `A restore or a move into the database ${db.databaseName} has not ended. Wait for it, or run it again.`,
    ])
  await createIndexes(all)
  // An index allows one edition without an end.
  const first = { $setOnInsert: newEdition(edition, Date.now()) }
  await upsert(() => all.editions.updateOne({ endedBatch: null }, first, { upsert: true }))
  return portal.epoch
}

/** Creates an empty store beside the present one, in place of what an interrupted restore or move left there. */
export async function prepareIncoming(db: Db): Promise<void> {
  const all = collectionsOf(db, INCOMING)
  const found = await db.listCollections({}, { nameOnly: true }).toArray()
  for (const collection of Object.values(all))
    if (found.some(({ name }) => name === collection.collectionName)) await collection.drop()
  for (const name of Object.keys(all)) await createCollection(db, name, INCOMING)
  await createDocuments(all)
  await createIndexes(all)
}

/**
 * Puts the store that was built beside the present one into its place, a collection at a time. The document that lets servers start comes last.
 */
export async function putIncomingInPlace(db: Db): Promise<void> {
  const { portal: last, ...others } = collectionsOf(db, INCOMING)
  for (const collection of [...Object.values(others), last])
    await collection.rename(collection.collectionName.slice(INCOMING.length), { dropTarget: true })
}
