import { limits } from '#src/contract/limits.ts'
import { hmac, type Secrets } from './keys.ts'

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

/** Tells the keys of two secrets apart without saying anything of either. */
const keyIdOf = (secret: string): string => hmac(secret, 'adp-portal key id').slice(0, 8)

/** The key that a token names in its header, `undefined` when it names none. Throws on what is no token. */
function namedKeyId(token: string): unknown {
  const header: unknown = JSON.parse(
    Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString(),
  )
  return typeof header === 'object' && header !== null && 'kid' in header ? header.kid : undefined
}

/**
 * HS256 tokens; a secret is the key as UTF-8 bytes. New tokens are signed with the current secret, tokens of the previous one are
 * accepted until they end. The plugin signs `iss` and `aud` but verifies neither, nor the algorithm, nor that there is an `exp`: all of
 * that is asked for here, at each call.
 */
export function createTokens({ current, previous }: Secrets): Tokens {
  const secrets = previous === null ? [current] : [current, previous]

  /** Loaded at the first token: it takes a tenth of the time of a start. */
  async function loadSigners() {
    const { jwt } = await import('@elysiajs/jwt')
    const toSigner = (secret: string) => {
      const kid = keyIdOf(secret)
      return { kid, ...jwt({ name: 'jwt', secret, kid }).decorator.jwt }
    }
    return secrets.map(toSigner)
  }
  let loading: ReturnType<typeof loadSigners> | undefined
  const signers = () => (loading ??= loadSigners())
  const remembered = new Map<string, Claims>()

  async function signerOf(token: string) {
    const [own, ...others] = await signers()
    try {
      const kid = namedKeyId(token)
      // Tokens of versions that named no key.
      return kid === undefined ? own : [own, ...others].find((signer) => signer?.kid === kid)
    } catch {
      return undefined
    }
  }

  async function check(token: string, now: number): Promise<Claims | null> {
    const signer = await signerOf(token)
    const claims = await signer?.verify(token, {
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
      const [own] = await signers()
      if (!own) throw new Error('There is no secret to sign with.')
      return own.sign({
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
