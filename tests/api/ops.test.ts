import { expect, it } from 'bun:test'
import { expectProblem } from '#tests/support/expect-problem.ts'
import { openOffice } from '#tests/support/office.ts'
import { startPortal } from '#tests/support/portal.ts'
import { openSqlite } from '#tests/support/stores.ts'

let movedMs = 0
const { portal } = await openOffice({
  now: () => Date.now() + movedMs,
  config: {
    mail: { kind: 'smtp', url: 'smtp://127.0.0.1:1', from: 'portal@portal.example', tls: 'off' },
  },
})

type Ready = { status: string; store: string; bus: string; mail: string }
const ready = () => portal.request<Ready>('GET', '/health/ready')

it('reports that it is alive and ready', async () => {
  expect((await portal.request('GET', '/health/live')).body).toMatchObject({ status: 'ok' })
  const { status, body } = await ready()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok', store: 'ok', bus: 'ok', mail: 'ok' })
})

it('stays ready when mail fails, and reports the failure', async () => {
  const answer = await portal.request('POST', '/users/request-code', {
    body: { email: 'new@campus.example' },
  })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  const { status, body } = await ready()
  expect(status).toBe(200)
  expect(body).toEqual({ status: 'ok', store: 'ok', bus: 'ok', mail: 'down' })
})

it.each([
  ['the embedded store refuses a write', { kind: 'sqlite' }, [503, 503, 503]],
  ['MongoDB has refused writes for five seconds', { kind: 'mongodb', url: '' }, [200, 200, 503]],
] as const)('is not ready once %s', async (_, database, statuses) => {
  const store = openSqlite(':memory:')
  const broken = await startPortal({ now: () => Date.now() + movedMs, config: { database }, store })
  await store.close()
  for (const [index, ms] of [0, 2_000, 5_500].entries()) {
    movedMs = ms
    const { status, body } = await broken.request<Ready>('GET', '/health/ready')
    const isReady = statuses[index] === 200
    expect([status, body.store]).toEqual([statuses[index] ?? 0, isReady ? 'ok' : 'down'])
  }
  expect((await broken.request('GET', '/health/serving')).status).toBe(200)
  movedMs = 0
  await broken.close()
})

it('answers 503 to every request while the store is unavailable', async () => {
  const broken = await startPortal()
  const admin = await broken.createAdmin()
  await broken.deps.store.close()
  for (const [method, path, body] of [
    ['GET', '/cart/confirm-disabled'],
    ['GET', '/inventorys/inventory'],
    ['POST', '/inventorys/inventory', { itemName: 'Ink', itemQuantity: 1 }],
    ['POST', '/users/login', { email: admin.email, password: 'violet-lantern-42' }],
  ] as const) {
    const answer = await broken.request(method, path, { token: admin.token, body })
    expectProblem(answer, 'store_unavailable')
    expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  }
  await broken.close()
})

it('is not ready while it is stopping', async () => {
  portal.announceStop()
  const { status, body } = await ready()
  expect([status, body.status, body.store]).toEqual([503, 'down', 'ok'])
  expect((await portal.request('GET', '/health/live')).status).toBe(200)
  expect((await portal.request('GET', '/health/serving')).status).toBe(503)
})
