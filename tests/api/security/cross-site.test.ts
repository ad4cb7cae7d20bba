import { describe, expect, it } from 'bun:test'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { callsOf, readSpec } from '#tests/support/hostile-calls.ts'

const EVIL = 'https://evil.example'

const { portal, admin, club, room } = await openOffice({ config: { rateLimits: false } })
const calls = callsOf(await readSpec(portal))
await room.orderLine(club, await room.addItem())

describe('CSRF: a form of another site', () => {
  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'sent as %s to every call that takes a body is refused, whoever is signed in',
    async (type) => {
      for (const { method, path } of calls.filter(({ schema }) => schema)) {
        const answer = await portal.request(method, path, {
          token: admin.token,
          body: '{"isConfirmDisabled":true}',
          headers: { 'content-type': type, origin: EVIL },
        })
        expectProblem(answer, 'unsupported_media_type')
      }
    },
  )

  it('carries no right: a token in a cookie, in the address or in the body signs nobody in', async () => {
    for (const { method, path } of calls.filter(({ isGuarded }) => isGuarded))
      expectProblem(
        await portal.request(method, `${path}?token=${admin.token}&access_token=${admin.token}`, {
          headers: { cookie: `token=${admin.token}; Authorization=Bearer ${admin.token}` },
          ...(method !== 'GET' && { body: { token: admin.token } }),
        }),
        'unauthorized',
      )
  })

  it('no answer sets a cookie', async () => {
    for (const { method, path } of calls) {
      const { headers } = await portal.request(method, path, { token: club.token })
      expect(headers.get('set-cookie'), `${method} ${path}`).toBeNull()
    }
  })
})

describe('GET changes nothing', () => {
  const read = (path: string) => portal.request<unknown>('GET', path, { token: admin.token })
  const readAll = async () =>
    Promise.all(
      [
        '/inventorys/inventory',
        '/cart/confirm-disabled',
        '/cart/get-club-list',
        '/cart/cart-item-summary',
        '/cart/cart-item-summary-custom',
        '/cart/board',
        `/cart/cart-items-user/${club.id}`,
      ].map(async (path) => {
        const { headers, body } = await read(path)
        // The server's clock is no state.
        const state = Array.isArray(body) ? body : { ...(body as object), now: '' }
        return { path, etag: headers.get('etag'), body: state }
      }),
    )

  it('for any caller, query string or number of requests', async () => {
    const before = await readAll()
    const words = 'method=DELETE&_method=DELETE&isConfirmDisabled=true&itemQuantity=0'
    for (const { method, path } of calls.filter((call) => call.method === 'GET'))
      for (const token of [admin.token, club.token])
        await portal.request(method, `${path}?${words}`, {
          token,
          headers: { 'x-http-method-override': 'DELETE' },
        })
    expect(await readAll()).toEqual(before)
  })
})

describe('CORS: a page of another site', () => {
  it('gets no answer that permits reading it', async () => {
    for (const { method, path } of calls)
      for (const asked of [method, 'OPTIONS']) {
        const { headers } = await portal.request(asked, path, {
          token: club.token,
          headers: {
            origin: EVIL,
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization',
          },
        })
        const told = [...headers.keys()].filter((name) => name.startsWith('access-control-'))
        expect(told, `${asked} ${path}`).toEqual([])
      }
  })
})
