import { t } from 'elysia'
import { AddressReply, IdReply, IntegerReply, TextReply, Titled } from '#src/http/fields.ts'
import { TimeReply } from '#src/http/times.ts'
import { StockItem } from '#src/modules/inventory/model.ts'
import { AnnouncedReply, LineStatus } from './hold-model.ts'

const BoardItem = Titled('BoardItem', StockItem.properties)

const BoardLine = Titled('BoardLine', {
  _id: IdReply(),
  item_id: IdReply('The item, one of `items`.'),
  ordered_quantity: IntegerReply(12, 'Units that the club ordered.'),
  allotted_quantity: IntegerReply(5, 'Units that were given to the club.'),
  delivered_quantity: IntegerReply(2, 'The given units that the club has already received.'),
  status: LineStatus,
  remarks: TextReply('On the top shelf'),
  ordered_at: TimeReply('When the club first ordered it.'),
  announced: AnnouncedReply,
})

const BoardClub = Titled('BoardClub', {
  user_id: IdReply(),
  cart_id: IdReply(),
  clubName: TextReply('Film Club'),
  cordName: TextReply('Asha'),
  email: AddressReply,
  rev: IntegerReply(7, 'Every change of the lines or the names raises it.'),
  lines: t.Array(BoardLine, { description: 'The oldest line first.' }),
})

export const Board = Titled('Board', {
  items: t.Array(BoardItem, { description: 'The items that have a line, in list order.' }),
  clubs: t.Array(BoardClub, { description: 'The clubs that have a line, oldest line first.' }),
})
