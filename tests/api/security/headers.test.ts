import { expect, it } from 'bun:test'
import type { Asked } from '#tests/support/ask.ts'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { startPortal } from '#tests/support/portal.ts'

const API = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringMatching(/\bcamera=\(\).* fullscreen=\(\)/),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000',
}
const TOLD_OF_US = ['server', 'x-powered-by', 'access-control-allow-origin', 'set-cookie']

const https = { publicUrl: 'https://portal.example' }
let clockFails = false
const { portal, admin } = await openOffice({
  config: https,
  now() {
    // The timers of the live channel read the clock too.
    const fault = new Error('no clock')
    if (clockFails && fault.stack?.includes('/identity/')) throw fault
    return Date.now()
  },
})

const KINDS: [kind: string, status: number, method: string, path: string, asked: () => Asked][] = [
  ['a public call', 200, 'GET', '/cart/confirm-disabled', () => ({})],
  ['a guarded call', 200, 'GET', '/inventorys/inventory', () => ({ token: admin.token })],
  [
    'an unchanged list',
    304,
    'GET',
    '/cart/confirm-disabled',
    () => ({ headers: { 'if-none-match': '*' } }),
  ],
  ['no JSON', 400, 'POST', '/users/login', () => ({ body: '{' })],
  ['no token', 401, 'GET', '/inventorys/inventory', () => ({})],
  ['an unknown call', 404, 'GET', '/cart/nope', () => ({})],
  ['a wrong method', 405, 'DELETE', '/users/login', () => ({})],
  ['a large body', 413, 'POST', '/users/login', () => ({ body: 'x'.repeat(1_100_000) })],
  [
    'another type',
    415,
    'POST',
    '/users/login',
    () => ({ body: 'x', headers: { 'content-type': 'text/plain' } }),
  ],
  ['a wrong field', 422, 'POST', '/users/login', () => ({ body: {} })],
  ['no handshake', 426, 'GET', '/live', () => ({})],
  ['the description', 200, 'GET', '/openapi.json', () => ({})],
  ['the metrics', 200, 'GET', '/metrics', () => ({ token: admin.token })],
  ['health', 200, 'GET', '/health/ready', () => ({})],
]

it.each(KINDS)('%s (%d) carries the headers of an API', async (_, status, method, path, asked) => {
  const answer = await portal.request(method, path, asked())
  expect(answer.status).toBe(status)
  const { headers } = answer
  expect(Object.fromEntries(Object.keys(API).map((name) => [name, headers.get(name)]))).toEqual(API)
  for (const name of TOLD_OF_US) expect(headers.get(name), name).toBeNull()
  if (headers.has('content-type'))
    expect(headers.get('content-type')).toMatch(/^(application\/json|text\/plain)/)
})

it('a page and a 404 page carry all headers that their own policies do not replace', async () => {
  for (const path of ['/', '/nowhere', '/docs']) {
    const { headers } = await portal.request('GET', path)
    for (const name of [
      'cross-origin-opener-policy',
      'cross-origin-resource-policy',
      'x-content-type-options',
      'strict-transport-security',
      'permissions-policy',
    ] as const)
      expect(headers.get(name), `${path} ${name}`).toEqual(API[name])
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

it('the documentation of the API can be turned off', async () => {
  const closed = await startPortal({ config: { apiDocs: false } })
  const unknown = await closed.request('GET', '/nowhere')
  for (const path of ['/docs', '/docs/', '/docs/swagger-ui-bundle.js', '/openapi.json']) {
    const { status, body } = await closed.request('GET', path)
    expect(status, path).toBe(404)
    expect(body, path).toEqual(unknown.body)
  }
  await closed.close()
})

it('HSTS is for https alone', async () => {
  const plain = await startPortal()
  const { headers } = await plain.request('GET', '/cart/confirm-disabled')
  expect(headers.get('strict-transport-security')).toBeNull()
  await plain.close()
})

it('security.txt names the contact, and does not exist without one', async () => {
  const path = '/.well-known/security.txt'
  expect((await portal.request('GET', path)).status).toBe(404)
  const reachable = await startPortal({
    config: { ...https, securityContact: 'mailto:security@portal.example' },
  })
  const { status, headers, body } = await reachable.request<string>('GET', path)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const expires = /^Expires: (.+)$/m.exec(body)?.[1] ?? ''
  expect(body).toBe(
    'Contact: mailto:security@portal.example\n' +
      `Expires: ${expires}\n` +
      'Preferred-Languages: en\n' +
      'Canonical: https://portal.example/.well-known/security.txt\n',
  )
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
  expect((await reachable.request('POST', path)).status).toBe(405)
  await reachable.close()
})

it('an internal error (500) carries the headers too, stands in the log and the metrics, and reveals no internals', async () => {
  clockFails = true
  const { token } = admin
  const answer = await portal.request('GET', '/inventorys/inventory', { token })
  clockFails = false
  const { requestId } = expectProblem(answer, 'internal')
  for (const [name, value] of Object.entries(API))
    expect(answer.headers.get(name), name).toEqual(value)
  expect(JSON.stringify(answer.body)).not.toContain('clock')
  const line = portal.lines.find(
    ({ event, req_id }) => event === 'internal_error' && req_id === requestId,
  )
  expect(line?.['error']).toMatch(/no clock[^]*\.ts:/)
  const { body } = await portal.request<string>('GET', '/metrics', { token })
  expect(body).toMatch(/^internal_errors_total 1$/m)
})
