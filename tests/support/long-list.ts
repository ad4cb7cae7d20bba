import type { Store } from '#src/store/port.ts'
import { customRow } from './rows.ts'
import { callsOn, times } from './stores.ts'

const CLUBS = 40
const ROWS = 100
const LINK = `https://shop.example/${'x'.repeat(2_000)}`

/** The list that `fillLongList` makes long. */
export const LONG_LIST = '/cart/cart-item-summary-custom'

/** Makes the list of custom items 9 MB long, and not ASCII alone: more than sockets hold for a client that does not read. */
export async function fillLongList(store: Store): Promise<void> {
  const { club, order } = callsOn(() => store)
  for (const n of times(CLUBS, Number))
    await order(
      await club({ email: `long-${n}@campus.example`, clubName: `Club with long links ${n}` }),
      times(ROWS, (row) => customRow(`Für ${row}`, 1, LINK)),
    )
}
