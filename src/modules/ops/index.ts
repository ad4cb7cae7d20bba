import { Elysia, t } from 'elysia'
import { admit, type Arriving, ARRIVING, bearerOf } from '#src/http/auth.ts'
import type { Deps } from '#src/deps.ts'
import { described } from '#src/http/described.ts'
import { OneOf } from '#src/http/fields.ts'
import { createScraperCheck } from './metrics.ts'

/** An election of the store's cluster, or a busy disk, may stop writes for this long; only a longer outage counts as down. */
const GRACE_MS = 5_000
const PING_MS = 2_000
/** A ping writes to the disk, so at most one runs in this time, however many requests arrive. */
const KNOWN_MS = 1_000

const State = OneOf(['ok', 'down'])
const Serving = t.Object({ status: State })
const Readiness = t.Object({ status: State, store: State, bus: State, mail: State })

function watchStore({ store, now, config }: Deps) {
  // An embedded store that refuses a write has no election to wait for.
  const hasElections = config.database.kind === 'mongodb'
  let failingSince: number | null = null
  let asked: { at: number; isUnderWay: boolean; state: Promise<'ok' | 'down'> } | null = null

  async function ask(): Promise<'ok' | 'down'> {
    const answer = await Promise.race([
      store.upkeep.ping().then(
        () => 'written' as const,
        () => 'refused' as const,
      ),
      Bun.sleep(PING_MS).then(() => 'late' as const),
    ])
    if (answer === 'refused' && !hasElections) return 'down'
    failingSince = answer === 'written' ? null : (failingSince ?? now())
    return failingSince !== null && now() - failingSince > GRACE_MS ? 'down' : 'ok'
  }
  return (): Promise<'ok' | 'down'> => {
    const at = now()
    // The absolute difference expires the answer even if the clock was set back.
    const isKnown = asked && (asked.isUnderWay || Math.abs(at - asked.at) < KNOWN_MS)
    if (asked && isKnown) return asked.state
    const asking = { at, isUnderWay: true, state: ask() }
    asked = asking
    void asking.state.finally(() => (asking.isUnderWay = false))
    return asking.state
  }
}

/** Health checks and metrics, for supervisors, proxies and monitoring. */
export const ops = (deps: Deps) => {
  const storeState = watchStore(deps)
  const isScraper = createScraperCheck(deps.config.metricsToken)

  async function authorize(context: Arriving): Promise<void> {
    if (!isScraper(bearerOf(context.request))) await admit(deps, context, 'operations.see')
  }

  return new Elysia({ name: 'ops', tags: ['Operations'] })
    .use(described)
    .decorate(ARRIVING)
    .get('/health/live', () => ({ status: 'ok' as const }), {
      response: { 200: t.Object({ status: t.Literal('ok') }) },
      summary: 'Check that the process answers',
    })
    .get(
      '/health/ready',
      async ({ status }) => {
        const store = await storeState()
        const isReady = store === 'ok' && !deps.isStopping()
        return status(isReady ? 200 : 503, {
          status: isReady ? ('ok' as const) : ('down' as const),
          store,
          bus: deps.bus.status(),
          mail: deps.mailer.status(),
        })
      },
      {
        response: { 200: Readiness, 503: Readiness },
        summary: 'Check that this instance accepts requests',
        description: `Answers 503 while the instance stops, or when the store accepts no writes; MongoDB has ${GRACE_MS / 1000} s for an election. \`bus\` and \`mail\` are for information; \`mail\` is the result of the last delivery.`,
      },
    )
    .get(
      '/health/serving',
      ({ status }) =>
        deps.isStopping() ? status(503, { status: 'down' }) : { status: 'ok' as const },
      {
        response: { 200: Serving, 503: Serving },
        summary: 'Check whether a proxy should send requests to this instance',
        description:
          'Answers 503 only while the instance stops. Without its store it still serves the public pages, and says to everybody else when to come back.',
      },
    )
    .get(
      '/metrics',
      ({ set }) => {
        const { registry } = deps.metrics
        set.headers['content-type'] = registry.contentType
        return registry.metrics()
      },
      {
        transform: authorize,
        response: { 200: t.String() },
        summary: 'Read the metrics of this instance',
        description:
          'In the text format of Prometheus. For administrators, and for a bearer token equal to `METRICS_TOKEN`.',
        detail: { security: [{ bearer: [] }] },
      },
    )
}
