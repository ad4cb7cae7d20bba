import type { ClientSession } from 'mongodb'
import { asShown } from '#src/rules/announced.ts'
import { type Told, tellingOf } from '../shared/telling.ts'
import type { Connection } from './connection.ts'
import type { EntrySearch } from './entry-search.ts'

/** How far clubs were told about their orders. */
export function openTellings({ accounts, carts, settled }: Connection, search: EntrySearch) {
  return {
    /** The clubs for which others changed something since they were told, and for which no mail waits. */
    async changed(): Promise<{ accountId: string; changedAt: number }[]> {
      const waiting = await settled.outbox.distinct('accountId', { state: 'waiting' })
      const found = await settled.carts
        .find(
          { changedAt: { $exists: true }, accountId: { $nin: waiting.flatMap((id) => id ?? []) } },
          { projection: { accountId: 1, changedAt: 1 } },
        )
        .toArray()
      return found.map(({ accountId, changedAt = 0 }) => ({ accountId, changedAt }))
    },
    /** What to tell a club now: what changed until then is no news any more. */
    async take(
      accountId: string,
      now: number,
      session: ClientSession,
      { isMuted = false } = {},
    ): Promise<ReturnType<typeof tellingOf> | null> {
      const account = await accounts.findOne({ _id: accountId }, { session })
      const cart = await carts.findOneAndUpdate(
        { accountId },
        { $unset: { changedAt: '' } },
        { session },
      )
      if (!account || !cart) return null
      const { clubName, orderMails, disabled } = account
      const wantsMails = orderMails && !disabled && !isMuted
      const entries = await search.readableSince(accountId, cart.told.batch, session)
      const shown = new Map(
        cart.lines.map((line) => [
          line._id,
          asShown({ ...line, announced: line.announced ?? null }),
        ]),
      )
      const { rev, told } = cart
      return tellingOf({ accountId, rev, told, clubName, wantsMails }, entries, shown, now)
    },
    /** A club never counts as told less than before. */
    async setTold(accountId: string, told: Told, session: ClientSession): Promise<void> {
      await carts.updateOne(
        { accountId, 'told.rev': { $lte: told.rev } },
        { $set: { told } },
        { session },
      )
    },
  }
}

export type Tellings = ReturnType<typeof openTellings>
