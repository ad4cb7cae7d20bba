import type { Store } from '#src/store/port.ts'
import { customRow } from './rows.ts'

const CLUBS = 40
const ROWS = 100
const LINK = `https://shop.example/${'x'.repeat(2_000)}`

/** The list that `fillLongList` makes long. */
export const LONG_LIST = '/cart/cart-item-summary-custom'

/** Makes the list of custom items 9 MB long, and not ASCII alone: more than sockets hold for a client that does not read. */
export async function fillLongList({ accounts, orders }: Store): Promise<void> {
  for (let club = 0; club < CLUBS; club++) {
    const account = await accounts.create({
      email: `long-${club}@campus.example`,
      clubName: `Club with long links ${club}`,
      cordName: 'Asha',
      mobile: '',
      access: 'user',
      passwordHash: '',
    })
    if (!account) throw new Error('This address has an account.')
    await orders.place({
      accountId: account.id,
      actorId: account.id,
      rows: Array.from({ length: ROWS }, (_, n) => customRow(`Für ${n}`, 1, LINK)),
      toAnswer: () => '',
      now: Date.now(),
    })
  }
}
