import { Elysia } from 'elysia'
import { toWireOrdering } from '#src/contract/wire.ts'
import type { Deps } from '#src/deps.ts'
import { auth } from '#src/http/auth.ts'
import { jsonText, keptList } from '#src/http/list-reply.ts'
import { OnceHeaders } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import { hashPickupKey } from '#src/identity/pickup-key.ts'
import { randomText } from '#src/identity/random-text.ts'
import { countWrongKey, refuseWrongKeys } from '#src/modules/users/attempts.ts'
import { notFound } from '#src/rules/refusal.ts'
import {
  HandedOver,
  HandOver,
  Handout,
  Pickup,
  PickupChange,
  PickupKeyHeader,
  PickupScreen,
  PickupScreenEnded,
} from './handout-model.ts'
import { OrderingWindowSet } from './model.ts'
import { handOver } from './service.ts'

/** What leaves the store room, and to whom. */
export const handing = (deps: Deps) => {
  const { store, originOf, now } = deps
  const pickup = keptList(store, ['ordering', 'carts'], () => store.orders.pickup())
  const handout = keptList(store, ['inventory', 'carts'], () => store.orders.handout())
  /** The hash of the last right key. */
  let knownHash = ''

  return new Elysia({ name: 'handing', prefix: '/cart', tags: ['Cart'] })
    .use(auth(deps))
    .decorate('network', '')
    .get('/handout', handout, {
      right: 'orders.answer',
      response: { 200: Handout },
      detail: { summary: 'List what is given and not handed over, by club' },
    })
    .post(
      '/hand-over',
      async ({ account, body, headers, set }) =>
        jsonText(set, await handOver(deps, { account, key: headers['idempotency-key'], body })),
      {
        right: 'orders.answer',
        headers: OnceHeaders,
        body: HandOver,
        response: {
          200: HandedOver,
          ...problems(404, 'insufficient_allotment', 422, 'key_reused'),
        },
        detail: {
          summary: 'Hand things over to a person of a club',
          description:
            'All rows, or none. A line of which all that is given is handed over becomes Delivered. The club sees the whole line at once, also while decisions are held back. A retry without an `Idempotency-Key` hands over twice.',
        },
      },
    )
    .put(
      '/pickup',
      async ({ account, body }) => {
        const at = now()
        const { value, batch } = await store.ordering.setPickup(body.message, account.id, at)
        return { ...toWireOrdering(value, at), ...(batch && { batch }) }
      },
      {
        right: 'orders.answer',
        body: PickupChange,
        response: { 200: OrderingWindowSet },
        detail: { summary: 'Say when and where clubs fetch what is ready' },
      },
    )
    .post(
      '/pickup-screen',
      async ({ account, server, status }) => {
        const key = randomText()
        const hash = hashPickupKey(key)
        const { batch } = await store.ordering.setPickupKey(hash, account.id, now())
        const url = `${originOf(server?.port)}/pickup#${key}`
        return status(201, { url, ...(batch && { batch }) })
      },
      {
        right: 'orders.answer',
        response: { 201: PickupScreen },
        detail: {
          summary: 'Make the address of the screen in the store room',
          description:
            'Who has it reads what is ready, without an account. It ends the one before.',
        },
      },
    )
    .delete(
      '/pickup-screen',
      async ({ account }) => {
        const { batch } = await store.ordering.setPickupKey(null, account.id, now())
        return { message: 'The address of the screen has ended.', ...(batch && { batch }) }
      },
      {
        right: 'orders.answer',
        response: { 200: PickupScreenEnded },
        detail: { summary: 'End the address of the screen in the store room' },
      },
    )
    .get(
      '/pickup',
      async ({ headers, network, request, set }) => {
        const hash = hashPickupKey(headers['pickup-key'] ?? '')
        // A screen that is known stays when others of its network send wrong keys.
        if (hash !== knownHash) await refuseWrongKeys(deps, network)
        if (!(await store.ordering.isPickupKey(hash))) {
          await countWrongKey(deps, network)
          throw notFound('This screen')
        }
        knownHash = hash
        return pickup({ request, set })
      },
      {
        headers: PickupKeyHeader,
        response: { 200: Pickup, ...problems(404, 429, 503) },
        detail: {
          summary: 'Read what is ready for which club, on the screen in the store room',
        },
      },
    )
}
