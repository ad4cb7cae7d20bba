import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { LINK_HINT, LINK_PATTERN } from '#src/rules/link.ts'
import { Body } from '#src/http/body.ts'
import {
  Count,
  Id,
  ItemName,
  Named,
  OneOf,
  SAMPLE_ID,
  Text,
  Told,
  Whole,
} from '#src/http/fields.ts'

const SAMPLE_LINK = 'https://shop.example/felt'

export const OrderingFlag = t.Object(
  {
    isConfirmDisabled: t.Boolean({
      error: 'isConfirmDisabled is true or false.',
      description: 'True while ordering is off.',
      examples: [false],
    }),
  },
  { title: 'OrderingFlag' },
)

export const OrderingChange = Body(OrderingFlag)

export const CartSummary = t.Object(
  {
    clubName: Told('Film Club'),
    cordName: Told('Asha'),
    contact: Told('+91 98765 43210', 'The mobile number.'),
    email: Told('film@clubs.example', 'The verified address of the account.'),
    cart_id: Named(),
    user_id: Named(),
  },
  { title: 'CartSummary' },
)

const LineStatus = OneOf(LINE_STATUSES, { error: 'This is not a status of a line.' })

export const OrderLine = t.Object(
  {
    _id: Named(),
    itemName: Told('Brush Round 4'),
    ordered_quantity: Count(12, 'What is asked for.'),
    allotted_quantity: Count(5, 'What is given.'),
    status: LineStatus,
    remarks: Told('On the top shelf'),
    link: Told(SAMPLE_LINK, '`""` where there is none.'),
  },
  { title: 'OrderLine' },
)

export const StockSummary = t.Object(
  {
    _id: Named(),
    itemName: Told('Brush Round 4'),
    availableQuantity: Count(7, 'What lies on the shelf.'),
    totalOrderedQuantity: Count(12, 'The sum over live lines.'),
    totalAllottedQuantity: Count(5, 'The sum over live lines.'),
    itemOrderedStatus: Told('Available'),
    itemRemark: Told('On the top shelf'),
  },
  { title: 'StockSummary' },
)

const OrderedQuantity = Whole('A quantity', 1, limits.orderedQuantity)
const Link = t.String({
  maxLength: limits.linkLength,
  pattern: LINK_PATTERN,
  error: LINK_HINT,
  description: 'An http or https address; `""` for none.',
  examples: [SAMPLE_LINK],
})

/** The two kinds of rows, for the API's description only: validating them as a union could not name the invalid field. */
const ROW_KINDS = [
  t.Object(
    { item_id: Id('item_id'), ordered_quantity: OrderedQuantity, link: t.Optional(Link) },
    { title: 'StockRow', description: 'An item of the list.' },
  ),
  t.Object(
    { itemName: ItemName, ordered_quantity: OrderedQuantity, link: t.Optional(Link) },
    { title: 'OwnRow', description: 'An item of the club’s own; `item_id` is `null` or left out.' },
  ),
]

export const Order = Body(
  t.Object(
    {
      userId: Id('userId'),
      items: t.Array(
        t.Object(
          {
            item_id: t.Optional(
              t.Nullable(Id('item_id'), {
                error: 'item_id must be an id, or null.',
                description: 'A stock item; `null` or left out for an item of the club’s own.',
              }),
            ),
            itemName: t.Optional(ItemName),
            ordered_quantity: OrderedQuantity,
            link: t.Optional(Link),
          },
          { oneOf: ROW_KINDS },
        ),
        {
          minItems: 1,
          maxItems: limits.orderRows,
          error: 'An order has 1 to 200 rows.',
          examples: [
            [
              { item_id: SAMPLE_ID, ordered_quantity: 12 },
              { itemName: 'Black felt', ordered_quantity: 3, link: SAMPLE_LINK },
            ],
          ],
        },
      ),
    },
    { title: 'Order' },
  ),
)

export const OrderPlaced = t.Object(
  {
    message: Told('Order placed.'),
    items: t.Array(OrderLine, { description: 'The whole order of the club after it.' }),
  },
  { title: 'OrderPlaced' },
)

export const CustomItem = Body(
  t.Object(
    {
      userId: Id('userId'),
      itemName: ItemName,
      ordered_quantity: OrderedQuantity,
      link: t.Optional(Link),
    },
    { title: 'CustomItem' },
  ),
)

export const LineChanges = Body(
  t.Object(
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
  ),
)

export const ChangesSaved = t.Object(
  { message: Told('Changes saved.'), updated: Count(1, 'How many lines were named.') },
  { title: 'ChangesSaved' },
)

export const OnceHeaders = t.Object({
  'idempotency-key': t.Optional(
    t.String({
      minLength: 1,
      maxLength: limits.idempotencyKeyLength,
      error: 'An Idempotency-Key has 1 to 255 characters.',
      description:
        'The same key with the same request gets the first answer again, for 24 hours; nothing is done twice.',
      examples: ['7d9f4a52-2f0b-4a53-9a3c-6f0e2f1c8b11'],
    }),
  ),
})
