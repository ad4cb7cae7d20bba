import type { ClientSession } from 'mongodb'
import type { Line } from '#src/contract/line.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { lineKey } from '#src/rules/names.ts'
import type { Connection } from './connection.ts'
import type { CartDoc, LineDoc } from './documents.ts'

/** Items as far as lines show them. */
type Named = ReadonlyMap<string, { name: string }>

/** A line with its document and its cart, for writes. */
export type FoundLine = Line & { doc: LineDoc; cartId: string }

/** The values of a line that change after it was ordered. */
export type LineValues = Pick<
  Line,
  'ordered' | 'allotted' | 'delivered' | 'status' | 'remarks' | 'link' | 'announced'
>

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

/** The document of a new line. `isOwn`: its club ordered it. */
export const newLineDoc = (
  { id, itemName, ...line }: Line,
  { isOwn, at, batch }: { isOwn: boolean; at: number; batch: string },
): LineDoc => ({
  ...line,
  _id: id,
  key: lineKey({ ...line, itemName }),
  ownName: line.itemId === null ? itemName : null,
  known: knownAfter({ known: 'nothing', before: null }, seenOf(line), isOwn),
  at,
  batch,
})

/** The document of a line with other values. `isOwn`: its club changed it. `isRestored`: it was deleted. */
export function changedDoc(
  doc: LineDoc,
  { ordered, allotted, delivered, status, remarks, link, announced }: LineValues,
  {
    isOwn = false,
    isRestored = false,
    batch,
  }: { isOwn?: boolean; isRestored?: boolean; batch: string },
): LineDoc {
  const after = { ...doc, ordered, allotted, delivered, status, remarks, link, announced, batch }
  const before = isRestored ? null : seenOf(doc)
  return { ...after, known: knownAfter({ known: doc.known, before }, seenOf(after), isOwn) }
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
    async write(
      changed: readonly ChangedCart[],
      batch: string,
      session: ClientSession,
    ): Promise<void> {
      if (changed.length === 0) return
      await carts.bulkWrite(
        changed
          // Of two writers that meet in several carts one gets through.
          .toSorted((a, b) => (a.cart._id < b.cart._id ? -1 : 1))
          .map(({ cart, lines: written, set }) => {
            const lines = new Map([...cart.lines, ...written].map((line) => [line._id, line]))
            return {
              updateOne: {
                filter: { _id: cart._id },
                update: {
                  $set: { ...set, lines: [...lines.values()] },
                  $max: { batch },
                  $inc: { rev: 1 },
                },
              },
            }
          }),
        { session },
      )
    },
  }
}

export type Lines = ReturnType<typeof openLines>
