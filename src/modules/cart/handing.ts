import { Elysia } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { auth } from '#src/http/auth.ts'
import { jsonText, keptList } from '#src/http/list-reply.ts'
import { OnceHeaders } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import { HandedOver, HandOver, Handout } from './handout-model.ts'
import { handOver } from './service.ts'

/** What leaves the store room, and to whom. */
export const handing = (deps: Deps) => {
  const { store } = deps
  const handout = keptList(store, ['inventory', 'carts'], () => store.orders.handout())

  return new Elysia({ name: 'handing', prefix: '/cart', tags: ['Cart'] })
    .use(auth(deps))
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
}
