import { jwt } from '@elysiajs/jwt'
import { asPersonId, type PersonId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { isFromTheFuture } from '#src/rules/clock.ts'
import type { Secrets } from './keys.ts'

const ISSUER = 'adp-portal'
const AUDIENCE = 'adp-portal'

/** Size of the cache of verified tokens: verifying a signature takes 60 µs, a cache hit 1 µs. */
const CACHED_TOKENS = 10_000

export type Claims = { sub: PersonId; ver: number; jti: string; exp: number }

export type Tokens = ReturnType<typeof createTokens>

/** Whether a token has not expired. One that is valid for longer than a session was signed by a wrong clock, and is refused. */
function isInTime({ exp }: Claims, now: number): boolean {
  const endsAt = exp * 1000
  return endsAt > now && !isFromTheFuture(endsAt - limits.sessionSeconds * 1000, now)
}

/**
 * HS256 tokens; the key is the secret as UTF-8 bytes. Signs with the current secret and accepts tokens of the previous one until
 * they expire. The plugin does not verify `iss`, `aud`, the algorithm or the presence of `exp` by default, so every call asks for it.
 */
export function createTokens({ current, previous }: Secrets) {
  const signerOf = (secret: string) => jwt({ name: 'jwt', secret }).decorator.jwt
  const signer = signerOf(current)
  const signers = previous === null ? [signer] : [signer, signerOf(previous)]
  const verified = new Map<string, Claims>()

  async function check(token: string, now: number): Promise<Claims | null> {
    const options = {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'jti', 'ver'],
      currentDate: new Date(now),
    }
    const read = await Promise.all(signers.map(({ verify }) => verify(token, options)))
    const claims = read.find((found) => found !== false)
    if (!claims) return null
    const { sub, ver, jti, exp } = claims
    if (typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return null
    return Number.isInteger(ver) ? { sub: asPersonId(sub), ver: Number(ver), jti, exp } : null
  }

  return {
    /** A token for this version of the account, valid for `limits.sessionSeconds`. `now` is in ms. */
    async sign({ id, ver }: { id: PersonId; ver: number }, now: number): Promise<string> {
      return signer.sign({
        sub: id,
        ver,
        jti: Bun.randomUUIDv7(),
        iss: ISSUER,
        aud: AUDIENCE,
        iat: true,
        exp: Math.floor(now / 1000) + limits.sessionSeconds,
      })
    },
    /** The claims of a valid token that expires within `limits.sessionSeconds`, or `null`. Does not check the account's state. */
    async verify(token: string, now: number): Promise<Claims | null> {
      const known = verified.get(token)
      if (known) return isInTime(known, now) ? known : null
      const claims = await check(token, now)
      if (!claims || !isInTime(claims, now)) return null
      if (verified.size >= CACHED_TOKENS) {
        const [oldest] = verified.keys()
        if (oldest !== undefined) verified.delete(oldest)
      }
      verified.set(token, claims)
      return claims
    },
  }
}
