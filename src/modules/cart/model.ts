import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { LINK_HINT, LINK_PATTERN } from '#src/rules/link.ts'
import { Body, BodyOf } from '#src/http/body.ts'
import { grouped } from '#src/rules/number-text.ts'
import { ORDER_ROWS_TEXT } from '#src/rules/order-faults.ts'
import { REMARKS_PATTERN, REMARKS_TEXT } from '#src/rules/remarks.ts'
import { ALLOTMENT_CHANGE, GIVEN_AT_ONCE, ORDERED_QUANTITY } from '#src/rules/quantity.ts'
import {
  Batched,
  Flag,
  Id,
  integer,
  ItemName,
  OneOf,
  Remarks,
  reply,
  SAMPLE_ID,
  ShortText,
  Titled,
} from '#src/http/fields.ts'
import { TimeField } from '#src/http/times.ts'

const SAMPLE_LINK = 'https://shop.example/felt'

const OrderingFlag = Titled('OrderingFlag', {
  isConfirmDisabled: Flag('isConfirmDisabled', false, 'True while ordering is switched off.'),
})

export const DecisionsHeld = Titled('DecisionsHeld', {
  decisionsHeld: Flag(
    'decisionsHeld',
    false,
    'Whether clubs see decisions only once they are announced.',
  ),
})

const TimeOrNull = (what: string, description: string) => t.Nullable(TimeField(what, description))
const TimeOrNullReply = (description: string) => t.Nullable(reply.time(description))

export const EditionName = Titled(
  'EditionName',
  { _id: reply.id(), name: reply.text('OASIS 2026') },
  'An edition: the festival that orders are for.',
)

export const OrderingState = Titled('OrderingState', {
  ...OrderingFlag.properties,
  ...DecisionsHeld.properties,
  pickup: reply.text('Store room, 5 to 7 pm.', 'When and where clubs fetch what is ready.'),
  opensAt: TimeOrNullReply('When ordering turns on by itself.'),
  closesAt: TimeOrNullReply('When ordering turns off by itself.'),
  message: reply.text('Chart paper comes next week.', 'What clubs read beside the times.'),
  turnedAt: TimeOrNullReply('When ordering was turned last.'),
  turnedBy: t.Nullable(OneOf(['person', 'clock']), { description: 'Who turned it last.' }),
  edition: EditionName,
  now: reply.time('The server’s clock, by which a page corrects its own. It moves no ETag.'),
})

const WINDOW = {
  opensAt: TimeOrNull('opensAt', 'Ordering turns on at this time. `null`: it does not.'),
  closesAt: TimeOrNull(
    'closesAt',
    'Ordering turns off at this time, which is in the future and after `opensAt`. `null`: it does not.',
  ),
  message: ShortText('message', limits.windowMessageLength, {
    example: 'Chart paper comes next week.',
    description: 'Clubs read it beside the times.',
  }),
}

export const OrderingWindow = BodyOf('OrderingWindow', {
  ...WINDOW,
  was: t.Optional(
    Titled(
      'OrderingWindowSeen',
      WINDOW,
      'The times and the message that the page showed. If others are stored, nothing is saved.',
    ),
  ),
})

export const OrderingWindowSet = Batched('OrderingWindowSet', OrderingState.properties)

export const OrderingChange = Body(OrderingFlag)

export const OrderingTurned = Batched('OrderingTurned', OrderingFlag.properties)

const WHO_ASKS = {
  clubName: reply.text('Film Club'),
  cordName: reply.text('Asha'),
  contact: reply.text('+91 98765 43210', 'The mobile number of the co-ordinator.'),
  email: reply.text('film@clubs.example', 'The verified address of the account.'),
  user_id: reply.id(),
}

export const ListedPerson = Titled('ListedPerson', {
  cordName: reply.text('Asha'),
  contact: reply.text('+91 98765 43210'),
  email: reply.address,
})

export const OrderCounts = t.Object({
  lines: reply.integer(8, 'Lines of the order.'),
  undecided: reply.integer(1, 'Lines that nobody has decided about.'),
  asked: reply.integer(104, 'Units asked for.'),
  given: reply.integer(81, 'Units given, those that were handed over included.'),
  handed_over: reply.integer(60, 'Units handed over.'),
  ready: reply.integer(7, 'Units that are ready for pickup and not handed over.'),
})

export const CartSummary = Titled('CartSummary', {
  ...WHO_ASKS,
  people: t.Array(ListedPerson, {
    description: 'The enabled people of the club, the longest-standing first.',
  }),
  cart_id: reply.id(),
  ...OrderCounts.properties,
  changed_at: TimeOrNullReply('When something of the order or of its account changed last.'),
})

const LineStatus = OneOf(LINE_STATUSES, { error: 'This is not a status of a line.' })

/** What the club sees of a line that is ahead. */
export const AnnouncedLine = Titled(
  'AnnouncedLine',
  {
    allotted_quantity: reply.integer(2, 'Units that the club was told last.'),
    status: LineStatus,
    remarks: reply.text('On the top shelf'),
  },
  'What the club sees while something newer is held back. Absent while it sees the line as it is, and in what a club reads.',
)

/** The fields of a line in every list. */
export const LINE = {
  _id: reply.id(),
  ordered_quantity: reply.integer(12, 'Units that the club ordered.'),
  allotted_quantity: reply.integer(5, 'Units that were given to the club.'),
  delivered_quantity: reply.integer(2, 'The given units that the club has already received.'),
  status: LineStatus,
  announced: t.Optional(AnnouncedLine),
}

export const OrderLine = Titled('OrderLine', {
  ...LINE,
  itemName: reply.text('Brush Round 4'),
  unit: reply.text('tubes', 'The unit of the stock item; `""` for none, and for a custom line.'),
  remarks: reply.text('On the top shelf'),
  link: reply.text(SAMPLE_LINK, '`""` when the line has no link.'),
})

export const CustomLine = Titled('CustomLine', { ...OrderLine.properties, ...WHO_ASKS })

export const StockSummary = Titled('StockSummary', {
  _id: reply.id(),
  itemName: reply.text('Brush Round 4'),
  unit: reply.text('tubes'),
  place: reply.text('Shelf A3'),
  availableQuantity: reply.integer(7, 'Units on the shelf.'),
  totalOrderedQuantity: reply.integer(12, 'Units ordered in all live lines.'),
  totalAllottedQuantity: reply.integer(5, 'Units given in all live lines.'),
  itemOrderedStatus: reply.text('Available'),
  itemRemark: reply.text('On the top shelf'),
})

const OrderedQuantity = integer(ORDERED_QUANTITY)
const Link = t.String({
  maxLength: limits.linkLength,
  pattern: LINK_PATTERN,
  error: LINK_HINT,
  description: 'An http or https address, or `""`.',
  examples: [SAMPLE_LINK],
})

const ROW = {
  ordered_quantity: OrderedQuantity,
  allotted_quantity: t.Optional(
    integer(GIVEN_AT_ONCE, {
      example: 0,
      description:
        'Units to give at once, for administrators. They leave the shelf with the order.',
    }),
  ),
  link: t.Optional(Link),
}

/** The two kinds of rows, for the API's description only: validating them as a union could not name the invalid field. */
const ROW_KINDS = [
  Titled('StockRow', { item_id: Id('item_id'), ...ROW }, 'A stock item.'),
  Titled('OwnRow', { itemName: ItemName, ...ROW }, 'A custom item: `item_id` is `null` or absent.'),
]

export const Order = BodyOf('Order', {
  userId: Id('userId'),
  late: t.Optional(
    Flag(
      'late',
      false,
      'True: the rows are added while ordering is off as well. For administrators; while ordering is on it changes nothing.',
    ),
  ),
  edition: t.Optional(
    Id('edition', 'The edition that the order is for. Another than the current one is refused.'),
  ),
  items: t.Array(
    t.Object(
      {
        item_id: t.Optional(
          t.Nullable(Id('item_id'), {
            error: 'item_id must be an id, or null.',
            description: 'The `_id` of a stock item. `null` or absent for a custom item.',
          }),
        ),
        itemName: t.Optional(ItemName),
        ...ROW,
      },
      { oneOf: ROW_KINDS },
    ),
    {
      minItems: 1,
      maxItems: limits.orderRows,
      error: ORDER_ROWS_TEXT,
      examples: [
        [
          { item_id: SAMPLE_ID, ordered_quantity: 12 },
          { itemName: 'Black felt', ordered_quantity: 3, link: SAMPLE_LINK },
        ],
      ],
    },
  ),
})

export const OrderPlaced = Batched('OrderPlaced', {
  message: reply.text('Order placed.'),
  items: t.Array(OrderLine, { description: 'The lines that this order changed or made.' }),
})

export const CustomItem = BodyOf('CustomItem', {
  userId: Id('userId'),
  itemName: ItemName,
  ordered_quantity: OrderedQuantity,
  link: t.Optional(Link),
})

export const LineCorrection = BodyOf('LineCorrection', {
  ordered_quantity: t.Optional(
    integer(
      { ...ORDERED_QUANTITY, maximum: limits.sum - 1 },
      {
        example: 6,
        description: `How many are asked for: 1 to ${grouped(limits.orderedQuantity)}, or any number below a larger present one.`,
      },
    ),
  ),
  link: t.Optional(Link),
  was: integer(
    { minimum: 1, maximum: limits.sum - 1, text: 'was is the asked number that the page showed.' },
    { example: 60, description: 'The asked number that the page showed.' },
  ),
})

export const LineCorrected = Batched('LineCorrected', {
  message: reply.text('Line corrected.'),
  line: OrderLine,
})

export const LineChanges = BodyOf('LineChanges', {
  items: t.Array(
    t.Object({
      _id: Id('The line'),
      allotted_quantity: t.Optional(
        integer(ALLOTMENT_CHANGE, {
          example: 5,
          description: 'Units to give. A negative number takes units back.',
        }),
      ),
      status: t.Optional(LineStatus),
      remarks: t.Optional(Remarks),
    }),
    {
      maxItems: limits.changeRows,
      error: `items is a list of changes, ${limits.changeRows} rows at most.`,
    },
  ),
  note: t.Optional(
    ShortText('A note', limits.noteLength, {
      example: 'In proportion: 22 for 44 asked by 12 clubs.',
      description:
        'Why, in the history of each changed line and in its mail. Clubs read it when the decision is announced.',
    }),
  ),
})

export const ChangesSaved = Batched('ChangesSaved', {
  message: reply.text('Changes saved.'),
  updated: reply.integer(1, 'How many lines the request named.'),
  items: t.Array(OrderLine, { description: 'The changed lines after this change.' }),
})

export const CartRemoved = Batched('CartRemoved', reply.message('The cart was removed.').properties)
export const LineRemoved = Batched('LineRemoved', reply.message('The item was removed.').properties)

/** Why lines are deleted. */
export const RemovalQuery = t.Object({
  reason: t.Optional(
    t.String({
      maxLength: limits.remarksLength,
      pattern: REMARKS_PATTERN,
      error: REMARKS_TEXT.replace('Remarks have', 'A reason has'),
      description: 'Why the lines are deleted. The club reads it.',
      examples: ['Sold out at every shop'],
    }),
  ),
})

export const HoldChange = BodyOf('HoldChange', {
  held: Flag('held', true, 'True to hold decisions back. False announces all that is held.'),
})

export const HoldTurned = Batched('HoldTurned', DecisionsHeld.properties)

export const HeldClub = Titled('HeldClub', {
  user_id: reply.id(),
  clubName: reply.text('Film Club'),
  email: reply.address,
  lines: t.Array(Titled('HeldLine', { ...OrderLine.properties, announced: AnnouncedLine }), {
    description: 'The lines that are ahead, in list order.',
  }),
})

export const Announcement = BodyOf('Announcement', {
  user_ids: t.Optional(
    t.Array(Id('A club'), {
      maxItems: limits.changeRows,
      error: `user_ids is a list of ids, ${limits.changeRows} at most.`,
      description: 'The clubs that see their decisions. All, if absent.',
    }),
  ),
  message: t.Optional(
    ShortText('A message', limits.announcementLength, {
      example: 'Paint was short: every club got half.',
      description: 'For these clubs, on their pages and at the top of the mail.',
    }),
  ),
})

export const AnnouncementMade = Batched('AnnouncementMade', {
  message: reply.text('Announced 34 decisions to 9 clubs.'),
  clubs: reply.integer(9, 'How many clubs see something new.'),
  lines: reply.integer(34, 'How many lines changed for them.'),
})
