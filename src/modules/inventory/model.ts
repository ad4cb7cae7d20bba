import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ITEM_STATUSES, STOCK_STATUS_PATTERN } from '#src/contract/statuses.ts'
import { Body, BodyOf } from '#src/http/body.ts'
import {
  BatchReply,
  Id,
  IdReply,
  integer,
  IntegerReply,
  ItemName,
  OneOf,
  Remarks,
  TextReply,
  Titled,
} from '#src/http/fields.ts'
import { StockSummary } from '#src/modules/cart/model.ts'
import { readStockStatus, stockStatusFault } from '#src/rules/item.ts'
import { ITEM_QUANTITY } from '#src/rules/quantity.ts'

const ItemStatus = OneOf(ITEM_STATUSES, { error: 'The status of an item is enabled or disabled.' })
const ItemQuantity = integer(ITEM_QUANTITY)

export const CatalogueItem = Titled('CatalogueItem', {
  _id: IdReply(),
  itemName: TextReply('Brush Round 4'),
})

export const StockItem = Titled('StockItem', {
  _id: IdReply(),
  itemName: TextReply('Brush Round 4'),
  itemQuantity: IntegerReply(12, 'Units on the shelf.'),
  itemStatus: ItemStatus,
  rev: IntegerReply(3, 'The revision of the item. Every change raises it.'),
})

export const StockItemSaved = Titled('StockItemSaved', {
  ...StockItem.properties,
  batch: BatchReply,
})

export const NewItem = BodyOf('NewItem', {
  itemName: ItemName,
  itemQuantity: ItemQuantity,
  itemStatus: t.Optional(ItemStatus),
})

export const ItemChange = BodyOf('ItemChange', {
  rev: t.Number({
    multipleOf: 1,
    minimum: 0,
    error: 'A rev is a whole number.',
    examples: [3],
    description:
      'The revision that the edit began from. The call answers 409 when the item has changed since.',
  }),
  itemName: t.Optional(ItemName),
  itemQuantity: t.Optional(ItemQuantity),
  itemStatus: t.Optional(ItemStatus),
})

export const StockNotes = Body(
  t.Array(
    t.Object({
      _id: Id('The item'),
      itemOrderedStatus: t.Optional(
        t.String({
          maxLength: limits.vendorStatusLength,
          pattern: STOCK_STATUS_PATTERN,
          error: 'This is not a status of a stock item.',
          validate: stockStatusFault,
          read: readStockStatus,
          description:
            '`""`, `Available`, `Not Available`, `Ordered from …` or `Ordered from online retailer`',
          examples: ['Available'],
        }),
      ),
      itemRemark: t.Optional(Remarks),
    }),
    {
      maxItems: limits.changeRows,
      error: `The body is a list of changes, ${limits.changeRows} rows at most.`,
    },
  ),
)

export const StockNotesSaved = Titled('StockNotesSaved', {
  message: TextReply('Changes saved.'),
  updated: IntegerReply(1, 'How many items the request named.'),
  items: t.Array(StockSummary, { description: 'The changed items after this change.' }),
  batch: BatchReply,
})
