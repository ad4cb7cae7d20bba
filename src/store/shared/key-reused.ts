import { Refusal } from '#src/rules/refusal.ts'

/** The refusal of a key that came with another request before. */
export const keyReused = () =>
  new Refusal('key_reused', 'This Idempotency-Key was used for another request.')
