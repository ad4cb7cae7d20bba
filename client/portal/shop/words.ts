import { counted, grouped } from '#src/rules/number-text.ts'
import { limits } from '#src/contract/limits.ts'
import { clockText } from '#src/rules/day-text.ts'

export const AT_MOST = `At most ${grouped(limits.orderedQuantity)} in one order`

/** `Offline since 14:02.` */
export const offlineWords = (since: number): string =>
  `Offline since ${clockText(new Date(since))}.`

/** What is said of an order that was confirmed and has no answer. */
export const waitingWords = (pieces: number, sentAt: number): string =>
  `Your order of ${counted(pieces, 'piece')}, confirmed at ${clockText(new Date(sentAt))}, waits for the server. It is sent by itself.`
