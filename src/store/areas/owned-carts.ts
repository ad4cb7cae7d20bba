import type { WhoAsks } from '#src/contract/records.ts'
import type { Account } from '../port.ts'
import type { CartHead, LineRow, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'

/** A cart with its club, and the enabled people of that, the longest-standing first. */
export type Owned = { cart: CartHead; clubName: string; people: Account[] }

/** The carts that `isWanted`, or every cart, by its id. */
export function* ownedCarts(
  { accounts, carts, clubs }: Tables,
  isWanted: (cart: CartHead) => boolean = () => true,
): Work<Map<string, Owned>> {
  const heads = (yield* ask(carts.heads())).filter(isWanted)
  const names = new Map((yield* ask(clubs.all())).map(({ id, name }) => [id, name]))
  const people = yield* ask(accounts.ofClubs(heads.map(({ clubId }) => clubId)))
  const enabled = people.filter(({ disabled }) => !disabled)
  const byClub = Map.groupBy(enabled, ({ clubId }) => clubId)
  return new Map(
    heads.map((cart) => {
      const { id, clubId } = cart
      const own = byClub.get(clubId) ?? []
      return [id, { cart, clubName: names.get(clubId) ?? '', people: own }]
    }),
  )
}

/** Reads the live lines of these carts, or of every cart in one read. */
export function* liveLines(
  { carts, lines }: Tables,
  cartIds?: readonly string[],
): Work<(cartId: string) => LineRow[]> {
  const byCart = cartIds
    ? new Map<string, LineRow[]>()
    : Map.groupBy(yield* ask(lines.live('all')), ({ cartId }) => cartId)
  if (cartIds) yield* ask(carts.find(cartIds))
  for (const id of cartIds ?? []) byCart.set(id, yield* ask(lines.ofCart(id)))
  return (cartId) => byCart.get(cartId) ?? []
}

/** The club of a cart with its longest-standing enabled person. */
export function whoAsks({ cart, clubName, people }: Owned): WhoAsks {
  const { cordName = '', mobile: contact = '', email = '' } = people[0] ?? {}
  return { user_id: cart.clubId, clubName, cordName, contact, email }
}
