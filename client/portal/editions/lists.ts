import type { Demand, EditionOrders, ListedEdition } from '#src/contract/editions.ts'
import { api, readList, unlessAt } from '#client/portal/data/api.ts'
import { liveQuery } from '#client/portal/data/live-query.ts'

/** All editions, newest first; a club reads those in which it has lines, and the current one. */
export const editionList = liveQuery<ListedEdition[]>({
  key: ['editions'],
  topics: ['ordering'],
  hasOwnRevision: true,
  read: (known) =>
    readList(api.cart.editions.get(unlessAt(known)), [
      { _id: '', name: '', began_at: '', lines: 0 },
    ]),
})

/** The orders of an ended edition; a club reads its own. */
export const ordersOf = (id: string) =>
  liveQuery<EditionOrders>({
    key: ['edition', id],
    topics: ['ordering'],
    hasOwnRevision: true,
    read: (known) =>
      readList(api.cart.editions({ editionId: id }).get(unlessAt(known)), {
        edition: { _id: '', name: '' },
        clubs: [],
      }),
  })

/** What was asked, given and handed over of each stock item in each edition. */
export const demandList = liveQuery<Demand[]>({
  key: ['demand'],
  topics: ['ordering', 'inventory', 'carts'],
  hasOwnRevision: true,
  read: (known) =>
    readList(api.cart.demand.get(unlessAt(known)), [
      { edition: '', item_id: '', asked: 0, given: 0, handed_over: 0, clubs: 0 },
    ]),
})
