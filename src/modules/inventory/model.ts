import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { ITEM_STATUSES, STOCK_STATUS_PATTERN } from '#src/contract/statuses.ts'
import { Body, BodyOf } from '#src/http/body.ts'
import {
  Batched,
  Id,
  integer,
  ItemName,
  OneOf,
  PADDING,
  Remarks,
  reply,
  Titled,
} from '#src/http/fields.ts'
import { StockSummary } from '#src/modules/cart/model.ts'
import {
  type Label as LabelName,
  labelFault,
  readStockStatus,
  stockStatusFault,
} from '#src/rules/item.ts'
import { readName } from '#src/rules/name-text.ts'
import { grouped, toRange } from '#src/rules/number-text.ts'
import { SHEET_MODES } from '#src/rules/stock-sheet.ts'
import { ITEM_QUANTITY } from '#src/rules/quantity.ts'

const ItemStatus = OneOf(ITEM_STATUSES, { error: 'The status of an item is enabled or disabled.' })
const ItemQuantity = integer(ITEM_QUANTITY)

/** A short text about an item; `""` is none. */
const Label = (label: LabelName, most: number, example: string, description: string) =>
  t.String({
    maxLength: most + PADDING,
    pattern: String.raw`^[^\x00-\x1f\x7f]*$`,
    error: `The ${label} is one line of ${most} characters at most.`,
    validate: (text: string) => labelFault(label, text),
    read: readName,
    description,
    examples: [example],
  })
const UNIT = 'What one of them is called. A label: nothing is calculated with it.'
const PLACE = 'Where it lies. Clubs never read it.'
/** What a call may set of an item besides its name. */
const SETTABLE = {
  itemQuantity: t.Optional(ItemQuantity),
  itemStatus: t.Optional(ItemStatus),
  unit: t.Optional(Label('unit', limits.unitLength, 'tubes', UNIT)),
  place: t.Optional(Label('place', limits.placeLength, 'Shelf A3', PLACE)),
}
const UnitReply = reply.text('tubes', 'What one of them is called; `""` for none.')
const PlaceReply = reply.text(
  'Shelf A3',
  'Where it lies; `""` for nowhere named. Only for administrators.',
)

export const CatalogueItem = Titled('CatalogueItem', {
  _id: reply.id(),
  itemName: reply.text('Brush Round 4'),
  unit: UnitReply,
})

export const StockItem = Titled('StockItem', {
  _id: reply.id(),
  itemName: reply.text('Brush Round 4'),
  itemQuantity: reply.integer(12, 'Units on the shelf.'),
  itemStatus: ItemStatus,
  unit: UnitReply,
  place: PlaceReply,
  rev: reply.integer(3, 'The revision of the item. Every change raises it.'),
})

export const StockItemSaved = Batched('StockItemSaved', StockItem.properties)

export const NewItem = BodyOf('NewItem', {
  itemName: ItemName,
  ...SETTABLE,
  itemQuantity: ItemQuantity,
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
  ...SETTABLE,
})

export const StockSheet = BodyOf('StockSheet', {
  mode: OneOf(SHEET_MODES, {
    error: 'The mode is add or count.',
    description: '`add`: the numbers arrived. `count`: they are on the shelf.',
  }),
  sheet: t.Optional(Id('The sheet', 'The id of a sheet. Its count is saved once.')),
  rows: t.Array(
    t.Object({
      _id: t.Optional(
        Id('The item', 'Without it the row is the item of that name, or else a new one.'),
      ),
      itemName: ItemName,
      was: t.Optional(
        integer(toRange('What was on the shelf', 0, limits.sum - 1), {
          description:
            'With `count`: units on the shelf when the sheet was made. The shelf moves by what differs from it.',
        }),
      ),
      ...SETTABLE,
    }),
    {
      minItems: 1,
      maxItems: limits.changeRows,
      error: `A sheet has 1 to ${grouped(limits.changeRows)} rows.`,
    },
  ),
})

export const StockSheetSaved = Batched('StockSheetSaved', {
  message: reply.text('Sheet saved.'),
  added: reply.integer(2, 'Items that are new.'),
  changed: reply.integer(41, 'Items that changed.'),
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

export const StockNotesSaved = Batched('StockNotesSaved', {
  message: reply.text('Changes saved.'),
  updated: reply.integer(1, 'How many items the request named.'),
  items: t.Array(StockSummary, { description: 'The changed items after this change.' }),
})
