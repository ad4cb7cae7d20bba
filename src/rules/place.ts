import { limits } from '#src/contract/limits.ts'
import type { OrderRow } from '#src/contract/records.ts'
import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'
import { type Fault, refuse, SUM_TOO_LARGE } from './faults.ts'
import { LINK_HINT, readLink } from './link.ts'
import { nameFault } from './name-text.ts'
import { lineKey, nameKey } from './names.ts'
import { cartFull, inStockText, ORDER_ROWS_TEXT, unavailableText } from './order-faults.ts'
import { isOrderedQuantity, isSum, ORDERED_QUANTITY } from './quantity.ts'
import { Refusal } from './refusal.ts'

/** What a decision on an order has to know of the stock. */
export type StockLookup = {
  byId(id: string): { itemName: string; itemStatus: ItemStatus } | null
  /** `key` is a `nameKey`. Finds disabled items too. */
  byName(key: string): { itemName: string } | null
}

/** What a decision has to know of a live line. */
export type PlacedLine = { ordered_quantity: number; status: LineStatus; link: string }

/** An order's rows as they are to be written: at most one per line of the cart. */
export type Placement<Line> = {
  raised: { line: Line; ordered_quantity: number; status: LineStatus; link: string }[]
  /** `itemName` is a stock item's present name, or a club's own word. */
  created: { item_id: string | null; itemName: string; ordered_quantity: number; link: string }[]
}

type StockRow = Extract<OrderRow, { item_id: string }>

const isStockRow = (row: OrderRow): row is StockRow => typeof row.item_id === 'string'

export const orderingDisabled = () =>
  new Refusal('ordering_disabled', 'Ordering is switched off at the moment.')

/** A decided line that is ordered again is open again. */
export const statusAfterOrder = (status: LineStatus): LineStatus =>
  status === 'Delivered' || status === 'Rejected' ? 'Pending' : status

type Wanted = {
  item_id: string | null
  /** Of an item of one's own. */
  itemName: string | null
  quantity: number
  link: string
  rows: number[]
}

function fieldFaults(row: OrderRow, index: number): Fault[] {
  const faults: Fault[] = []
  const fault = (field: string, msg: string) =>
    faults.push({ code: 'invalid', path: `items.${index}.${field}`, msg })

  if (!isOrderedQuantity(row.ordered_quantity)) fault('ordered_quantity', ORDERED_QUANTITY.text)
  if (isStockRow(row)) {
    if ('itemName' in row && row.itemName !== undefined)
      fault('itemName', 'A row names an item of the list or an item of its own, not both.')
    return faults
  }
  const wrong = nameFault('An item name', row.itemName)
  if (wrong !== null) fault('itemName', wrong)
  if (row.link !== undefined && readLink(row.link) === null) fault('link', LINK_HINT)
  return faults
}

function stockFault(row: OrderRow, index: number, stock: StockLookup): Fault | null {
  if (!isStockRow(row)) {
    const namesake = stock.byName(nameKey(row.itemName))
    if (!namesake) return null
    const msg = inStockText(namesake.itemName)
    return { code: 'in_stock', path: `items.${index}.itemName`, msg }
  }
  const item = stock.byId(row.item_id)
  if (item?.itemStatus === 'enabled') return null
  const msg = unavailableText(item?.itemName ?? 'This item')
  return { code: 'item_unavailable', path: `items.${index}.item_id`, msg }
}

/** Rows of one item become one; of two links the later counts. */
function sumRows(rows: readonly OrderRow[]): Map<string, Wanted> {
  const wanted = new Map<string, Wanted>()
  for (const [index, row] of rows.entries()) {
    const key = lineKey(row)
    const link = isStockRow(row) ? '' : (readLink(row.link ?? '') ?? '')
    const same = wanted.get(key)
    if (same) {
      same.quantity += row.ordered_quantity
      same.link = link || same.link
      same.rows.push(index)
      continue
    }
    wanted.set(key, {
      item_id: row.item_id ?? null,
      itemName: isStockRow(row) ? null : row.itemName.trim(),
      quantity: row.ordered_quantity,
      link,
      rows: [index],
    })
  }
  return wanted
}

/**
 * Decides what an order changes in a cart whose live lines stand in `live` by their `lineKey`. Throws a `Refusal` that names
 * every row at fault, and then nothing may be written.
 */
export function place<Line extends PlacedLine>(
  rows: readonly OrderRow[],
  stock: StockLookup,
  live: ReadonlyMap<string, Line>,
): Placement<Line> {
  if (rows.length === 0 || rows.length > limits.orderRows)
    refuse([{ code: 'invalid', path: 'items', msg: ORDER_ROWS_TEXT }])
  refuse(rows.flatMap(fieldFaults))
  refuse(rows.flatMap((row, index) => stockFault(row, index, stock) ?? []))

  const placement: Placement<Line> = { raised: [], created: [] }
  const faults: Fault[] = []
  for (const [key, { item_id, itemName: ownName, quantity, link, rows: asked }] of sumRows(rows)) {
    const line = live.get(key)
    const ordered_quantity = (line?.ordered_quantity ?? 0) + quantity
    if (!isSum(ordered_quantity))
      for (const index of asked)
        faults.push({
          code: 'invalid',
          path: `items.${index}.ordered_quantity`,
          msg: SUM_TOO_LARGE,
        })
    if (line) {
      const status = statusAfterOrder(line.status)
      placement.raised.push({ line, ordered_quantity, status, link: link || line.link })
      continue
    }
    const itemName = ownName ?? stock.byId(item_id ?? '')?.itemName ?? ''
    placement.created.push({ item_id, itemName, ordered_quantity, link })
  }
  refuse(faults)
  if (live.size + placement.created.length > limits.linesPerCart) throw cartFull()
  return placement
}
