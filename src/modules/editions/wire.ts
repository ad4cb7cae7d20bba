import type * as Wire from '#src/contract/editions.ts'
import type { Line } from '#src/contract/line.ts'
import { lineFor } from '#src/modules/cart/wire.ts'
import type { CountedEdition, Edition, EditionOrders, Listed } from '#src/store/port.ts'

const toWireEdition = ({ _id, name, beganAt, endedAt }: Edition): Wire.Edition => ({
  _id,
  name,
  began_at: new Date(beganAt).toISOString(),
  ended_at: endedAt === null ? null : new Date(endedAt).toISOString(),
})

/** `isOwn`: a club reads its own counts. */
export const toWireEditions = (
  { rows, ...listed }: Listed<CountedEdition[]>,
  isOwn: boolean,
): Listed<Wire.ListedEdition[]> => ({
  ...listed,
  rows: rows.map(({ clubs, lines, ...edition }) => ({
    ...toWireEdition(edition),
    lines,
    ...(!isOwn && { clubs }),
  })),
})

/** The orders of an edition as this role reads them. */
export function toWireOrders(
  { rows, ...listed }: Listed<EditionOrders>,
  role: string,
): Listed<Wire.EditionOrders> {
  const toLine = lineFor(role)
  const toEditionLine = (line: Line): Wire.EditionLine => ({
    ...toLine(line),
    item_id: line.item_id,
    delivered_quantity: line.delivered_quantity,
  })
  return {
    ...listed,
    rows: {
      edition: toWireEdition(rows.edition),
      clubs: rows.clubs.map(({ accountId, lines, ...club }) => ({
        user_id: accountId,
        ...club,
        lines: lines.map(toEditionLine),
      })),
    },
  }
}
