import { Elysia, t } from 'elysia'
import type { Deps } from '#src/deps.ts'
import { auth, clubMeant } from '#src/http/auth.ts'
import { withBatch } from '#src/http/fields.ts'
import { keptList } from '#src/http/list-reply.ts'
import { problems } from '#src/http/problem.ts'
import { announcedText } from '#src/rules/announced.ts'
import { Announcement, AnnouncementMade, HeldClub, HoldChange, HoldTurned } from './model.ts'
import { toWireHeld, toWireRows } from './wire.ts'

/** Holding decisions back, and announcing them together. */
export const holding = (deps: Deps) => {
  const { store, outbox, now } = deps
  const held = keptList(store, ['carts'], async () =>
    toWireRows(await store.orders.listHeld(), toWireHeld),
  )

  return new Elysia({ name: 'holding', prefix: '/cart', tags: ['Cart'] })
    .use(auth(deps))
    .put(
      '/decisions-held',
      async ({ account, body }) => {
        const held = await store.ordering.hold(body.held, account.id, now())
        // What was announced is told by mail at once.
        outbox.wake()
        return withBatch(held)
      },
      {
        right: 'orders.announce',
        body: HoldChange,
        response: { 200: HoldTurned },
        summary: 'Hold decisions back, or show each at once',
        description: 'Ending it announces all that is held, in the same transaction.',
      },
    )
    .get('/held-decisions', held, {
      right: 'orders.announce',
      response: { 200: t.Array(HeldClub) },
      summary: 'List the lines that are ahead of what their clubs see',
    })
    .post(
      '/announce',
      async ({ account, body }) => {
        const { value, batch } = await store.orders.announce({
          ...(body.user_ids && {
            clubIds: await Promise.all(body.user_ids.map((id) => clubMeant(deps, account, id))),
          }),
          message: body.message ?? '',
          actorId: account.id,
          now: now(),
        })
        outbox.wake()
        return withBatch({ value: { message: announcedText(value), ...value }, batch })
      },
      {
        right: 'orders.announce',
        body: Announcement,
        response: { 200: AnnouncementMade, ...problems(404) },
        summary: 'Let clubs see what is held back',
        description:
          'All clubs, or the named ones, in one moment. With nothing held it changes nothing.',
      },
    )
}
