import { Elysia } from 'elysia'
import { inListOrder } from '#src/contract/list-order.ts'
import { toWireLine, toWireOrdering } from '#src/contract/wire.ts'
import type { Deps } from '#src/deps.ts'
import { auth, clubMeant } from '#src/http/auth.ts'
import { withBatch } from '#src/http/fields.ts'
import { jsonText, keptList } from '#src/http/list-reply.ts'
import { OnceHeaders, toIdempotency } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import { hashText, randomText } from '#src/identity/keys.ts'
import { countWrongKey } from '#src/modules/users/attempts.ts'
import { handedOverText } from '#src/rules/hand-over.ts'
import { notFound } from '#src/rules/refusal.ts'
import * as model from './handout-model.ts'
import { OrderingWindowSet } from './model.ts'
import { countDecided } from './service.ts'

/** What leaves the store room, and to whom. */
export const handing = (deps: Deps) => {
  const { store, originOf, now } = deps
  const pickup = keptList(store, ['ordering', 'carts'], () => store.orders.pickup())
  const handout = keptList(store, ['inventory', 'carts'], () => store.orders.handout())
  /** The hash of the last right key. */
  let knownHash = ''

  return new Elysia({ name: 'handing', prefix: '/cart', tags: ['Cart'] })
    .use(auth(deps))
    .get('/handout', handout, {
      right: 'orders.answer',
      response: { 200: model.Handout },
      summary: 'List what is given and not handed over, by club',
    })
    .post(
      '/hand-over',
      async ({ account, body, headers, set }) => {
        const { user_id: userId, to, lines: rows } = body
        await countDecided(deps, account, rows.length)
        const clubId = await clubMeant(deps, account, userId)
        const { value } = await store.orders.handOver({
          clubId,
          to,
          rows,
          actorId: account.id,
          ...toIdempotency(headers['idempotency-key'], 'hand-over', { clubId, to, rows }),
          toAnswer: (lines, batch) =>
            JSON.stringify({
              message: handedOverText(rows, to),
              items: inListOrder(lines).map(toWireLine),
              batch,
            }),
          now: now(),
        })
        return jsonText(set, value.body)
      },
      {
        right: 'orders.answer',
        headers: OnceHeaders,
        body: model.HandOver,
        response: { 200: model.HandedOver, ...problems(404, 'insufficient_allotment') },
        summary: 'Hand things over to a person of a club',
        description:
          'All rows, or none. A line of which all that is given is handed over becomes Delivered. The club sees the whole line at once, also while decisions are held back. A retry without an `Idempotency-Key` hands over twice.',
      },
    )
    .put(
      '/pickup',
      async ({ account, body }) => {
        const at = now()
        const { value, batch } = await store.ordering.setPickup(body.message, account.id, at)
        return withBatch({ value: toWireOrdering(value, at), batch })
      },
      {
        right: 'orders.answer',
        body: model.PickupChange,
        response: { 200: OrderingWindowSet },
        summary: 'Say when and where clubs fetch what is ready',
      },
    )
    .post(
      '/pickup-screen',
      async ({ account, server, status }) => {
        const key = randomText()
        const hash = hashText(key)
        const { batch } = await store.ordering.setPickupKey(hash, account.id, now())
        const url = `${originOf(server?.port)}/pickup#${key}`
        return status(201, withBatch({ value: { url }, batch }))
      },
      {
        right: 'orders.answer',
        response: { 201: model.PickupScreen },
        summary: 'Make the address of the screen in the store room',
        description: 'Who has it reads what is ready, without an account. It ends the one before.',
      },
    )
    .delete(
      '/pickup-screen',
      async ({ account }) => {
        const { batch } = await store.ordering.setPickupKey(null, account.id, now())
        return withBatch({ value: { message: 'The address of the screen has ended.' }, batch })
      },
      {
        right: 'orders.answer',
        response: { 200: model.PickupScreenEnded },
        summary: 'End the address of the screen in the store room',
      },
    )
    .get(
      '/pickup',
      async ({ headers, network, request, set }) => {
        const hash = hashText(headers['pickup-key'] ?? '')
        // A screen that is known stays when others of its network send wrong keys.
        if (hash !== knownHash) await countWrongKey(deps, network, 0)
        if (!(await store.ordering.isPickupKey(hash))) {
          await countWrongKey(deps, network)
          throw notFound('This screen')
        }
        knownHash = hash
        return pickup({ request, set })
      },
      {
        headers: model.PickupKeyHeader,
        response: { 200: model.Pickup, ...problems(404, 429, 503) },
        summary: 'Read what is ready for which club, on the screen in the store room',
      },
    )
}
