import type { Store } from '../port.ts'
import type { Database } from '../tables.ts'
import { openAccounts } from './accounts.ts'
import { openAnnounce } from './announcing.ts'
import { openFindAnswer } from './answers.ts'
import { openCodes } from './codes.ts'
import { openMail } from './mail.ts'
import { openEditions } from './editions.ts'
import { openEnd } from './ending.ts'
import { openHandOver } from './handing-over.ts'
import { openHistory } from './history.ts'
import { openLive } from './live.ts'
import { openOrderLists } from './order-lists.ts'
import { openOrdering } from './ordering.ts'
import { openOrders } from './orders.ts'
import { openPeople } from './people.ts'
import { openRemoving } from './removing.ts'
import { openStock } from './stock.ts'
import { openUndo } from './undoing.ts'

/** What each database does in its own way. */
export type OwnAreas = Pick<Store, 'upkeep'> & {
  accounts: Pick<Store['accounts'], 'readSession'>
}

/** The areas of a store on a database. */
export const openAreas = (db: Database, own: OwnAreas): Omit<Store, 'epoch' | 'close'> => ({
  ...own,
  accounts: { ...openAccounts(db), ...own.accounts },
  codes: openCodes(db),
  people: openPeople(db),
  mail: openMail(db),
  stock: openStock(db),
  ordering: openOrdering(db),
  live: openLive(db),
  orders: {
    ...openOrders(db),
    ...openOrderLists(db),
    ...openRemoving(db),
    handOver: openHandOver(db),
    announce: openAnnounce(db),
    findAnswer: openFindAnswer(db),
  },
  editions: { ...openEditions(db), end: openEnd(db) },
  history: { ...openHistory(db), undo: openUndo(db) },
})
