import { Elysia } from 'elysia'
import { isRole, type Role } from '#src/contract/statuses.ts'
import type { Deps } from '#src/deps.ts'
import { jsonBody } from './json-body.ts'
import { forbidden, unauthorized } from '#src/rules/refusal.ts'
import type { Account } from '#src/store/port.ts'

/** A signed-in account with a role that we know. */
export type SignedIn = Account & { access: Role }
/** What is known of the caller of a guarded route. */
export type Session = { account: SignedIn; jti: string; expiresAt: number }

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i

/** The token that a request bears. */
export const bearerOf = ({ headers }: Request): string | undefined =>
  BEARER.exec(headers.get('authorization') ?? '')?.[1]

const hasRole = (account: Account): account is SignedIn => isRole(account.access)

/** Account and role behind a token. The account is read anew each time: neither role nor state is taken from the token. */
export async function openSession(
  { tokens, store, now }: Pick<Deps, 'tokens' | 'store' | 'now'>,
  token: string | undefined,
): Promise<Session> {
  const claims = token === undefined ? null : await tokens.verify(token, now())
  if (!claims) throw unauthorized()
  const known = await store.accounts.readSession(claims.sub, claims.jti)
  if (!known || known.ended || known.account.disabled || known.account.ver !== claims.ver)
    throw unauthorized()
  if (!hasRole(known.account)) throw forbidden()
  return { account: known.account, jti: claims.jti, expiresAt: claims.exp * 1000 }
}

/**
 * Gives routes the option `role`. Elysia parses and validates a body before `beforeHandle` and `resolve`, so a caller is judged
 * in `parse`, ahead of the body, and in `transform` where there is no body to parse. Such a route must not set `parse` itself.
 */
export const auth = (deps: Deps) =>
  new Elysia({ name: 'auth' }).decorate({ network: '', session: null as Session | null }).macro({
    role: (role: Role | 'any') => {
      async function judge(context: { request: Request; session: Session | null }) {
        // Set before the role is judged: the log says whom it refused.
        context.session ??= await openSession(deps, bearerOf(context.request))
        if (role !== 'any' && context.session.account.access !== role) throw forbidden()
      }
      return {
        parse: [judge, jsonBody],
        transform: judge,
        resolve: ({ session }) => {
          if (!session) throw unauthorized()
          return { account: session.account }
        },
        detail: { security: [{ bearer: [] }] },
      }
    },
  })
