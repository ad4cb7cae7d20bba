import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { openSession, type Session, type SignedIn } from '#src/identity/session.ts'
import { may, type Right } from '#src/rules/permissions.ts'
import { forbidden, unauthorized } from '#src/rules/refusal.ts'
import { jsonBody } from './json-body.ts'

const BEARER = /^Bearer +([\w.~+/=-]+) *$/i

/** The bearer token of a request. */
export const bearerOf = ({ headers }: Request): string | undefined =>
  BEARER.exec(headers.get('authorization') ?? '')?.[1]

/** Throws `forbidden` if the account's role does not have the right. */
export function demand({ access }: SignedIn, right: Right): void {
  if (!may(access, right)) throw forbidden()
}

/** Throws `forbidden` if a club asks for another account, whether that exists or not. */
export function checkOwn(account: SignedIn, userId: string) {
  if (account.id !== userId && !may(account.access, 'orders.ofOthers')) throw forbidden()
}

/**
 * Adds the route option `right`: only signed-in accounts with that right may call the route. Elysia parses and validates a body
 * before `beforeHandle` and `resolve`, so the check runs in `parse`, before the body is read, and in `transform` for calls without a
 * body. A route with `right` must not set `parse` itself.
 */
export const auth = (deps: Deps) =>
  new Elysia({ name: 'auth' }).decorate({ network: '', session: null as Session | null }).macro({
    right: (right: Right) => {
      async function authorize(context: { request: Request; session: Session | null }) {
        // Set before the right is checked, so that the log names the refused account.
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
