import { limits } from './contract/limits.ts'

const ISSUER = 'adp-portal'
const AUDIENCE = 'adp-portal'

/** A signature, once found good, stays good: checking it costs 60 µs, remembering it 1 µs. */
const REMEMBERED_TOKENS = 10_000

export type Claims = { sub: string; ver: number; jti: string; exp: number }

export interface Tokens {
  /** A token of one hour for this account at this version. */
  sign(account: { id: string; ver: number }, now: number): Promise<string>
  /** The claims of a token that is ours, whole and in time; else `null`. Says nothing of the account's state. */
  verify(token: string, now: number): Promise<Claims | null>
}

/**
 * HS256 tokens; `secret` is the key as UTF-8 bytes. The plugin signs `iss` and `aud` but verifies neither, nor the algorithm,
 * nor that there is an `exp`: all of that is asked for here, at each call.
 */
export function createTokens(secret: string): Tokens {
  /** Loaded at the first token: it takes a tenth of the time of a start. */
  async function loadSigner() {
    const { jwt } = await import('@elysiajs/jwt')
    return jwt({ name: 'jwt', secret }).decorator.jwt
  }
  let loading: ReturnType<typeof loadSigner> | undefined
  const signer = () => (loading ??= loadSigner())
  const remembered = new Map<string, Claims>()

  async function check(token: string, now: number): Promise<Claims | null> {
    const { verify } = await signer()
    const claims = await verify(token, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ['sub', 'iat', 'exp', 'jti', 'ver'],
      currentDate: new Date(now),
    })
    if (!claims) return null
    const { sub, ver, jti, exp } = claims
    if (typeof sub !== 'string' || typeof jti !== 'string' || typeof exp !== 'number') return null
    return Number.isInteger(ver) ? { sub, ver: Number(ver), jti, exp } : null
  }

  return {
    async sign({ id, ver }, now) {
      const { sign } = await signer()
      return sign({
        sub: id,
        ver,
        jti: Bun.randomUUIDv7(),
        iss: ISSUER,
        aud: AUDIENCE,
        iat: true,
        exp: Math.floor(now / 1000) + limits.sessionSeconds,
      })
    },
    async verify(token, now) {
      const known = remembered.get(token)
      if (known) return known.exp * 1000 > now ? known : null
      const claims = await check(token, now)
      if (!claims) return null
      if (remembered.size >= REMEMBERED_TOKENS) {
        const [oldest] = remembered.keys()
        if (oldest !== undefined) remembered.delete(oldest)
      }
      remembered.set(token, claims)
      return claims
    },
  }
}
