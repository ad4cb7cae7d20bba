import type { ClientSession } from 'mongodb'
import { TOOL } from '#src/rules/entries.ts'
import { within } from '#src/rules/within.ts'
import type { Database, Tables } from '../tables.ts'
import { runLater } from '../work.ts'
import { openAccounts } from './accounts.ts'
import { type KnownItems, openCarts } from './carts.ts'
import { openCodes } from './codes.ts'
import type { Connection } from './connection.ts'
import { answerId, type Collections } from './documents.ts'
import { openEditions } from './editions.ts'
import { openEntries } from './entries.ts'
import { tooLate } from './failures.ts'
import { openInvitations } from './invitations.ts'
import { openItems } from './items.ts'
import { openMails } from './mail.ts'
import { openSwitches } from './ordering.ts'
import { Moves, openTopics } from './topics.ts'

/** A committed write waits no longer for the revisions that it announces. */
const NUDGE_MS = 1_000

const openSheets = (
  { accounts, entries, sheets }: Collections,
  session: ClientSession,
): Tables['sheets'] => ({
  async savedBy(_id) {
    const saved = await sheets.findOne({ _id }, { session })
    if (!saved || (await entries.findOne({ undoes: saved.batch }, { session }))) return null
    const ofBatch = { _id: { $gte: saved.batch } }
    const batch = await entries.findOne(ofBatch, { session, sort: { _id: 1 } })
    const { by: author = null, at = 0 } = batch ?? {}
    const isPerson = author !== null && author !== TOOL
    const by = isPerson ? await accounts.findOne({ _id: author }, { session }) : null
    return { by: by?.cordName ?? null, at }
  },
  keep: (_id, batch) => sheets.replaceOne({ _id }, { batch }, { upsert: true, session }),
})

/** Two calls with one key at once conflict in the key's document: the second starts again after the first has committed. */
const openAnswers = ({ answered }: Collections, session: ClientSession): Tables['answers'] => ({
  find: (personId, key) => answered.findOne({ _id: answerId({ personId, key }) }, { session }),
  keep: (answer) =>
    answered.replaceOne({ _id: answerId(answer) }, answer, { upsert: true, session }),
})

/** Carts and items share the items that were read. */
function openStock(all: Collections, session: ClientSession, moves: Moves) {
  const known: KnownItems = new Map()
  return {
    ...openCarts(all, session, moves, known),
    items: openItems(all, session, moves, known),
  }
}

const openTables = (all: Collections, session: ClientSession, moves = new Moves()): Tables => ({
  topics: openTopics(all, session),
  ...openAccounts(all, session, moves),
  ...openStock(all, session, moves),
  ordering: openSwitches(all, session, moves),
  editions: openEditions(all, session, moves),
  entries: openEntries(all, session),
  invitations: openInvitations(all, session),
  mails: openMails(all, session),
  codes: openCodes(all, session),
  sheets: openSheets(all, session),
  answers: openAnswers(all, session),
})

/** `rateLimits: false` lifts the limits on codes and orders per time. */
export const toDatabase = (connection: Connection, rateLimits: boolean): Database => ({
  rateLimits,
  read: (work) => connection.snapshot((session) => runLater(work(openTables(connection, session)))),
  async write(work) {
    const { value, batch, moves } = await connection.transact(async (session) => {
      const moves = new Moves()
      const done = await runLater(work(openTables(connection, session, moves)))
      await moves.count(connection, session)
      return { ...done, moves }
    })
    // A committed write must not fail because of this; anti-entropy announces what is missing.
    const summed = await within(NUDGE_MS, moves.summed(connection.settled), tooLate).catch(() => [])
    return { value, moved: [...moves.orders(), ...summed], batch }
  },
})
