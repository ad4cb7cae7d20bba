import type { ClientSession } from 'mongodb'
import type { Movement } from '../shared/movements.ts'
import type { Connection } from './connection.ts'

/** Records why quantities changed, inside the transaction that changes them. */
export function openLedger({ movements }: Connection) {
  return {
    async record(list: readonly Movement[], session: ClientSession): Promise<void> {
      if (list.length === 0) return
      await movements.insertMany(
        list.map((movement) => ({ _id: Bun.randomUUIDv7(), ...movement })),
        { session },
      )
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
