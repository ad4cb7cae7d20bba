import { clubOf, isOrdersTopic } from '#src/contract/topics.ts'
import type { LiveStore } from '../port.ts'
import type { Database } from '../tables.ts'
import { ask } from '../work.ts'

/** The area `live`. */
export const openLive = ({ read }: Database): LiveStore => ({
  readRev: (topic) =>
    read(({ topics }) =>
      ask(isOrdersTopic(topic) ? topics.orderRev(clubOf(topic)) : topics.rev(topic)),
    ),
  pulse: ({ personIds, jtis }) =>
    read(function* ({ accounts, carts, endedTokens, topics }) {
      const heads = yield* ask(carts.heads())
      const revs = new Map<string | null, number>(heads.map(({ clubId, rev }) => [clubId, rev]))
      return {
        revs: {
          ordering: yield* ask(topics.rev('ordering')),
          people: yield* ask(topics.rev('people')),
          carts: yield* ask(topics.rev('carts')),
          inventory: yield* ask(topics.rev('inventory')),
          catalogue: yield* ask(topics.rev('catalogue')),
        },
        accounts: (yield* ask(accounts.withIds(personIds))).map(
          ({ id, ver, access, disabled, clubId }) => {
            const ordersRev = revs.get(clubId) ?? 0
            return { id, ver, access, disabled, clubId, ordersRev }
          },
        ),
        endedJtis: yield* ask(endedTokens.find(jtis)),
      }
    }),
})
