import { type Line, LINE_VALUES } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import type { LineDoc, PastLineDoc } from './documents.ts'

/** The names and units of items, by id. */
type Named = ReadonlyMap<string, { itemName: string; unit: string }>

const NO_ITEMS: Named = new Map()

/** Without `items`, stock lines have no name and no unit. */
export const toLine = (doc: Omit<LineDoc, 'known'>, items = NO_ITEMS): Line => ({
  _id: doc._id,
  item_id: doc.item_id,
  itemName: doc.ownName ?? items.get(doc.item_id ?? '')?.itemName ?? '',
  unit: items.get(doc.item_id ?? '')?.unit ?? '',
  ...pick(doc, LINE_VALUES),
})

/** A line of an edition that ends, with the present name and unit of its item. */
export function toPastDoc({ known: _known, ...doc }: LineDoc, items: Named): PastLineDoc {
  const item = items.get(doc.item_id ?? '')
  return { ...doc, itemName: item?.itemName ?? null, unit: item?.unit ?? '' }
}

/** A line of an edition whose end is taken back. */
export const fromPastDoc = ({ itemName: _name, unit: _unit, ...doc }: PastLineDoc): LineDoc => ({
  ...doc,
  known: null,
})

export const toPastLine = (doc: PastLineDoc): Line => ({
  ...toLine(doc),
  itemName: doc.ownName ?? doc.itemName ?? '',
  unit: doc.unit,
})
