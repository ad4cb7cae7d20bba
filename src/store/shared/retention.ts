import { limits } from '#src/contract/limits.ts'

/** How long the first answer to an idempotency key is kept. */
export const ANSWER_MS = limits.idempotencyKeyHours * 3_600_000

/** How long codes, their tries and sent mails are kept. */
export const DAY_MS = 86_400_000
