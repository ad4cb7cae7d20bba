import { Elysia, t } from 'elysia'
import { auth, clubMeant, demand } from '#src/http/auth.ts'
import { limits } from '#src/contract/limits.ts'
import { ordersTopic } from '#src/contract/topics.ts'
import { toWireLine, toWireOrdering } from '#src/contract/wire.ts'
import type { Deps } from '#src/deps.ts'
import type { SignedIn } from '#src/identity/session.ts'
import { jsonText, keptList, listReply, toText } from '#src/http/list-reply.ts'
import { may } from '#src/rules/permissions.ts'
import { refusalOf } from '#src/rules/faults.ts'
import { notFound, Refusal } from '#src/rules/refusal.ts'
import { reply, withBatch } from '#src/http/fields.ts'
import { OnceHeaders, toIdempotency } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import { invalid } from '#src/http/errors.ts'
import { toMs } from '#src/http/times.ts'
import {
  dueTimes,
  orderingAt,
  type OrderingWindow as Window,
  windowFaults,
} from '#src/rules/window.ts'
import { Board } from './board-model.ts'
import * as model from './model.ts'
import { countDecided, countOrder, placeOrder } from './service.ts'
import { lineFor, toWireCustomLine, toWireRows } from './wire.ts'

/** The longest name that a path may hold, white space included. */
const LONGEST_NAME = 2 * limits.nameLength

const ORDER_FAILURES = [
  404,
  'ordering_disabled',
  'club_waiting',
  'item_unavailable',
  'in_stock',
  'cart_full',
] as const

type Incoming = Parameters<typeof listReply>[0]
type WireWindow = { opensAt: string | null; closesAt: string | null; message: string }

function readWindow({ opensAt, closesAt, message }: WireWindow, at = ''): Window {
  const ms = (path: string, text: string | null) => (text === null ? null : toMs(at + path, text))
  return { opensAt: ms('opensAt', opensAt), closesAt: ms('closesAt', closesAt), message }
}

/** Turns `items.0.link` into `link`, because the body of this call has no rows. */
function withoutRow(error: unknown): never {
  if (!(error instanceof Refusal) || !error.details.errors) throw error
  const errors = error.details.errors.map(({ path, msg }) => ({
    path: path.replace(/^items\.0\./, ''),
    msg,
  }))
  throw new Refusal(error.code, error.message, { ...error.details, errors })
}

export const cart = (deps: Deps) => {
  const { store, now } = deps
  const carts = keptList(store, ['carts'], () => store.orders.listCarts())
  const board = keptList(store, ['inventory', 'carts'], () => store.orders.board())
  const stockSummary = keptList(store, ['inventory', 'carts'], () => store.stock.listSummary())
  const customLines = keptList(store, ['carts'], async () =>
    toWireRows(await store.orders.listCustomLines(), toWireCustomLine),
  )

  /** Writes an opening or closing that is due before it reads the switch, so that the revision includes it. */
  async function ordering({ request, set }: Incoming) {
    const at = now()
    let listed = await store.ordering.read()
    if (dueTimes(listed.rows, at).length > 0) {
      await store.ordering.turnByClock(at)
      listed = await store.ordering.read()
    }
    const { rev, rows } = listed
    const state = toWireOrdering(orderingAt(rows, at), at)
    return listReply({ request, set }, store, rev, async () => toText({ ...listed, rows: state }))
  }

  type Reading = Incoming & { account: SignedIn; params: { userId: string } }
  /** `isShared`: clubs and administrators read this address, each in its own way. */
  const order =
    (isShared: boolean) =>
    // Destructured, as in `keptList`.
    async ({ account, params, request, set }: Reading) => {
      const clubId = await clubMeant(deps, account, params.userId)
      const role = account.access
      const rev = await store.live.readRev(ordersTopic(clubId))
      if (rev === null) throw notFound('This club')
      const read = async () => {
        const listed = await store.orders.read(clubId)
        if (!listed) throw notFound('This club')
        return toText(toWireRows(listed, lineFor(role)))
      }
      const reader = isShared && may(role, 'orders.seeHeld') ? 'all' : undefined
      return listReply({ request, set }, store, rev, read, reader)
    }

  /** A club's reason is not kept: it would tell itself. */
  const removal = ({ id: actorId, access }: SignedIn, { reason = '' }: { reason?: string }) => {
    const isOwn = !may(access, 'orders.remove')
    return { actorId, now: now(), reason: isOwn ? '' : reason, isOwn }
  }

  return new Elysia({ name: 'cart', prefix: '/cart', tags: ['Cart'] })
    .use(auth(deps))
    .get('/confirm-disabled', ordering, {
      response: { 200: model.OrderingState, ...problems(503) },
      summary: 'Read the ordering switch, its times, and whether decisions are held back',
    })
    .put(
      '/confirm-disabled',
      async ({ account, body }) => {
        const isOpen = !body.isConfirmDisabled
        const { value, batch } = await store.ordering.set(isOpen, account.id, now())
        return withBatch({ value: { isConfirmDisabled: !value.isOpen }, batch })
      },
      {
        right: 'ordering.switch',
        body: model.OrderingChange,
        response: { 200: model.OrderingTurned },
        summary: 'Switch ordering on or off',
      },
    )
    .put(
      '/ordering-window',
      async ({ account, body }) => {
        const at = now()
        const window = readWindow(body)
        const seen = body.was && readWindow(body.was, 'was.')
        const faults = windowFaults(window, at)
        if (faults.length > 0) throw invalid(faults)
        const { value, batch } = await store.ordering.setWindow(window, account.id, at, seen)
        return withBatch({ value: toWireOrdering(value, at), batch })
      },
      {
        right: 'ordering.switch',
        body: model.OrderingWindow,
        response: { 200: model.OrderingWindowSet, ...problems('changed_meanwhile') },
        summary: 'Set the times at which ordering turns on and off',
        description:
          'Ordering opens or closes at once if the new times say so: off before `opensAt`, on from then until `closesAt`. Without `opensAt` nothing turns at once. No order that reaches the server at or after `closesAt` is accepted, unless somebody has turned ordering on since.',
      },
    )
    .get('/get-club-list', carts, {
      right: 'orders.ofOthers',
      response: { 200: t.Array(model.CartSummary) },
      summary: 'List the carts that have lines, oldest first',
    })
    .delete(
      '/remove-cart/:cart_id',
      async ({ account, params, query }) => {
        const { batch } = await store.orders.removeCart(params.cart_id, removal(account, query))
        return withBatch({ value: { message: 'The cart was removed.' }, batch })
      },
      {
        right: 'orders.remove',
        query: model.RemovalQuery,
        response: { 200: model.CartRemoved, ...problems(404, 422) },
        summary: 'Delete all lines of a cart',
      },
    )
    .delete(
      '/remove-item/:cartId/:itemName',
      async ({ account, params, query }) => {
        const { cartId, itemName } = params
        // No line has such a name, and comparing long names is slow.
        if (itemName.length > LONGEST_NAME) throw notFound('This line')
        const removed = removal(account, query)
        if (removed.isOwn) await countOrder(deps, account)
        const { batch } = await store.orders.removeLine(cartId, itemName, removed)
        return withBatch({ value: { message: 'The item was removed.' }, batch })
      },
      {
        right: 'orders.place',
        query: model.RemovalQuery,
        response: {
          200: model.LineRemoved,
          ...problems(404, 'ordering_disabled', 'already_handed_over', 422),
        },
        summary: 'Delete one line of a cart',
        description:
          'Units that were given and not delivered go back to the shelf. A club withdraws lines of its own cart, which its own id names too, while ordering is open; its `reason` is not kept.',
      },
    )
    .patch(
      '/lines/:lineId',
      async ({ account, params, body }) => {
        if (body.ordered_quantity === undefined && body.link === undefined) {
          const msg = 'A correction has an ordered_quantity or a link.'
          throw refusalOf('invalid', 'ordered_quantity', msg)
        }
        await countOrder(deps, account)
        const toReader = lineFor(account.access)
        const { value, batch } = await store.orders.correct({
          lineId: params.lineId,
          correction: body,
          actorId: account.id,
          isOwn: !may(account.access, 'orders.ofOthers'),
          toReader,
          now: now(),
        })
        const corrected = { message: 'Line corrected.', line: toReader(value) }
        return may(account.access, 'history.see')
          ? withBatch({ value: corrected, batch })
          : corrected
      },
      {
        right: 'orders.place',
        body: model.LineCorrection,
        response: {
          200: model.LineCorrected,
          ...problems(
            404,
            'club_waiting',
            'ordering_disabled',
            'changed_meanwhile',
            'item_unavailable',
            'already_handed_over',
          ),
        },
        summary: 'Correct a line: how many are asked for, or the link of a custom item',
        description:
          'A club corrects its own lines while ordering is open, an administrator any line. Asking for fewer than are given takes the rest back to the shelf. `was` is the asked number that the page showed, so a repeated call changes nothing twice.',
      },
    )
    .post(
      '/add-items',
      async ({ account, body, headers, set }) => {
        const call = { name: 'add-items', key: headers['idempotency-key'] } as const
        return jsonText(set, await placeOrder(deps, account, call, body))
      },
      {
        right: 'orders.place',
        headers: OnceHeaders,
        body: model.Order,
        response: {
          200: model.OrderPlaced,
          ...problems(...ORDER_FAILURES, 'insufficient_stock', 'changed_meanwhile'),
        },
        summary: 'Place an order',
        description:
          'All rows are ordered, or none. A row for an item that is already in the order raises its line. An administrator may add rows while ordering is off (`late`), and give units of them in the same step (`allotted_quantity`): if they are not on the shelf, nothing is ordered.',
      },
    )
    .post(
      '/add-custom-item',
      async ({ account, body, headers, set }) => {
        const { userId, ...row } = body
        const call = { name: 'add-custom-item', key: headers['idempotency-key'] } as const
        const placing = placeOrder(deps, account, call, { userId, items: [row] })
        return jsonText(set, await placing.catch(withoutRow))
      },
      {
        right: 'orders.place',
        headers: OnceHeaders,
        body: model.CustomItem,
        response: { 200: reply.message('Order placed.'), ...problems(...ORDER_FAILURES) },
        summary: 'Order a custom item',
      },
    )
    .get('/cart-items-final/:userId', order(true), {
      right: 'orders.see',
      response: { 200: t.Array(model.OrderLine), ...problems(404) },
      summary: 'List the lines of a club’s order',
    })
    .get('/cart-items-user/:userId', order(false), {
      right: 'orders.ofOthers',
      response: { 200: t.Array(model.OrderLine), ...problems(404) },
      summary: 'List the lines of any club’s order',
    })
    .get('/cart-item-summary', stockSummary, {
      right: 'stock.see',
      response: { 200: t.Array(model.StockSummary) },
      summary: 'List the stock with ordered and given units',
    })
    .get('/cart-item-summary-custom', customLines, {
      right: 'orders.ofOthers',
      response: { 200: t.Array(model.CustomLine) },
      summary: 'List the lines of custom items, and who asks for them',
    })
    .get('/board', board, {
      right: 'board.see',
      response: { 200: Board },
      summary: 'List all lines of stock items by club, with their items',
      description:
        'While a page has opened the topic `board` of the live channel, it receives each club and item that changes.',
    })
    .put(
      '/update-multiple-cart-items',
      async ({ account, body, headers, set }) => {
        const { items: changes, note = '' } = body
        if (changes.some((row) => row.allotted_quantity !== undefined))
          demand(account, 'orders.give')
        await countDecided(deps, account, changes.length)
        const key = headers['idempotency-key']
        const { value } = await store.orders.allot({
          decisions: changes,
          note,
          actorId: account.id,
          ...toIdempotency(key, 'update-multiple-cart-items', { changes, note }),
          toAnswer: (lines, batch) =>
            JSON.stringify({
              message: 'Changes saved.',
              updated: changes.length,
              items: lines.map(toWireLine),
              batch,
            }),
          now: now(),
        })
        return jsonText(set, value.body)
      },
      {
        right: 'orders.answer',
        headers: OnceHeaders,
        body: model.LineChanges,
        response: {
          200: model.ChangesSaved,
          ...problems(404, 'insufficient_stock', 'insufficient_allotment'),
        },
        summary: 'Give units, take units back, and answer lines',
        description:
          'All changes are saved, or none. `allotted_quantity` is added to the present value, so a retry without an `Idempotency-Key` gives the units twice.',
      },
    )
}
