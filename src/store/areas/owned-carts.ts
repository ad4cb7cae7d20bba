import type { WhoAsks } from '#src/contract/records.ts'
import type { Account } from '../port.ts'
import type { CartHead, Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'

/** A cart with its club, and the enabled people of that, the longest-standing first. */
export type Owned = { cart: CartHead; clubName: string; people: Account[] }

/** Every cart, by its id. */
export function* ownedCarts({ accounts, carts, clubs }: Tables): Work<Map<string, Owned>> {
  const names = new Map((yield* ask(clubs.all())).map(({ id, name }) => [id, name]))
  const enabled = (yield* ask(accounts.all())).filter(({ disabled }) => !disabled)
  const byClub = Map.groupBy(enabled, ({ clubId }) => clubId)
  const heads = yield* ask(carts.heads())
  return new Map(
    heads.map((cart) => {
      const { id, clubId } = cart
      const people = byClub.get(clubId) ?? []
      return [id, { cart, clubName: names.get(clubId) ?? '', people }]
    }),
  )
}

/** The club of a cart with its longest-standing enabled person. */
export function whoAsks({ cart, clubName, people }: Owned): WhoAsks {
  const { cordName = '', mobile: contact = '', email = '' } = people[0] ?? {}
  return { user_id: cart.clubId, clubName, cordName, contact, email }
}
