import type { ClientSession } from 'mongodb'
import { type Line, LINE_VALUES } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { lineKey } from '#src/rules/names.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc, PastLineDoc } from './documents.ts'

/** The names and units of items, by id. */
type Named = ReadonlyMap<string, { itemName: string; unit: string }>

const NO_ITEMS: Named = new Map()

/** A line with its document and its cart, for writes. */
type FoundLine = Line & { doc: LineDoc; cartId: string }

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

export const toFoundLine = (doc: LineDoc, cartId: string, items: Named): FoundLine => ({
  ...toLine(doc, items),
  doc,
  cartId,
})

/** The document of a new line. `isOwn`: its club ordered it. */
export function newLineDoc(line: Line, { isOwn, at }: { isOwn: boolean; at: number }): LineDoc {
  const { itemName, unit: _unit, ...stored } = line
  const ownName = line.item_id === null ? itemName : null
  const known = knownAfter({ known: 'nothing', before: null }, seenOf(line), isOwn)
  return { ...stored, key: lineKey(line), ownName, at, known }
}

/** The document of a line with other values. `isOwn`: its club changed it. `isRestored`: it was deleted. */
export function changedDoc(
  doc: LineDoc,
  after: Line,
  { isOwn = false, isRestored = false }: { isOwn?: boolean; isRestored?: boolean } = {},
): LineDoc {
  const before = isRestored ? null : seenOf(toLine(doc))
  const known = knownAfter({ known: doc.known, before }, seenOf(after), isOwn)
  return { ...doc, ...pick(after, LINE_VALUES), known }
}

/** A cart, its changed and new lines, and further fields to set. */
type ChangedCart = {
  cart: CartDoc
  lines: readonly LineDoc[]
  set?: Partial<Pick<CartDoc, 'usage' | 'knownSince'>>
}

/** Writes the lines of carts, inside a transaction. */
export function openLines({ carts }: Connection) {
  return {
    /** Changed lines keep their places, and new ones come last. Raises the revision of each cart. */
    async write(changed: readonly ChangedCart[], session: ClientSession): Promise<void> {
      if (changed.length === 0) return
      await carts.bulkWrite(
        changed
          // Sorted, so that two transactions that write the same carts do not abort each other.
          .toSorted((a, b) => (a.cart._id < b.cart._id ? -1 : 1))
          .map(({ cart, lines: written, set }) => {
            const lines = new Map([...cart.lines, ...written].map((line) => [line._id, line]))
            return {
              updateOne: {
                filter: { _id: cart._id },
                update: { $set: { ...set, lines: [...lines.values()] }, $inc: { rev: 1 } },
              },
            }
          }),
        { session },
      )
    },
  }
}

export type Lines = ReturnType<typeof openLines>
