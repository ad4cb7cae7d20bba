import { counted, grouped } from '#src/rules/number-text.ts'
import { limits } from '#src/contract/limits.ts'
import { clockText } from '#src/rules/day-text.ts'
import { countPieces, type PendingOrder } from './cart.ts'

export const AT_MOST = `At most ${grouped(limits.orderedQuantity)} in one order`

/** `Offline since 14:02.` */
export const offlineWords = (since: number): string =>
  `Offline since ${clockText(new Date(since))}.`

/** What is said of an order that was confirmed and has no answer. */
export const waitingWords = (order: PendingOrder): string =>
  `Your order of ${counted(countPieces(order.body.items), 'piece')}, confirmed at ${clockText(new Date(order.sentAt))}, waits for the server. It is sent by itself.`
