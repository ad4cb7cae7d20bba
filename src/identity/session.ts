import { isRole, type Role } from '#src/contract/statuses.ts'
import { forbidden, unauthorized } from '#src/rules/refusal.ts'
import type { Account, Store } from '#src/store/port.ts'
import type { Claims, Tokens } from './tokens.ts'

/** A signed-in account, whose role is one of `ROLES`. */
export type SignedIn = Account & { access: Role }
/** The account behind a valid token. `expiresAt` is in milliseconds since 1970. */
export type Session = { account: SignedIn; jti: string; expiresAt: number }

export const hasRole = (account: Account): account is SignedIn => isRole(account.access)

/** What a valid token claims; the store is not asked. Throws a 401. */
export async function readClaims(
  { tokens, now }: { tokens: Tokens; now: () => number },
  token: string | undefined,
): Promise<Claims> {
  const claims = token === undefined ? null : await tokens.verify(token, now())
  if (!claims) throw unauthorized()
  return claims
}

/** Verifies a token and reads its account. Reads role and state from the store each time, never from the token. Throws a 401 or 403. */
export async function openSession(
  deps: { tokens: Tokens; store: Store; now: () => number },
  token: string | undefined,
): Promise<Session> {
  const claims = await readClaims(deps, token)
  const known = await deps.store.accounts.readSession(claims.sub, claims.jti)
  if (!known || known.ended || known.account.disabled || known.account.ver !== claims.ver)
    throw unauthorized()
  if (!hasRole(known.account)) throw forbidden()
  return { account: known.account, jti: claims.jti, expiresAt: claims.exp * 1000 }
}
