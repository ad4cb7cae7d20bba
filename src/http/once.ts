import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import type { Idempotency } from '#src/store/port.ts'

export const OnceHeaders = t.Object({
  'idempotency-key': t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.idempotencyKeyLength,
      error: `An Idempotency-Key has 1 to ${limits.idempotencyKeyLength} characters.`,
      description: `Makes a retry safe: for ${limits.idempotencyKeyHours} hours the same key with the same request returns the first reply again and changes nothing. The same key with another request is refused.`,
      examples: ['7d9f4a52-2f0b-4a53-9a3c-6f0e2f1c8b11'],
    }),
  ),
})

/** The idempotency key with a hash of the call and its body; nothing without a key. `Body` has put the fields in schema order, whatever order the client used. */
export function toIdempotency(key: string | undefined, call: string, body: unknown) {
  if (key === undefined) return {}
  const bodyHash = new Bun.CryptoHasher('sha256')
    .update(`${call}\n${JSON.stringify(body)}`)
    .digest('base64')
  return { idempotency: { key, bodyHash } satisfies Idempotency }
}
