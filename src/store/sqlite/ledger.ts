import type { Movement } from '../shared/movements.ts'
import type { Connection } from './connection.ts'

/** Records why a quantity changed. Belongs in the write that changes it. */
export function openLedger({ prepare }: Connection) {
  const insert = prepare(
    `INSERT INTO movements (item_id, item_change, line_id, line_change, reason, actor_id, at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    record(movement: Movement): void {
      const { itemId, itemChange, lineId, lineChange, reason, actorId, at } = movement
      insert.run(itemId, itemChange, lineId, lineChange, reason, actorId, at)
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
