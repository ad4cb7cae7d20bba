import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { openSession, readClaims, type Session, type SignedIn } from '#src/identity/session.ts'
import { asClubId, type ClubId } from '#src/contract/ids.ts'
import { limits } from '#src/contract/limits.ts'
import { ownClub } from '#src/rules/people.ts'
import { may, type Right } from '#src/rules/permissions.ts'
import { forbidden, unauthorized } from '#src/rules/refusal.ts'
import { described } from './described.ts'
import { jsonBody } from './json-body.ts'
import { countOrRefuse } from './limited.ts'
import { takePlace } from './places.ts'

const SENT_PER_MINUTE = {
  free: limits.callsSentPerMinute,
  windowMs: 60_000,
  words: `At most ${limits.callsSentPerMinute} calls that change something in a minute.`,
}
/** A call that has waited longer, for its turn or its body, is judged again: its session may have ended meanwhile. */
const JUDGED_FOR_MS = 500
const BEARER = /^Bearer +([\w.~+/=-]+) *$/i

/** The bearer token of a request. */
export const bearerOf = ({ headers }: Request): string | undefined =>
  BEARER.exec(headers.get('authorization') ?? '')?.[1]

/** Throws `forbidden` if the account's role does not have the right. */
export function demand({ access }: SignedIn, right: Right): void {
  if (!may(access, right)) throw forbidden()
}

/**
 * The club that an id of a call means: in a person's own calls their own id means their own club; else it is the club with that id, else the club of
 * the person with that id. Answers the id itself if nobody has it. Throws `forbidden` if a club asks for another one, whether that exists or not.
 */
export async function clubMeant(
  { store }: Pick<Deps, 'store'>,
  account: SignedIn,
  id: string,
): Promise<ClubId> {
  const clubId = ownClub(account, id) ?? (await store.accounts.clubOf(id)) ?? asClubId(id)
  if (clubId !== account.clubId && !may(account.access, 'orders.ofOthers')) throw forbidden()
  return clubId
}

/** The session of a call, when it was judged, and what gives its place back; `null` until the call is admitted. */
type Admission = { session: Session | null; judgedAt: number; leave: (() => void) | null }
export type Arriving = Admission & { request: Request }
export const ARRIVING: Admission = { session: null, judgedAt: 0, leave: null }

/** Gives a call its place and its session, and answers the account. Throws if the token is not valid, or its account does not have the right. */
export async function admit(deps: Deps, context: Arriving, right: Right): Promise<SignedIn> {
  const token = bearerOf(context.request)
  // Before the store is asked: bodies arrive meanwhile, and hundreds of them would fill the memory.
  if (deps.config.rateLimits) context.leave = await takePlace((await readClaims(deps, token)).sub)
  context.judgedAt = performance.now()
  // Set before the right is checked, so that the log names the refused account.
  context.session = await openSession(deps, token)
  demand(context.session.account, right)
  return context.session.account
}

/**
 * Adds the route option `right`: only signed-in accounts with that right may call the route, a few at a time for each account. Elysia parses
 * and validates a body before `beforeHandle` and `resolve`, so the check runs in `parse`, before the body is read, and in `transform` for
 * calls without a body. A call that waited long is judged once more after that. A route with `right` must not set `parse` itself. The app calls
 * `leave` once the reply is made.
 */
export const auth = (deps: Deps) => {
  const { counters, turns } = deps
  /** Bodies are counted before they are read: to read and judge one costs as much as to take it. */
  async function countSent({ id, access }: SignedIn): Promise<void> {
    if (!may(access, 'orders.answer')) await countOrRefuse(counters, `sent:${id}`, SENT_PER_MINUTE)
  }
  // Elysia waits only for a function that is declared `async`.
  const takeTurn = async () => turns.next()
  return new Elysia({ name: 'auth' })
    .use(described)
    .decorate({ network: '', ...ARRIVING })
    .macro({
      right: (right: Right) => {
        async function authorize(context: Arriving) {
          if (context.session) return
          const account = await admit(deps, context, right)
          if (context.request.method !== 'GET') await countSent(account)
        }
        async function judgeAgain(context: Arriving) {
          if (performance.now() - context.judgedAt <= JUDGED_FOR_MS) return
          context.session = await openSession(deps, bearerOf(context.request))
          demand(context.session.account, right)
        }
        return {
          parse: [authorize, jsonBody],
          transform: [authorize, takeTurn, judgeAgain],
          resolve: ({ session }) => {
            if (!session) throw unauthorized()
            return { account: session.account }
          },
          detail: { security: [{ bearer: [] }] },
        }
      },
    })
}
