import { t } from 'elysia'
import { AddressReply, IdReply, IntegerReply, TextReply, Titled } from '#src/http/fields.ts'
import { TimeReply } from '#src/http/times.ts'
import { StockItem } from '#src/modules/inventory/model.ts'
import { LINE } from './model.ts'

export const BoardItem = Titled('BoardItem', StockItem.properties)

export const BoardLine = Titled('BoardLine', {
  ...LINE,
  item_id: IdReply('The item, one of `items`.'),
  remarks: TextReply('On the top shelf'),
  ordered_at: TimeReply('When the club first ordered it.'),
})

export const BoardClub = Titled('BoardClub', {
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
