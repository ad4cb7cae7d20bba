import { Elysia } from 'elysia'
import { isRole, type Role } from './contract/statuses.ts'
import type { Deps } from './deps.ts'
import { jsonBody } from './json-body.ts'
import { forbidden, unauthorized } from './rules/refusal.ts'
import type { Account } from './store/port.ts'

/** A signed-in account with a role that we know. */
export type SignedIn = Account & { access: Role }
/** What is known of the caller of a guarded route. */
export type Session = { account: SignedIn; jti: string; expiresAt: number }

const BEARER = /^Bearer +([\w.-]+) *$/i

const hasRole = (account: Account): account is SignedIn => isRole(account.access)

/** Account and role behind a token. The account is read anew each time: neither role nor state is taken from the token. */
export async function openSession(
  { tokens, store, now }: Pick<Deps, 'tokens' | 'store' | 'now'>,
  token: string | undefined,
): Promise<Session> {
  const claims = token === undefined ? null : await tokens.verify(token, now())
  if (!claims) throw unauthorized()
  const known = await store.readSession(claims.sub, claims.jti)
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
  new Elysia({ name: 'auth' }).decorate('session', null as Session | null).macro({
    role: (role: Role | 'any') => {
      async function judge(context: { request: Request; session: Session | null }) {
        if (context.session) return
        const header = context.request.headers.get('authorization') ?? ''
        const session = await openSession(deps, BEARER.exec(header)?.[1])
        if (role !== 'any' && session.account.access !== role) throw forbidden()
        context.session = session
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
