import { Elysia, t } from 'elysia'
import { auth } from '#src/http/auth.ts'
import type { Deps } from '#src/deps.ts'
import { limits } from '#src/contract/limits.ts'
import { withBatch } from '#src/http/fields.ts'
import { countOrRefuse } from '#src/http/limited.ts'
import { jsonText, keptList } from '#src/http/list-reply.ts'
import { notFoundHandler } from '#src/http/methods.ts'
import { OnceHeaders, toIdempotency } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import { grouped } from '#src/rules/number-text.ts'
import * as model from './model.ts'

const SAVED_PER_HOUR = {
  free: limits.decidedRowsPerHour,
  windowMs: 3_600_000,
  words: `At most ${grouped(limits.decidedRowsPerHour)} rows of the stock are saved in an hour.`,
}

export const inventory = (deps: Deps) => {
  const { store, counters, now } = deps
  const catalogue = keptList(store, ['catalogue'], () => store.stock.listCatalogue())
  const stock = keptList(store, ['inventory'], () => store.stock.list())
  const countRows = (id: string, rows: number) =>
    countOrRefuse(counters, `stock rows:${id}`, SAVED_PER_HOUR, rows)

  return (
    new Elysia({ name: 'inventory', prefix: '/inventorys', tags: ['Inventory'] })
      .use(auth(deps))
      .get('/inventory/user', catalogue, {
        right: 'catalogue.see',
        response: { 200: t.Array(model.CatalogueItem) },
        summary: 'List the enabled items',
      })
      // Else the list's address would be an item's.
      .patch('/inventory/user', notFoundHandler, { detail: { hide: true } })
      .get('/inventory', stock, {
        right: 'stock.see',
        response: { 200: t.Array(model.StockItem) },
        summary: 'List all items with their quantities',
      })
      .post(
        '/inventory',
        async ({ account, body, status }) => {
          const item = { itemStatus: 'enabled' as const, ...body }
          return status(201, withBatch(await store.stock.add(item, account.id, now())))
        },
        {
          right: 'stock.edit',
          body: model.NewItem,
          response: { 201: model.StockItemSaved, ...problems('name_taken') },
          summary: 'Add an item',
        },
      )
      .patch(
        '/inventory/:id',
        async ({ account, body, params }) =>
          withBatch(await store.stock.edit(params.id, body, account.id, now())),
        {
          right: 'stock.edit',
          body: model.ItemChange,
          response: {
            200: model.StockItemSaved,
            ...problems(404, 'changed_meanwhile', 'name_taken'),
          },
          summary: 'Save an edited item',
        },
      )
      .post(
        '/stock-sheet',
        async ({ account, body, headers, set }) => {
          await countRows(account.id, body.rows.length)
          const { value } = await store.stock.saveSheet({
            ...body,
            actorId: account.id,
            ...toIdempotency(headers['idempotency-key'], 'stock-sheet', body),
            toAnswer: (saved) => JSON.stringify({ message: 'Sheet saved.', ...saved }),
            now: now(),
          })
          return jsonText(set, value.body)
        },
        {
          right: 'stock.edit',
          headers: OnceHeaders,
          body: model.StockSheet,
          response: {
            200: model.StockSheetSaved,
            ...problems(404, 'changed_meanwhile', 'name_taken', 'insufficient_stock'),
          },
          summary: 'Add and change many items',
          description:
            'All rows are saved, or none. A field that a row lacks stays as it is; a new item without a quantity has none. The count of a `sheet` that was saved already, and not undone, is refused; `current` then says by whom and when (`by`, `at`).',
        },
      )
      .put(
        '/update-inventory-items',
        async ({ account, body }) => {
          await countRows(account.id, body.length)
          const { value: items, batch } = await store.stock.note(body, account.id, now())
          const value = { message: 'Changes saved.', updated: body.length, items }
          return withBatch({ value, batch })
        },
        {
          right: 'stock.edit',
          body: model.StockNotes,
          response: { 200: model.StockNotesSaved, ...problems(404) },
          summary: 'Set the status and the remark of stock items',
          description: 'All changes are saved, or none.',
        },
      )
  )
}
