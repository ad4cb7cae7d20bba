import { Elysia, t } from 'elysia'
import { asPersonId } from '#src/contract/ids.ts'
import { ordersTopic } from '#src/contract/topics.ts'
import type { Deps } from '#src/deps.ts'
import { auth, clubMeant } from '#src/http/auth.ts'
import { jsonText } from '#src/http/list-reply.ts'
import { OnceHeaders, toIdempotency } from '#src/http/once.ts'
import { problems } from '#src/http/problem.ts'
import { TOOL } from '#src/rules/entries.ts'
import { notFound } from '#src/rules/refusal.ts'
import type { HistoryFilter } from '#src/store/port.ts'
import { withLastPerson } from './last-change.ts'
import * as model from './model.ts'
import { toWirePage, toWireTurn } from './wire.ts'
import { toMs } from '#src/http/times.ts'
import { undoneText } from '#src/rules/undo.ts'

const MONTH_MS = 30 * 86_400_000
const SUGGESTIONS = 20

/** A page may hold some hundred long entries, so reads of the history share the event loop. */
export const history = (deps: Deps) => {
  const { store, turns, now } = deps

  type Span = { before?: string | undefined; limit?: string | number | undefined }
  async function read({ before, limit = model.USUAL_LIMIT }: Span, filter: HistoryFilter) {
    await turns.next()
    return store.history.list({ filter, ...(before && { before }), limit: Number(limit) })
  }

  return new Elysia({ name: 'history', prefix: '/cart', tags: ['History'] })
    .use(auth(deps))
    .get(
      '/history',
      async ({ account, query, set }) => {
        const { kind, before, limit, club, by, ...filter } = query
        const page = await read(
          { before, limit },
          {
            ...filter,
            ...(kind && { kinds: [kind] }),
            ...(by !== undefined && { by: by === 'clock' || by === TOOL ? by : asPersonId(by) }),
            ...(club && { club: await clubMeant(deps, account, club) }),
          },
        )
        return jsonText(set, JSON.stringify(toWirePage(page, null)))
      },
      {
        right: 'history.see',
        query: model.HistoryQuery,
        response: { 200: model.HistoryPage, ...problems(422) },
        summary: 'List the changes of everything, newest first',
        description:
          'Filters narrow the list together. A page holds whole batches: of each, the entries that match, and of a batch of more than 200 the newest 200, with `more` in the last of them; `batch` reads on. A filter that finds little may end a page early, even an empty one: `next` goes on.',
      },
    )
    .get(
      '/history/:userId',
      async ({ account, params, query, set }) => {
        const clubId = await clubMeant(deps, account, params.userId)
        if ((await store.live.readRev(ordersTopic(clubId))) === null) throw notFound('This club')
        const { before, limit, ...filter } = query
        const page = await read({ before, limit }, { readableBy: clubId, ...filter })
        return jsonText(set, JSON.stringify(toWirePage(page, clubId)))
      },
      {
        right: 'orders.see',
        query: model.ClubHistoryQuery,
        response: { 200: model.HistoryPage, ...problems(404, 422) },
        summary: 'List the changes of a club’s lines and the turns of ordering, newest first',
        description:
          'What the club may know: the ids and names of those who acted as this club, and nobody else’s. Deleted lines are included.',
      },
    )
    .post(
      '/history/:batch/undo',
      async ({ account, params, query, headers, set }) => {
        const { batch } = params
        const isRest = query.rest !== undefined
        const undoing = store.history.undo({
          batch,
          isRest,
          actorId: account.id,
          ...toIdempotency(headers['idempotency-key'], isRest ? 'undo the rest' : 'undo', batch),
          toAnswer: (own, refused) =>
            JSON.stringify({ message: undoneText(refused.length), batch: own, refused }),
          now: now(),
        })
        const { value } = await undoing.catch((error: unknown) =>
          withLastPerson(store.history, { batch, actorId: account.id }, error),
        )
        return jsonText(set, value.body)
      },
      {
        right: 'history.undo',
        query: model.UndoQuery,
        headers: OnceHeaders,
        response: {
          200: model.Undone,
          ...problems(404, 'cannot_undo', 'already_undone', 'cart_full'),
        },
        summary: 'Take a batch back',
        description:
          'All of it, or nothing. Units move back by the same number, a field goes back only where it still has the value that the batch gave it, and a deleted line comes back. `errors` of `cannot_undo` has one entry for each row that stands against it; `path` is `entries.` and the `_id` of the entry. With `rest` these rows stay and the others are taken back; `cannot_undo` then means that none is left. A batch is taken back once, also in part.',
      },
    )
    .get('/history-people', () => store.history.listPeople(), {
      right: 'history.see',
      response: { 200: t.Array(model.HistoryPerson) },
      summary: 'List the people who made a change',
    })
    .get(
      '/ordering-turns',
      async ({ query }) => {
        // A turn of this very moment is included.
        const to = query.to === undefined ? now() + 1 : toMs('to', query.to)
        const from = query.from === undefined ? to - MONTH_MS : toMs('from', query.from)
        return (await store.history.listTurns({ from, to })).map(toWireTurn)
      },
      {
        right: 'history.see',
        query: model.TurnsQuery,
        response: { 200: t.Array(model.OrderingTurn), ...problems(422) },
        summary: 'List when ordering was switched on and off, oldest first',
        description: 'The last turn before `from` comes first.',
      },
    )
    .get(
      '/remarks',
      async () => {
        await turns.next()
        return store.history.listRemarks(now() - MONTH_MS, SUGGESTIONS)
      },
      {
        right: 'history.see',
        response: {
          200: t.Array(t.String(), { examples: [['On the top shelf', 'Sold out at every shop']] }),
        },
        summary: 'List the remarks and reasons used most in the last 30 days',
      },
    )
}
