import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { Count, Id, ItemName, OneOf, Text, Whole } from '../fields.ts'

const SAMPLE_LINK = 'https://shop.example/felt'

export const OrderingFlag = t.Object(
  {
    isConfirmDisabled: t.Boolean({
      error: 'isConfirmDisabled is true or false.',
      description: 'True while ordering is off.',
    }),
  },
  { title: 'OrderingFlag' },
)

export const CartSummary = t.Object(
  {
    clubName: t.String(),
    cordName: t.String(),
    contact: t.String({ description: 'The mobile number.' }),
    cart_id: t.String(),
    user_id: t.String(),
  },
  { title: 'CartSummary' },
)

const LineStatus = OneOf(LINE_STATUSES, { error: 'This is not a status of a line.' })

export const OrderLine = t.Object(
  {
    _id: t.String(),
    itemName: t.String(),
    ordered_quantity: Count,
    allotted_quantity: Count,
    status: LineStatus,
    remarks: t.String(),
    link: t.String({ description: '`""` where there is none.' }),
  },
  { title: 'OrderLine' },
)

export const StockSummary = t.Object(
  {
    _id: t.String(),
    itemName: t.String(),
    availableQuantity: Count,
    totalOrderedQuantity: Count,
    totalAllottedQuantity: Count,
    itemOrderedStatus: t.String(),
    itemRemark: t.String(),
  },
  { title: 'StockSummary' },
)

const OrderedQuantity = Whole('A quantity', 1, limits.orderedQuantity)
const Link = t.String({
  maxLength: limits.linkLength,
  error: 'A link has 2,048 characters at most.',
  description: 'An http or https address; `""` for none.',
  examples: [SAMPLE_LINK],
})

export const Order = t.Object(
  {
    userId: Id('userId'),
    items: t.Array(
      t.Object({
        item_id: t.Optional(
          t.Nullable(Id('item_id'), {
            error: 'item_id must be an id, or null.',
            description: 'A stock item; `null` or left out for an item of the club’s own.',
          }),
        ),
        itemName: t.Optional(ItemName),
        ordered_quantity: OrderedQuantity,
        link: t.Optional(Link),
      }),
      {
        minItems: 1,
        maxItems: limits.orderRows,
        error: 'An order has 1 to 200 rows.',
        examples: [
          [
            { item_id: '019373a0-7c4e-7000-8000-3f1d2a6b9c10', ordered_quantity: 12 },
            { itemName: 'Black felt', ordered_quantity: 3, link: SAMPLE_LINK },
          ],
        ],
      },
    ),
  },
  { title: 'Order' },
)

export const OrderPlaced = t.Object(
  {
    message: t.String(),
    items: t.Array(OrderLine, { description: 'The whole order of the club after it.' }),
  },
  { title: 'OrderPlaced' },
)

export const CustomItem = t.Object(
  {
    userId: Id('userId'),
    itemName: ItemName,
    ordered_quantity: OrderedQuantity,
    link: t.Optional(Link),
  },
  { title: 'CustomItem' },
)

export const LineChanges = t.Object(
  {
    items: t.Array(
      t.Object({
        _id: Id('The line'),
        allotted_quantity: t.Optional(
          t.Number({
            multipleOf: 1,
            minimum: -limits.allotmentChange,
            maximum: limits.allotmentChange,
            error: 'A change is a whole number from -1,000,000 to 1,000,000.',
            description: 'The change: added to what is given, below zero taken back.',
            examples: [5],
          }),
        ),
        status: t.Optional(LineStatus),
        remarks: t.Optional(Text('Remarks', limits.remarksLength)),
      }),
      { error: 'items is a list of changes.' },
    ),
  },
  { title: 'LineChanges' },
)

export const ChangesSaved = t.Object({ message: t.String(), updated: Count })

export const Done = t.Object({ message: t.String() })

export const OnceHeaders = t.Object({
  'idempotency-key': t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.idempotencyKeyLength,
      error: 'An Idempotency-Key has 1 to 255 characters.',
      description:
        'The same key with the same request gets the first answer again, for 24 hours; nothing is done twice.',
    }),
  ),
})
