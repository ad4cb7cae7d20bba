import type * as Wire from '#src/contract/editions.ts'
import { inListOrder } from '#src/contract/list-order.ts'
import { timeText } from '#src/contract/wire.ts'
import { lineFor } from '#src/modules/cart/wire.ts'
import type { CountedEdition, Edition, EditionOrders } from '#src/store/port.ts'

export const toWireEdition = ({ _id, name, beganAt, endedAt }: Edition): Wire.Edition => ({
  _id,
  name,
  began_at: new Date(beganAt).toISOString(),
  ended_at: timeText(endedAt),
})

/** `isOwn`: a club reads its own counts. */
export const toWireListed = (
  { clubs, lines, ...edition }: CountedEdition,
  isOwn: boolean,
): Wire.ListedEdition => ({ ...toWireEdition(edition), lines, ...(!isOwn && { clubs }) })

/** A club's order in an edition as this role reads it, in list order. */
export function toWireClub(
  { lines, ...club }: EditionOrders['clubs'][number],
  role: string,
): Wire.EditionClub {
  const toLine = lineFor(role)
  return {
    ...club,
    lines: inListOrder(lines).map((line) => ({
      ...toLine(line),
      item_id: line.item_id,
      delivered_quantity: line.delivered_quantity,
    })),
  }
}
