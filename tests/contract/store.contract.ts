import { describe } from 'bun:test'
import { accountsContract } from './store/accounts.ts'
import { allotmentsContract } from './store/allotments.ts'
import { boardContract } from './store/board.ts'
import { codesContract } from './store/codes.ts'
import { groupsContract } from './store/groups.ts'
import type { OpenTestStore } from './store/harness.ts'
import { holdingContract } from './store/holding.ts'
import { historiesContract } from './store/histories.ts'
import { historyContract } from './store/history.ts'
import { historyPagesContract } from './store/history-pages.ts'
import { keysContract } from './store/keys.ts'
import { lateContract } from './store/late.ts'
import { liveContract } from './store/live.ts'
import { mailContract } from './store/mail.ts'
import { orderMailsContract } from './store/order-mails.ts'
import { ordersContract } from './store/orders.ts'
import { racesContract } from './store/races.ts'
import { removalsContract } from './store/removals.ts'
import { stockContract } from './store/stock.ts'
import { undoContract } from './store/undo.ts'
import { undoRacesContract } from './store/undo-races.ts'
import { upkeepContract } from './store/upkeep.ts'
import { windowsContract } from './store/windows.ts'

/** The contract of every adapter of the store port. Each call of `open` returns a new, empty store. */
export function storeContract(name: string, open: OpenTestStore) {
  describe(`store: ${name}`, () => {
    describe('accounts and sessions', () => accountsContract(open))
    describe('codes', () => codesContract(open))
    describe('waiting mail', () => mailContract(open))
    describe('mails about orders', () => orderMailsContract(open))
    describe('stock', () => stockContract(open))
    describe('orders', () => ordersContract(open))
    describe('late orders', () => lateContract(open))
    describe('ordering windows', () => windowsContract(open))
    describe('the board', () => boardContract(open))
    describe('idempotency keys', () => keysContract(open))
    describe('allotments', () => allotmentsContract(open))
    describe('holding back', () => holdingContract(open))
    describe('removals', () => removalsContract(open))
    describe('history', () => historyContract(open))
    describe('pages of the history', () => historyPagesContract(open))
    describe('undo', () => undoContract(open))
    describe('topics and revisions', () => liveContract(open))
    describe('concurrent calls', () => racesContract(open))
    describe('calls that arrive together', () => groupsContract(open))
    describe('concurrent undos', () => undoRacesContract(open))
    describe('histories', () => historiesContract(open))
    describe('upkeep', () => upkeepContract(open))
  })
}
