import type { Line } from '#src/contract/line.ts'
import type { LineDoc } from './documents.ts'

/** Items as far as lines show them. */
type Named = ReadonlyMap<string, { name: string }>

/** A line with its document and its cart, for writes. */
export type FoundLine = Line & { doc: LineDoc; cartId: string }

/** A stock line shows its item's present name. */
export const toLine = (doc: LineDoc, items: Named): Line => ({
  id: doc._id,
  itemId: doc.itemId,
  itemName: doc.ownName ?? items.get(doc.itemId ?? '')?.name ?? '',
  ordered: doc.ordered,
  allotted: doc.allotted,
  delivered: doc.delivered,
  status: doc.status,
  remarks: doc.remarks,
  link: doc.link,
  announced: doc.announced,
})

export const toFoundLine = (doc: LineDoc, cartId: string, items: Named): FoundLine => ({
  ...toLine(doc, items),
  doc,
  cartId,
})
