import { Elysia, t } from 'elysia'
import { auth } from '#src/http/auth.ts'
import type { Deps } from '#src/deps.ts'
import { keptList } from '#src/http/list-reply.ts'
import { notFoundHandler } from '#src/http/methods.ts'
import { problems } from '#src/http/problem.ts'
import {
  CatalogueItem,
  ItemChange,
  NewItem,
  StockItem,
  StockItemSaved,
  StockNotes,
  StockNotesSaved,
} from './model.ts'

export const inventory = (deps: Deps) => {
  const { store, now } = deps
  const catalogue = keptList(store, ['catalogue'], () => store.stock.listCatalogue())
  const stock = keptList(store, ['inventory'], () => store.stock.list())

  return (
    new Elysia({ name: 'inventory', prefix: '/inventorys', tags: ['Inventory'] })
      .use(auth(deps))
      .get('/inventory/user', catalogue, {
        right: 'catalogue.see',
        response: { 200: t.Array(CatalogueItem) },
        detail: { summary: 'List the enabled items' },
      })
      // Else the list's address would be an item's.
      .patch('/inventory/user', notFoundHandler, { detail: { hide: true } })
      .get('/inventory', stock, {
        right: 'stock.see',
        response: { 200: t.Array(StockItem) },
        detail: { summary: 'List all items with their quantities' },
      })
      .post(
        '/inventory',
        async ({ account, body, status }) => {
          const item = { itemStatus: 'enabled' as const, ...body }
          const { value, batch } = await store.stock.add(item, account.id, now())
          return status(201, { ...value, ...(batch && { batch }) })
        },
        {
          right: 'stock.edit',
          body: NewItem,
          response: { 201: StockItemSaved, ...problems('name_taken') },
          detail: { summary: 'Add an item' },
        },
      )
      .patch(
        '/inventory/:id',
        async ({ account, body, params }) => {
          const { value, batch } = await store.stock.edit(params.id, body, account.id, now())
          return { ...value, ...(batch && { batch }) }
        },
        {
          right: 'stock.edit',
          body: ItemChange,
          response: { 200: StockItemSaved, ...problems(404, 'changed_meanwhile', 'name_taken') },
          detail: { summary: 'Save an edited item' },
        },
      )
      .put(
        '/update-inventory-items',
        async ({ account, body }) => {
          const { value, batch } = await store.stock.note(body, account.id, now())
          return {
            message: 'Changes saved.',
            updated: body.length,
            items: value,
            ...(batch && { batch }),
          }
        },
        {
          right: 'stock.edit',
          body: StockNotes,
          response: { 200: StockNotesSaved, ...problems(404) },
          detail: {
            summary: 'Set the status and the remark of stock items',
            description: 'All changes are saved, or none.',
          },
        },
      )
  )
}
