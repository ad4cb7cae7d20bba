import type { Line } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { limits } from '#src/contract/limits.ts'
import type { SignedIn } from '#src/identity/session.ts'
import type { Deps } from '#src/deps.ts'
import { clubMeant, demand } from '#src/http/auth.ts'
import { countOrRefuse } from '#src/http/limited.ts'
import { toIdempotency } from '#src/http/once.ts'
import { grouped } from '#src/rules/number-text.ts'
import { may } from '#src/rules/permissions.ts'
import type { Order } from './model.ts'
import { lineFor, readRow } from './wire.ts'

const DECIDED_PER_HOUR = {
  free: limits.decidedRowsPerHour,
  windowMs: 3_600_000,
  words: `At most ${grouped(limits.decidedRowsPerHour)} rows are decided in an hour.`,
}
const ORDERS_PER_MINUTE = {
  free: limits.ordersPerMinute,
  windowMs: 60_000,
  words: `At most ${limits.ordersPerMinute} orders in a minute.`,
}

/** Places an order. Answers the reply as JSON text; for a repeated key it is the first reply. */
export async function placeOrder(
  deps: Deps,
  account: SignedIn,
  call: { name: 'add-items' | 'add-custom-item'; key: string | undefined },
  { userId, items: rows, late, edition }: typeof Order.static,
) {
  const { store, counters, now } = deps
  const clubId = await clubMeant(deps, account, userId)
  if (late === true) demand(account, 'orders.late')
  if (rows.some((row) => row.allotted_quantity !== undefined)) demand(account, 'orders.give')
  const sent = { userId: clubId, rows, late, edition, role: account.access }
  const asked = {
    clubId,
    actorId: account.id,
    rows: rows.map(readRow),
    isLate: late === true,
    edition,
    // The kept answer belongs to person and club: in another club, or role, the same key is another request.
    ...toIdempotency(call.key, call.name, sent),
    toAnswer: (lines: Line[], batch: string | undefined) =>
      JSON.stringify({
        message: 'Order placed.',
        ...(call.name === 'add-items' && {
          items: inListOrder(lines).map(lineFor(account.access)),
          ...(may(account.access, 'history.see') && { batch }),
        }),
      }),
    now: now(),
  }
  try {
    await countOrder(deps, account)
  } catch (error) {
    const { actorId, idempotency, now: at } = asked
    const first = idempotency && (await store.orders.findAnswer(actorId, idempotency, at))
    if (first != null) return first
    throw error
  }
  const { value } = await store.orders.place(asked)
  if (value.replayed) await counters.giveBack(`orders:${account.id}`)
  return value.body
}

/** Counts a call by which a club orders, or changes or withdraws a line. Throws `too_many_requests`. */
export const countOrder = ({ counters }: Pick<Deps, 'counters'>, { id }: SignedIn) =>
  countOrRefuse(counters, `orders:${id}`, ORDERS_PER_MINUTE)

/** Counts rows that an administrator decides or hands over. Throws `too_many_requests`. */
export const countDecided = (
  { counters }: Pick<Deps, 'counters'>,
  { id }: SignedIn,
  rows: number,
) => countOrRefuse(counters, `decided:${id}`, DECIDED_PER_HOUR, rows)
