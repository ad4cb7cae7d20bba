import { digestFor, readyIn, type Since, toDigest } from '#src/rules/digest.ts'
import type { Cart, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'

/**
 * From now on the clubs of these carts know what they see; `isMailed`: one mail for each of their people who wants them tells it. When their
 * edition ends, nothing stays ready, and their lines go.
 */
export function* tellClubs(
  { accounts, carts, lines, ordering, entries, mails }: Tables,
  told: readonly Cart[],
  { isMailed, isEnding = false, now }: { isMailed: boolean; isEnding?: boolean; now: number },
): Work<void> {
  if (told.length === 0) return
  const ids = told.map(({ id }) => id)
  const untold = Map.groupBy(yield* ask(lines.untold(ids)), ({ cartId }) => cartId)
  const said = Map.groupBy(yield* ask(entries.said(told)), ({ clubId }) => clubId)
  const { ordering: switches } = yield* ask(ordering.read())
  const people = yield* ask(accounts.ofClubs(told.map(({ clubId }) => clubId)))
  const peopleOf = Map.groupBy(people, ({ clubId }) => clubId)
  const known: { cart: Cart; knownSince: Since | null }[] = []
  for (const cart of told) {
    const { id, clubId, knownSince: since } = cart
    const own = peopleOf.get(clubId) ?? []
    const readers = own.filter(({ disabled, orderMails }) => orderMails && !disabled)
    const changed = untold.get(id) ?? []
    const ready = isEnding ? {} : readyIn(yield* ask(lines.ofCart(id)), switches)
    const about = { clubId, clubName: own[0]?.clubName ?? '', at: now, since, ...ready }
    const digest = readers.length > 0 ? toDigest(about, changed, said.get(clubId) ?? []) : null
    const after = digest ? { at: now, what: 'mail' as const } : since
    known.push({ cart, knownSince: readers.length > 0 ? after : null })
    if (!isMailed || !digest) continue
    for (const { id: personId, email: to, joinedAt } of readers) {
      const mail = { to, personId, digest: digestFor(digest, joinedAt) }
      yield* ask(mails.queue({ ...mail, purpose: 'order_changed' }, now))
    }
  }
  if (!isEnding) yield* ask(lines.forget(ids))
  yield* ask(carts.setKnown(known))
}
