import { Elysia, t } from 'elysia'
import { type PagePath, PAGES } from '#client/shared/pages.ts'
import { METRICS } from '#src/contract/vitals.ts'
import type { Session } from '#src/identity/session.ts'
import type { Deps } from '#src/deps.ts'
import { readJson } from '#src/http/json-body.ts'
import { notFoundHandler } from '#src/http/methods.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { Body } from '#src/http/body.ts'
import { described } from '#src/http/described.ts'
import { OneOf } from '#src/http/fields.ts'
import { countOrRefuse } from '#src/http/limited.ts'
import { problems } from '#src/http/problem.ts'

const BODY_BYTES = 2_000
/** A page sends one report per visit; many visitors may share one network. */
const PER_CLIENT = { free: 600, windowMs: 3_600_000, words: 'Too many reports.' }
/** One hour in ms; a larger value cannot be a real measurement. */
const MOST = 3_600_000

const Report = Body(
  t.Object({
    // Another page is refused: each one has its own histograms.
    page: OneOf(Object.keys(PAGES) as PagePath[]),
    values: t.Partial(
      t.Object(
        Object.fromEntries(
          METRICS.map((metric) => [metric, t.Number({ minimum: 0, maximum: MOST })]),
        ) as Record<(typeof METRICS)[number], ReturnType<typeof t.Number>>,
      ),
    ),
  }),
)

/** Records page speed measured by browsers. Stores nothing about the visitor, and discards reports that opt out of tracking. */
export const vitals = ({ counters, metrics }: Deps) =>
  new Elysia({ name: 'vitals', tags: ['Operations'] })
    .use(described)
    .decorate({ network: '', session: null as Session | null })
    // Without it, a GET would answer 404 instead of 405.
    .get('/vitals', notFoundHandler, { detail: { hide: true } })
    .post(
      '/vitals',
      async ({ network, body: { page, values }, request, status }) => {
        const asksNotTo =
          request.headers.get('dnt') === '1' || request.headers.get('sec-gpc') === '1'
        if (asksNotTo) return status(204, undefined)
        await countOrRefuse(counters, `vitals:${network}`, PER_CLIENT)
        for (const metric of METRICS) {
          const value = values[metric]
          if (value !== undefined) metrics.observeVital(metric, page, value)
        }
        return status(204, undefined)
      },
      {
        parse: ({ request, network, session }) => {
          const length = request.headers.get('content-length')
          // a body without a length could have any size
          if (length === null || Number(length) > BODY_BYTES)
            throw new Refusal('too_large', `The body is larger than ${BODY_BYTES} bytes.`)
          return readJson({ request, network, session }, BODY_BYTES)
        },
        body: Report,
        response: { 204: t.Void(), ...problems(429, 503) },
        summary: 'Report how fast a page loaded',
        description: `At most ${BODY_BYTES / 1000} kB. The report is discarded when the browser sends \`DNT\` or \`Sec-GPC\`.`,
      },
    )
