import type { Connection } from './connection.ts'

type Movement = {
  itemId?: string | null
  itemChange?: number
  lineId?: string
  lineChange?: number
  reason: 'allotted' | 'edited' | 'line removed' | 'cart removed'
  actorId: string
  at: number
}

/** Records why a quantity changed; belongs in the write that changes it. */
export function openLedger({ prepare }: Connection) {
  const insert = prepare(
    `INSERT INTO movements (item_id, item_change, line_id, line_change, reason, actor_id, at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    record(movement: Movement): void {
      const { itemId = null, itemChange = 0, lineId = null, lineChange = 0 } = movement
      const { reason, actorId, at } = movement
      insert.run(itemId, itemChange, lineId, lineChange, reason, actorId, at)
    },
  }
}

export type Ledger = ReturnType<typeof openLedger>
