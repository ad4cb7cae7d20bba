import type { Line, LineRequest } from '#src/contract/line.ts'
import { limits } from '#src/contract/limits.ts'
import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'
import { type Fault, refuse, SUM_TOO_LARGE } from './faults.ts'
import { canBeOrdered } from './item.ts'
import { LINK_HINT, readLink } from './link.ts'
import { nameFault, readName } from './name-text.ts'
import { lineKey, nameKey } from './names.ts'
import { checkCartSize, inStockText, ORDER_ROWS_TEXT, unavailableText } from './order-faults.ts'
import { isWithin } from './number-text.ts'
import { GIVEN_AT_ONCE, isSum, ORDERED_QUANTITY } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** The stock queries that an order needs. */
export type StockLookup = {
  byId(id: string): { itemName: string; unit: string; itemStatus: ItemStatus } | null
  /** `key` is a `nameKey`. Finds disabled items too. */
  byName(key: string): { itemName: string; itemStatus: ItemStatus } | null
}

/** The part of a live line that an order reads. */
export type PlacedLine = Pick<Line, 'item_id' | 'ordered_quantity' | 'status' | 'link'>

/** What an order writes: at most one change for each line of the cart. */
export type Placement<L> = {
  /** Live lines that are ordered again, with their new values. */
  raised: ({ line: L } & Omit<PlacedLine, 'item_id'>)[]
  /** New lines. `itemName` is the stock item's present name, or the custom item's name as it is stored. */
  created: Pick<Line, 'item_id' | 'itemName' | 'unit' | 'ordered_quantity' | 'link'>[]
}

export const orderingDisabled = () =>
  new Refusal('ordering_disabled', 'Ordering is switched off at the moment.')

/** The status after a new order: a line that was delivered or rejected becomes Pending again. */
export const statusAfterOrder = (status: LineStatus): LineStatus =>
  status === 'Delivered' || status === 'Rejected' ? 'Pending' : status

type SummedRow = LineRequest & { rows: number[] }

function fieldFaults(row: LineRequest, index: number): Fault[] {
  const faults: Fault[] = []
  const fault = (field: keyof LineRequest, msg: string) =>
    faults.push({ code: 'invalid', path: `items.${index}.${field}`, msg })

  if (!isWithin(row.ordered_quantity, ORDERED_QUANTITY))
    fault('ordered_quantity', ORDERED_QUANTITY.text)
  if (!isWithin(row.allotted_quantity ?? 0, GIVEN_AT_ONCE))
    fault('allotted_quantity', GIVEN_AT_ONCE.text)
  if (row.item_id !== null) {
    if (row.itemName !== null)
      fault('itemName', 'A row names an item of the list or an item of its own, not both.')
    return faults
  }
  const wrong = nameFault('An item name', row.itemName ?? '')
  if (wrong !== null) fault('itemName', wrong)
  if (readLink(row.link) === null) fault('link', LINK_HINT)
  return faults
}

function stockFault(row: LineRequest, index: number, stock: StockLookup): Fault | null {
  if (row.item_id === null) {
    const namesake = stock.byName(nameKey(row.itemName ?? ''))
    if (!namesake) return null
    // Clubs may not learn the name of an item that is hidden from them.
    const msg = canBeOrdered(namesake)
      ? inStockText(namesake.itemName)
      : unavailableText('This item')
    return { code: 'in_stock', path: `items.${index}.itemName`, msg }
  }
  const item = stock.byId(row.item_id)
  if (item && canBeOrdered(item)) return null
  const msg = unavailableText(item?.itemName ?? 'This item')
  return { code: 'item_unavailable', path: `items.${index}.item_id`, msg }
}

/** Sums rows of the same line. The later of two links wins; a stock item has none. */
function sumRows(rows: readonly LineRequest[]): Map<string, SummedRow> {
  const summed = new Map<string, SummedRow>()
  for (const [index, row] of rows.entries()) {
    const key = lineKey(row)
    const link = row.item_id === null ? (readLink(row.link) ?? '') : ''
    const same = summed.get(key)
    if (same) {
      same.ordered_quantity += row.ordered_quantity
      same.link = link || same.link
      same.rows.push(index)
      continue
    }
    summed.set(key, {
      item_id: row.item_id,
      itemName: row.itemName === null ? null : readName(row.itemName),
      ordered_quantity: row.ordered_quantity,
      link,
      rows: [index],
    })
  }
  return summed
}

/**
 * Computes the changes of an order to a cart. `live` are the cart's live lines by `lineKey`. Throws a `Refusal` that names every row at fault.
 * `live` need hold only those that the rows name; `size` counts all of them.
 */
export function place<L extends PlacedLine>(
  rows: readonly LineRequest[],
  stock: StockLookup,
  live: ReadonlyMap<string, L>,
  size: { lines: number; custom: number },
): Placement<L> {
  if (rows.length === 0 || rows.length > limits.orderRows)
    refuse([{ code: 'invalid', path: 'items', msg: ORDER_ROWS_TEXT }])
  refuse(rows.flatMap(fieldFaults))
  refuse(rows.flatMap((row, index) => stockFault(row, index, stock) ?? []))

  const placement: Placement<L> = { raised: [], created: [] }
  const faults: Fault[] = []
  for (const [key, request] of sumRows(rows)) {
    const { item_id: itemId, link } = request
    const line = live.get(key)
    const ordered = (line?.ordered_quantity ?? 0) + request.ordered_quantity
    if (!isSum(ordered))
      for (const index of request.rows)
        faults.push({
          code: 'invalid',
          path: `items.${index}.ordered_quantity`,
          msg: SUM_TOO_LARGE,
        })
    if (line) {
      const status = statusAfterOrder(line.status)
      placement.raised.push({ line, ordered_quantity: ordered, status, link: link || line.link })
      continue
    }
    const item = itemId === null ? null : stock.byId(itemId)
    const itemName = request.itemName ?? item?.itemName ?? ''
    const unit = item?.unit ?? ''
    placement.created.push({ item_id: itemId, itemName, unit, ordered_quantity: ordered, link })
  }
  refuse(faults)
  const { created } = placement
  if (created.length > 0)
    checkCartSize({
      lines: size.lines + created.length,
      custom: size.custom + created.filter(({ item_id }) => item_id === null).length,
    })
  return placement
}
