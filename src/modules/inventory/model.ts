import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ITEM_STATUSES, STOCK_STATUS_PATTERN } from '#src/contract/statuses.ts'
import { Body } from '#src/http/body.ts'
import { Count, Id, ItemName, Named, OneOf, Text, Told, Whole } from '#src/http/fields.ts'

const ItemStatus = OneOf(ITEM_STATUSES, { error: 'The status of an item is enabled or disabled.' })
const ItemQuantity = Whole('A quantity', 0, limits.itemQuantity)

export const CatalogueItem = t.Object(
  { _id: Named(), itemName: Told('Brush Round 4') },
  { title: 'CatalogueItem' },
)

export const StockItem = t.Object(
  {
    _id: Named(),
    itemName: Told('Brush Round 4'),
    itemQuantity: Count(12, 'What lies on the shelf.'),
    itemStatus: ItemStatus,
    rev: Count(3, 'Raised by every change of the row.'),
  },
  { title: 'StockItem' },
)

export const NewItem = Body(
  t.Object(
    {
      itemName: ItemName,
      itemQuantity: ItemQuantity,
      itemStatus: t.Optional(ItemStatus),
    },
    { title: 'NewItem' },
  ),
)

export const ItemChange = Body(
  t.Object(
    {
      rev: t.Number({
        multipleOf: 1,
        minimum: 0,
        error: 'A rev is a whole number.',
        examples: [3],
        description: 'The revision that was shown to the person; 409 when the row has moved on.',
      }),
      itemName: t.Optional(ItemName),
      itemQuantity: t.Optional(ItemQuantity),
      itemStatus: t.Optional(ItemStatus),
    },
    { title: 'ItemChange' },
  ),
)

export const StockNotes = Body(
  t.Array(
    t.Object({
      _id: Id('The item'),
      itemOrderedStatus: t.Optional(
        t.String({
          maxLength: limits.vendorStatusLength,
          pattern: STOCK_STATUS_PATTERN,
          error: 'This is not a status of a stock item.',
          description:
            '`""`, `Available`, `Not Available`, `Ordered from …` or `Ordered from online retailer`',
          examples: ['Available'],
        }),
      ),
      itemRemark: t.Optional(Text('Remarks', limits.remarksLength)),
    }),
  ),
)

export const StockNotesSaved = t.Object(
  {
    message: Told('Changes saved.'),
    updated: Count(1, 'How many rows were named.'),
  },
  { title: 'StockNotesSaved' },
)
