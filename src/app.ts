import { hostname } from 'node:os'
import { version } from '../package.json'
import { Elysia, NotFoundError } from 'elysia'
import { ARRIVING } from './http/auth.ts'
import { clientOf } from './http/client-address.ts'
import { checkHead } from './http/head.ts'
import type { Deps } from './deps.ts'
import { docs } from './http/docs.ts'
import { internal, methodNotAllowed, toRefusal, toReply } from './http/errors.ts'
import { HARD_BODY_BYTES } from './http/json-body.ts'
import { endOf } from './http/list-reply.ts'
import { cart } from './modules/cart/index.ts'
import { handing } from './modules/cart/handing.ts'
import { holding } from './modules/cart/holding.ts'
import { editions } from './modules/editions/index.ts'
import { history } from './modules/history/index.ts'
import { inventory } from './modules/inventory/index.ts'
import { ops } from './modules/ops/index.ts'
import { registerParts } from './modules/ops/metrics.ts'
import { SOCKET_OPTIONS } from './realtime/upgrade.ts'
import { mails } from './modules/users/mails.ts'
import { me } from './modules/users/me.ts'
import { people } from './modules/users/people.ts'
import { users } from './modules/users/index.ts'
import { vitals } from './modules/vitals/index.ts'
import { Refusal } from './rules/refusal.ts'
import { createMethodsOf, notFoundHandler } from './http/methods.ts'
import { web } from './web/index.ts'
import { permissionsPolicy } from './web/permissions-policy.ts'

/** Unknown paths under these prefixes get a JSON 404; all other unknown paths get the site's 404 page. */
const API = ['/users', '/inventorys', '/cart']
const HEALTH = new Set(['/health/live', '/health/ready', '/health/serving'])
/** This process in the log. */
const INSTANCE = `${hostname()}-${process.pid}`
const YEAR_SECONDS = 31_536_000

const apiHeaders = (publicUrl: string | null) => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': permissionsPolicy([]),
  ...(publicUrl?.startsWith('https:') && {
    'strict-transport-security': `max-age=${YEAR_SECONDS}`,
  }),
})

/** The documented routes. */
const modules = (deps: Deps) =>
  new Elysia({ name: 'modules' })
    .use(users(deps))
    .use(mails(deps))
    .use(me(deps))
    .use(people(deps))
    .use(inventory(deps))
    .use(cart(deps))
    .use(holding(deps))
    .use(editions(deps))
    .use(handing(deps))
    .use(history(deps))
    .use(ops(deps))
    .use(vitals(deps))
    .use(deps.live.routes)

/** Builds the whole application. It opens no connection and does not listen yet. */
export function createApp(deps: Deps) {
  const { config, log, metrics } = deps
  registerParts(deps, version)
  let methodsOf: ReturnType<typeof createMethodsOf> | undefined

  const app = new Elysia({
    name: 'app',
    // Drops unknown fields. Elysia's default normaliser turns any object with a `length` into an array of that size.
    normalize: 'typebox',
    websocket: SOCKET_OPTIONS,
    serve: { maxRequestBodySize: HARD_BODY_BYTES, reusePort: false },
  })
    .headers(apiHeaders(config.publicUrl))
    // Each request starts with a fresh copy of these values. `derive` does not run when no route matches.
    .decorate({
      requestId: '',
      startedAt: 0,
      address: '',
      network: '',
      ...ARRIVING,
    })
    .onRequest((context) => {
      context.requestId = Bun.randomUUIDv7()
      context.startedAt = performance.now()
      context.set.headers['x-request-id'] = context.requestId
      // Read now: the socket may be closed later.
      const client = clientOf(context.request, context.server, config.trustProxy)
      context.address = client.address
      context.network = client.network
      checkHead(context.request)
      // Bun joins several Host headers with commas; a proxy may have used a different one of them than this server would.
      if (context.request.headers.get('host')?.includes(','))
        throw new Refusal('bad_json', 'A request names one Host.')
    })
    .onError(({ error, path, route, requestId, request, set, address, network, session }) => {
      methodsOf ??= createMethodsOf(app.routes)
      const allowed = error instanceof NotFoundError ? methodsOf(path) : []
      const refusal =
        allowed.length > 0 && !allowed.includes(request.method)
          ? methodNotAllowed()
          : toRefusal(error)
      if (!refusal) {
        metrics.faults.inc()
        log.error('internal_error', {
          req_id: requestId,
          route,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        })
      }
      if (refusal?.code === 'unauthorized' || refusal?.code === 'forbidden')
        log.security('access_refused', {
          req_id: requestId,
          route,
          code: refusal.code,
          user_id: session?.account.id,
          ip: address,
          client: network,
        })
      // Frees an unread body; it would stay in memory until garbage is collected. Fails if the body is being read.
      request.body?.cancel().catch(() => undefined)
      const { status, headers, body } = toReply(refusal ?? internal(), requestId)
      if (refusal?.code === 'method_not_allowed') set.headers['allow'] = allowed.join(', ')
      Object.assign(set.headers, headers)
      set.status = status
      return body
    })
    // Destructured field by field: a rest parameter makes Elysia parse query, cookies and body of every request.
    .onAfterResponse(
      ({ request, responseValue, set, route, requestId, startedAt, address, session, leave }) => {
        if (leave) void (endOf(responseValue)?.then(leave) ?? leave())
        const status = responseValue instanceof Response ? responseValue.status : set.status
        const seconds = (performance.now() - startedAt) / 1000
        metrics.countRequest(route, request.method, status, seconds)
        // Health checks are counted but not logged: they come every second and would fill the log.
        if (HEALTH.has(route)) return
        log.request({
          req_id: requestId,
          route,
          method: request.method,
          status,
          duration_s: Math.round(seconds * 1000) / 1000,
          user_id: session?.account.id,
          role: session?.account.access,
          ip: address,
          instance: INSTANCE,
        })
      },
    )
    .use(modules(deps))
    .use(docs(config, () => modules(deps)))

  for (const prefix of API)
    for (const path of [prefix, `${prefix}/*`])
      app.get(path, notFoundHandler, { detail: { hide: true } })
  app.use(web(config))
  return app
}

export type App = ReturnType<typeof createApp>
