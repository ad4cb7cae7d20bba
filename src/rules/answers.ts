import type { OrderLine } from '#src/contract/records.ts'

/** The replies that are kept word for word under an idempotency key, as JSON text. */
export const orderAnswer = (items: readonly OrderLine[]): string =>
  JSON.stringify({ message: 'Order placed.', items })

export const messageAnswer = (): string => JSON.stringify({ message: 'Order placed.' })

export const allotAnswer = (updated: number): string =>
  JSON.stringify({ message: 'Changes saved.', updated })

export { keyReused } from './refusal.ts'
