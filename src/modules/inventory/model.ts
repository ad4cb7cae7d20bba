import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ITEM_STATUSES } from '#src/contract/statuses.ts'
import { Id, ItemName, OneOf, Text, Whole } from '../fields.ts'

const ItemStatus = OneOf(ITEM_STATUSES, { error: 'The status of an item is enabled or disabled.' })
const ItemQuantity = Whole('A quantity', 0, limits.itemQuantity)

export const CatalogueItem = t.Object({ _id: t.String(), itemName: t.String() })

export const StockItem = t.Object(
  {
    _id: t.String(),
    itemName: t.String(),
    itemQuantity: t.Number({ multipleOf: 1, description: 'What lies on the shelf.' }),
    itemStatus: ItemStatus,
    rev: t.Number({ multipleOf: 1, description: 'Raised by every change of the row.' }),
  },
  { title: 'CatalogueItem' },
)

export const NewItem = t.Object(
  {
    itemName: ItemName,
    itemQuantity: ItemQuantity,
    itemStatus: t.Optional(ItemStatus),
  },
  { title: 'StockItem' },
)

export const ItemChange = t.Object(
  {
    rev: t.Number({
      multipleOf: 1,
      minimum: 0,
      error: 'A rev is a whole number.',
      description: 'The revision that was shown to the person; 409 when the row has moved on.',
    }),
    itemName: t.Optional(ItemName),
    itemQuantity: t.Optional(ItemQuantity),
    itemStatus: t.Optional(ItemStatus),
  },
  { title: 'NewItem' },
)

export const StockNotes = t.Array(
  t.Object({
    _id: Id('The item'),
    itemOrderedStatus: t.Optional(
      t.String({
        maxLength: limits.vendorStatusLength,
        error: 'A status has 60 characters at most.',
        description:
          '`""`, `Available`, `Not Available`, `Ordered from …` or `Ordered from online retailer`',
        examples: ['Available'],
      }),
    ),
    itemRemark: t.Optional(Text('Remarks', limits.remarksLength)),
  }),
)

export const StockNotesSaved = t.Object(
  {
    message: t.String(),
    updated: t.Number({ multipleOf: 1 }),
  },
  { title: 'ItemChange' },
)
