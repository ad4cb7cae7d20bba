import { Elysia } from 'elysia'
import { isRole, type Role } from '#src/contract/statuses.ts'
import type { Deps } from '#src/deps.ts'
import { jsonBody } from './json-body.ts'
import { may, type Right } from '#src/rules/permissions.ts'
import { forbidden, unauthorized } from '#src/rules/refusal.ts'
import type { Account } from '#src/store/port.ts'

/** A signed-in account, whose role is one of `ROLES`. */
export type SignedIn = Account & { access: Role }
/** The account behind a valid token. `expiresAt` is in milliseconds since 1970. */
export type Session = { account: SignedIn; jti: string; expiresAt: number }

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i

/** The bearer token of a request. */
export const bearerOf = ({ headers }: Request): string | undefined =>
  BEARER.exec(headers.get('authorization') ?? '')?.[1]

const hasRole = (account: Account): account is SignedIn => isRole(account.access)

/** Verifies a token and reads its account. Role and state come from the store each time, never from the token. */
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

/** Throws `forbidden` when the role of an account does not have the right. */
export function demand({ access }: SignedIn, right: Right): void {
  if (!may(access, right)) throw forbidden()
}

/**
 * Gives routes the option `right`, which only signed-in accounts with that right pass. Elysia parses and validates a body before
 * `beforeHandle` and `resolve`, so the check runs in `parse`, ahead of the body, and in `transform` for calls without a body. Such
 * a route must not set `parse` itself.
 */
export const auth = (deps: Deps) =>
  new Elysia({ name: 'auth' }).decorate({ network: '', session: null as Session | null }).macro({
    right: (right: Right) => {
      async function authorize(context: { request: Request; session: Session | null }) {
        // Set before the right is checked, so that the log names the account that was refused.
        context.session ??= await openSession(deps, bearerOf(context.request))
        demand(context.session.account, right)
      }
      return {
        parse: [authorize, jsonBody],
        transform: authorize,
        resolve: ({ session }) => {
          if (!session) throw unauthorized()
          return { account: session.account }
        },
        detail: { security: [{ bearer: [] }] },
      }
    },
  })
