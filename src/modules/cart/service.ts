import type { LineChange, OrderRow } from '#src/contract/records.ts'
import { limits } from '#src/contract/limits.ts'
import type { SignedIn } from '#src/identity/session.ts'
import type { Deps } from '#src/deps.ts'
import { may } from '#src/rules/permissions.ts'
import { forbidden, Refusal, tooManyRequests } from '#src/rules/refusal.ts'
import type { Idempotency } from '#src/store/port.ts'

const PER_MINUTE = { free: limits.ordersPerMinute, windowMs: 60_000 }
const KEPT_ANSWERS = {
  free: limits.keptAnswerBytesPerDay,
  windowMs: limits.idempotencyKeyHours * 3_600_000,
}

/** A club sees and changes nothing but its own, whether anything else exists or not. */
export function checkOwn(account: SignedIn, userId: string) {
  if (account.id !== userId && !may(account.access, 'orders.ofOthers')) throw forbidden()
}

/** A key stands for one call with one body. `Body` has put its fields in schema order, whatever order the client used. */
function toIdempotency(key: string | undefined, call: string, body: unknown) {
  if (key === undefined) return {}
  const bodyHash = new Bun.CryptoHasher('sha256')
    .update(`${call}\n${JSON.stringify(body)}`)
    .digest('base64')
  return { idempotency: { key, bodyHash } satisfies Idempotency }
}

type SentRow = {
  item_id?: string | null
  itemName?: string
  ordered_quantity: number
  link?: string
}

/** Which of the two kinds a row is. The rules refuse a stock row that has a name of its own as well. */
function toRow({ item_id, itemName, ...row }: SentRow, index: number): OrderRow {
  if (typeof item_id === 'string')
    return { item_id, ordered_quantity: row.ordered_quantity, ...(itemName && { itemName }) }
  if (itemName !== undefined) return { itemName, ...row }
  const msg = 'A row names an item of the list or an item of its own.'
  throw new Refusal('invalid', msg, { errors: [{ path: `items.${index}`, msg }] })
}

type Placing = {
  account: SignedIn
  key: string | undefined
  call: 'add-items' | 'add-custom-item'
  userId: string
  rows: SentRow[]
}

/** Places an order and tells of it; the answer is JSON text, under a repeated key the first one's. */
export async function placeOrder(deps: Deps, { account, key, call, userId, rows }: Placing) {
  const { store, bus, counters, config, now } = deps
  checkOwn(account, userId)
  const asked = {
    accountId: userId,
    actorId: account.id,
    rows: rows.map(toRow),
    ...toIdempotency(key, call, { userId, rows }),
    replyWith: call === 'add-items' ? ('order' as const) : ('message' as const),
    now: now(),
  }
  const counter = `orders:${account.id}`
  const kept = `answers:${account.id}`
  async function countOrder(): Promise<number> {
    const keptWaitMs = asked.idempotency ? await counters.take(kept, KEPT_ANSWERS, 0) : 0
    return keptWaitMs || counters.take(counter, PER_MINUTE)
  }
  const waitMs = config.rateLimits ? await countOrder() : 0
  if (waitMs > 0) {
    const first =
      asked.idempotency &&
      (await store.orders.findAnswer(asked.actorId, asked.idempotency, asked.now))
    if (first !== undefined && first !== null) return first
    throw tooManyRequests(waitMs / 1000, 'Too many orders. Please wait a moment and try again.')
  }
  const { value, moved } = await store.orders.place(asked)
  bus.publish(moved)
  if (config.rateLimits) {
    if (value.replayed) await counters.giveBack(counter)
    else if (asked.idempotency)
      await counters.take(kept, KEPT_ANSWERS, Buffer.byteLength(value.body))
  }
  return value.body
}

/** Gives, takes back and answers lines; JSON text as above. */
export async function allot(
  { store, bus, now }: Deps,
  { account, key, changes }: { account: SignedIn; key: string | undefined; changes: LineChange[] },
) {
  const { value, moved } = await store.orders.allot({
    changes,
    actorId: account.id,
    ...toIdempotency(key, 'update-multiple-cart-items', changes),
    now: now(),
  })
  bus.publish(moved)
  return value.body
}
