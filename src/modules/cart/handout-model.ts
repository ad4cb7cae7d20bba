import { t } from 'elysia'
import { limits } from '#src/contract/limits.ts'
import { BodyOf } from '#src/http/body.ts'
import { Batched, Id, integer, Name, reply, ShortText, Titled } from '#src/http/fields.ts'
import { grouped, toRange } from '#src/rules/number-text.ts'
import { LINE, OrderLine } from './model.ts'

const HANDED_QUANTITY = toRange('A quantity', 1, limits.sum - 1)

export const HandOver = BodyOf('HandOver', {
  user_id: Id('user_id', 'The club, whose lines all rows name.'),
  to: Name('A name', 'Asha'),
  lines: t.Array(
    t.Object({
      _id: Id('The line'),
      quantity: integer(HANDED_QUANTITY, { example: 3, description: 'Units to hand over.' }),
    }),
    {
      minItems: 1,
      maxItems: limits.handOverRows,
      error: `A hand-over has 1 to ${grouped(limits.handOverRows)} rows.`,
      description: 'Rows of one line are summed.',
    },
  ),
})

export const HandedOver = Batched('HandedOver', {
  message: reply.text('Handed over 7 things to Asha.'),
  items: t.Array(OrderLine, { description: 'The lines after it.' }),
})

export const HandoutLine = Titled('HandoutLine', {
  ...LINE,
  item_id: t.Nullable(reply.id(), { description: 'The item; `null` for a custom line.' }),
  itemName: reply.text('Brush Round 4'),
  unit: reply.text('tubes'),
  place: reply.text('Shelf A3', 'Where the item lies; `""` for a custom line.'),
})

export const HandoutClub = Titled('HandoutClub', {
  user_id: reply.id(),
  clubName: reply.text('Film Club'),
  people: t.Array(reply.text('Asha'), { description: 'Its coordinators.' }),
  lines: t.Array(HandoutLine, { description: 'In list order.' }),
})

export const Handout = Titled('Handout', {
  clubs: t.Array(HandoutClub, { description: 'The clubs with something to fetch, by name.' }),
})

export const PickupChange = BodyOf('PickupChange', {
  message: ShortText('The message', limits.pickupLength, {
    example: 'Store room, 5 to 7 pm.',
    description: 'When and where clubs fetch what is ready. Everybody can read it; `""` clears it.',
  }),
})

export const PickupScreen = Batched('PickupScreen', {
  url: reply.text(
    'https://portal.example/pickup#XJ9sB0y4Tz6mUq1rW8dE2A',
    'The address of the screen, with its key. It is told once.',
  ),
})

export const PickupScreenEnded = Batched(
  'PickupScreenEnded',
  reply.message('The address of the screen has ended.').properties,
)

export const PickupKeyHeader = t.Object({
  'pickup-key': t.Optional(
    t.String({
      description: 'What stands behind the `#` of the address. Without it nothing is found.',
      examples: ['XJ9sB0y4Tz6mUq1rW8dE2A'],
    }),
  ),
})

export const Pickup = Titled('Pickup', {
  message: reply.text('Store room, 5 to 7 pm.', 'The pick-up words.'),
  clubs: t.Array(
    t.Object({
      clubName: reply.text('Film Club'),
      ready: reply.integer(7, 'Units that the club sees as ready, and does not have yet.'),
    }),
    { description: 'The clubs with something ready, by name.' },
  ),
})
