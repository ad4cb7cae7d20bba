import { Elysia, t } from 'elysia'
import type { ClubId } from '#src/contract/ids.ts'
import { ordersTopic } from '#src/contract/topics.ts'
import type { Deps } from '#src/deps.ts'
import { auth } from '#src/http/auth.ts'
import { withBatch } from '#src/http/fields.ts'
import { asFresh, createPace, jsonText, keptList, listReply, toText } from '#src/http/list-reply.ts'
import { OnceHeaders, toIdempotency } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import type { SignedIn } from '#src/identity/session.ts'
import { may } from '#src/rules/permissions.ts'
import { forbidden, notFound } from '#src/rules/refusal.ts'
import * as model from './model.ts'
import { toWireRows } from '#src/modules/cart/wire.ts'
import { toWireClub, toWireEdition, toWireListed } from './wire.ts'

type Incoming = Parameters<typeof listReply>[0]

/** The festivals that orders are for: their orders, and how one ends and the next begins. */
export const editions = (deps: Deps) => {
  const { config, store, outbox, turns, now } = deps
  const demand = keptList(store, ['inventory', 'carts', 'ordering'], () => store.editions.demand())

  /** The club whose orders alone a person reads. */
  function onlyOf({ clubId, access }: SignedIn): ClubId | undefined {
    if (may(access, 'orders.ofOthers')) return undefined
    if (clubId === null) throw forbidden()
    return clubId
  }

  async function list(
    { request, set }: Incoming,
    own: ClubId | undefined,
    read: () => Promise<ReturnType<typeof toText>>,
  ): Promise<Response> {
    const orders = own === undefined ? 'carts' : ordersTopic(own)
    const [ordering, carts] = [
      await store.live.readRev('ordering'),
      await store.live.readRev(orders),
    ]
    return listReply({ request, set }, store, (ordering ?? 0) + (carts ?? 0), read, own ?? 'all')
  }

  async function readOrders(editionId: string, access: string, own?: ClubId) {
    await turns.next()
    const found = await store.editions.read(editionId, own)
    if (!found) throw notFound('This edition')
    const clubs: string[] = []
    for (const club of found.rows.clubs) {
      await turns.next()
      clubs.push(JSON.stringify(toWireClub(club, access)))
    }
    const edition = JSON.stringify(toWireEdition(found.rows.edition))
    return asFresh(found.rev, `{"edition":${edition},"clubs":[${clubs.join()}]}`)
  }

  /** The orders of all clubs in the edition that was asked for last: they may be long, so that one text is made for all who ask. */
  let kept = { of: '', reply: demand }
  const pace = createPace()
  function ordersOfAll(editionId: string, access: string): typeof demand {
    const of = `${access} ${editionId}`
    if (kept.of !== of) {
      const read = () => readOrders(editionId, access)
      kept = { of, reply: keptList(store, ['ordering', 'carts'], read, pace) }
    }
    return kept.reply
  }

  return new Elysia({ name: 'editions', prefix: '/cart', tags: ['Cart'] })
    .use(auth(deps))
    .get(
      '/editions',
      ({ account, request, set }) => {
        const own = onlyOf(account)
        return list({ request, set }, own, async () => {
          const listed = await store.editions.list(own)
          return toText(toWireRows(listed, (row) => toWireListed(row, own !== undefined)))
        })
      },
      {
        right: 'orders.see',
        response: { 200: t.Array(model.ListedEdition) },
        summary: 'List the editions, newest first',
        description: 'A club reads the current one and those in which it has lines.',
      },
    )
    .get(
      '/editions/:editionId',
      ({ account, params, request, set }) => {
        const own = onlyOf(account)
        const { editionId } = params
        if (own === undefined) return ordersOfAll(editionId, account.access)({ request, set })
        return list({ request, set }, own, () => readOrders(editionId, account.access, own))
      },
      {
        right: 'orders.see',
        response: { 200: model.EditionOrders, ...problems(404) },
        summary: 'List the orders of an edition',
        description:
          'An earlier edition has the names of the day on which it ended, and nothing changes it any more.',
      },
    )
    .get('/demand', demand, {
      right: 'stock.see',
      response: { 200: t.Array(model.Demand) },
      summary: 'List how much of each item was asked for in each edition',
      description: 'Newest edition first. Of deleted lines counts what was handed over.',
    })
    .patch(
      '/editions/current',
      async ({ account, body }) =>
        withBatch(await store.editions.rename(body.name, account.id, now())),
      {
        right: 'editions.end',
        body: model.EditionRename,
        response: { 200: model.EditionRenamed, ...problems('name_taken') },
        summary: 'Rename the current edition',
      },
    )
    .post(
      '/editions/end',
      async ({ account, body, headers, set }) => {
        const { value } = await store.editions.end({
          ...body,
          orderMails: config.digestMinutes > 0,
          actorId: account.id,
          ...toIdempotency(headers['idempotency-key'], 'end', body),
          toAnswer: (batch, edition, ended) =>
            JSON.stringify({ message: `${edition.name} has begun.`, batch, edition, ended }),
          now: now(),
        })
        // What was announced and not told yet is told by mail at once.
        outbox.wake()
        return jsonText(set, value.body)
      },
      {
        right: 'editions.end',
        headers: OnceHeaders,
        body: model.EditionEnding,
        response: {
          200: model.EditionEnded,
          ...problems('changed_meanwhile', 'name_taken', 'decisions_held'),
        },
        summary: 'End the current edition, and begin the next one',
        description:
          'Ordering closes, and its times and its message go. All lines stay with the ended edition: no call changes them any more. Every club has a new, empty cart. The undo of its batch takes it back until somebody has a line in the next edition.',
      },
    )
}
