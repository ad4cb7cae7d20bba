import type { HandedOver, HandOverRow } from '#src/contract/handout.ts'
import type { Line } from '#src/contract/line.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import type { LineChange } from '#src/contract/records.ts'
import { limits } from '#src/contract/limits.ts'
import { toWireLine } from '#src/contract/wire.ts'
import type { SignedIn } from '#src/identity/session.ts'
import type { Deps } from '#src/deps.ts'
import { clubMeant, demand } from '#src/http/auth.ts'
import { toIdempotency } from '#src/http/once.ts'
import { grouped } from '#src/rules/number-text.ts'
import type { Correction } from '#src/rules/correct.ts'
import { handedOverText } from '#src/rules/hand-over.ts'
import { may } from '#src/rules/permissions.ts'
import { Refusal, tooManyRequests, tryAgainIn } from '#src/rules/refusal.ts'
import { lineFor, readRow, type SentRow } from './wire.ts'

const DECIDED_PER_HOUR = { free: limits.decidedRowsPerHour, windowMs: 3_600_000 }
const PER_MINUTE = { free: limits.ordersPerMinute, windowMs: 60_000 }
type Placing = {
  account: SignedIn
  key: string | undefined
  call: 'add-items' | 'add-custom-item'
  userId: string
  rows: SentRow[]
  late?: boolean | undefined
  edition?: string | undefined
}

/** Places an order. Answers the reply as JSON text; for a repeated key it is the first reply. */
export async function placeOrder(
  deps: Deps,
  { account, key, call, userId, rows, late, edition }: Placing,
) {
  const { store, counters, now } = deps
  const clubId = await clubMeant(deps, account, userId)
  if (late === true) demand(account, 'orders.late')
  if (rows.some((row) => row.allotted_quantity !== undefined)) demand(account, 'orders.give')
  const asked = {
    clubId,
    actorId: account.id,
    rows: rows.map(readRow),
    isLate: late === true,
    edition,
    // The kept answer belongs to person and club: in another club, or role, the same key is another request.
    ...toIdempotency(key, call, { userId: clubId, rows, late, edition, role: account.access }),
    toAnswer: (lines: Line[], batch: string | undefined) =>
      JSON.stringify({
        message: 'Order placed.',
        ...(call === 'add-items' && {
          items: inListOrder(lines).map(lineFor(account.access)),
          ...(may(account.access, 'history.see') && { batch }),
        }),
      }),
    now: now(),
  }
  const counter = `orders:${account.id}`
  const waitMs = await counters.take(counter, PER_MINUTE)
  if (waitMs > 0) {
    const first =
      asked.idempotency &&
      (await store.orders.findAnswer(asked.actorId, asked.idempotency, asked.now))
    if (first !== undefined && first !== null) return first
    throw tooManyOrders(waitMs)
  }
  const { value } = await store.orders.place(asked)
  if (value.replayed) await counters.giveBack(counter)
  return value.body
}

const tooManyOrders = (waitMs: number) =>
  tooManyRequests(
    waitMs / 1000,
    `At most ${limits.ordersPerMinute} orders in a minute. Please wait a moment and try again.`,
  )

/** Counts a call by which a club orders, or changes or withdraws a line. Throws `too_many_requests`. */
export async function countOrder(
  { counters }: Pick<Deps, 'counters'>,
  { id }: SignedIn,
): Promise<void> {
  const waitMs = await counters.take(`orders:${id}`, PER_MINUTE)
  if (waitMs > 0) throw tooManyOrders(waitMs)
}

/** Corrects a line. Answers the reply as JSON text. */
export async function correctLine(
  deps: Deps,
  { account, lineId, correction }: { account: SignedIn; lineId: string; correction: Correction },
): Promise<string> {
  if (correction.ordered_quantity === undefined && correction.link === undefined) {
    const msg = 'A correction has an ordered_quantity or a link.'
    throw new Refusal('invalid', msg, { errors: [{ path: 'ordered_quantity', msg }] })
  }
  await countOrder(deps, account)
  const toReader = lineFor(account.access)
  const { value, batch } = await deps.store.orders.correct({
    lineId,
    correction,
    actorId: account.id,
    isOwn: !may(account.access, 'orders.ofOthers'),
    toReader,
    now: deps.now(),
  })
  return JSON.stringify({
    message: 'Line corrected.',
    line: toReader(value),
    ...(may(account.access, 'history.see') && { batch }),
  })
}

/** Counts rows that an administrator decides or hands over. Throws `too_many_requests`. */
async function takeDecided(counters: Deps['counters'], { id }: SignedIn, rows: number) {
  const waitMs = await counters.take(`decided:${id}`, DECIDED_PER_HOUR, rows)
  if (waitMs > 0)
    throw tooManyRequests(
      waitMs / 1000,
      `At most ${grouped(limits.decidedRowsPerHour)} rows are decided in an hour. ${tryAgainIn(waitMs / 1000)}`,
    )
}

/** Hands things over. Answers the reply as JSON text, as `placeOrder` does. */
export async function handOver(
  deps: Deps,
  {
    account,
    key,
    body: { user_id: userId, to, lines: rows },
  }: {
    account: SignedIn
    key: string | undefined
    body: { user_id: string; to: string; lines: HandOverRow[] }
  },
) {
  const { store, counters, now } = deps
  await takeDecided(counters, account, rows.length)
  const clubId = await clubMeant(deps, account, userId)
  const { value } = await store.orders.handOver({
    clubId,
    to,
    rows,
    actorId: account.id,
    ...toIdempotency(key, 'hand-over', { clubId, to, rows }),
    toAnswer: (lines, batch) =>
      JSON.stringify({
        message: handedOverText(rows, to),
        items: inListOrder(lines).map(toWireLine),
        batch,
      } satisfies HandedOver),
    now: now(),
  })
  return value.body
}

/** Gives and takes back units, and sets statuses and remarks. Answers the reply as JSON text, as `placeOrder` does. */
export async function allot(
  { store, counters, now }: Deps,
  {
    account,
    key,
    changes,
    note = '',
  }: {
    account: SignedIn
    key: string | undefined
    changes: LineChange[]
    note?: string | undefined
  },
) {
  if (changes.some((row) => row.allotted_quantity !== undefined)) demand(account, 'orders.give')
  await takeDecided(counters, account, changes.length)
  const { value } = await store.orders.allot({
    decisions: changes,
    note,
    actorId: account.id,
    ...toIdempotency(key, 'update-multiple-cart-items', { changes, note }),
    toAnswer: (lines, batch) =>
      JSON.stringify({
        message: 'Changes saved.',
        updated: changes.length,
        items: lines.map(toWireLine),
        batch,
      }),
    now: now(),
  })
  return value.body
}
