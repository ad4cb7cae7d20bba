import { t } from 'elysia'
import { reply, Titled } from '#src/http/fields.ts'
import { StockItem } from '#src/modules/inventory/model.ts'
import { LINE } from './model.ts'

export const BoardItem = Titled('BoardItem', StockItem.properties)

export const BoardLine = Titled('BoardLine', {
  ...LINE,
  item_id: reply.id('The item, one of `items`.'),
  remarks: reply.text('On the top shelf'),
  ordered_at: reply.time('When the club first ordered it.'),
})

export const BoardClub = Titled('BoardClub', {
  user_id: reply.id(),
  cart_id: reply.id(),
  clubName: reply.text('Film Club'),
  cordName: reply.text('Asha'),
  email: reply.address,
  rev: reply.integer(7, 'Every change of the lines or the names raises it.'),
  lines: t.Array(BoardLine, { description: 'The oldest line first.' }),
})

export const Board = Titled('Board', {
  items: t.Array(BoardItem, { description: 'The items that have a line, in list order.' }),
  clubs: t.Array(BoardClub, { description: 'The clubs that have a line, oldest line first.' }),
})
