/** Why a quantity changed. SQLite's schema lists the same reasons. */
export const MOVEMENT_REASONS = ['allotted', 'edited', 'line removed', 'cart removed'] as const
export type MovementReason = (typeof MOVEMENT_REASONS)[number]

/** Why a line was deleted. */
export type RemovalReason = Extract<MovementReason, `${string} removed`>

/** One change of a quantity: of an item's shelf, of a line, or of both in opposite directions. */
export type Movement = {
  itemId: string | null
  itemChange: number
  lineId: string | null
  lineChange: number
  reason: MovementReason
  actorId: string
  /** Milliseconds since 1970. */
  at: number
}
