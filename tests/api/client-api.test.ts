import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import type * as Api from '#client/portal/data/api.ts'
import { signIn, useSession } from '#client/shared/session.ts'
import { openTab, type Tab } from '#tests/support/browser.ts'
import { type Member, type Portal, startPortal } from '#tests/support/portal.ts'

let portal: Portal
let admin: Member
let tab: Tab
let loads = 0

/** The calls of a page that was loaded from this server. */
async function loadFrom(origin: string): Promise<typeof Api> {
  tab?.close()
  tab = openTab('/items', origin)
  return import(`#client/portal/data/api.ts?load=${loads++}`)
}
const enter = ({ id, clubName, token }: Member) =>
  signIn({ token, user: { id, clubName, cordName: 'Administrator', access: 'bosslevel' } })

/** A server that gives one answer to everything, as proxies do for an unreachable server. */
function answerAlways(answer: () => Response) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

beforeAll(async () => {
  portal = await startPortal()
  admin = await portal.createAdmin()
})
afterAll(() => portal.close())

let page: typeof Api
beforeEach(async () => {
  page = await loadFrom(portal.url)
  enter(admin)
})
afterEach(() => {
  useSession.setState(null)
  tab.close()
})

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: Api.ApiError) => error,
  )

test('a call sends the session token and returns the server’s answer', async () => {
  const { call, api } = page
  const item = await call(
    api.inventorys.inventory.post({
      itemName: '2026-11-21',
      itemQuantity: 3,
      itemStatus: 'enabled',
    }),
  )
  // A text that looks like a date stays a string.
  expect(item).toMatchObject({ itemName: '2026-11-21', itemQuantity: 3, rev: 1 })
})

test('a refused call throws with the code, the message and the current row', async () => {
  const { call, api } = page
  const body = { itemName: 'Gaffer Tape', itemQuantity: 3, itemStatus: 'enabled' } as const
  const { _id, rev } = await call(api.inventorys.inventory.post(body))
  const taken = await failure(call(api.inventorys.inventory.post(body)))
  expect(taken).toMatchObject({ name: 'ApiError', status: 409, code: 'name_taken' })
  expect(page.isRefusal(taken)).toBe(true)
  const wrong = await failure(call(api.inventorys.inventory.post({ ...body, itemQuantity: -1 })))
  expect(wrong).toMatchObject({ status: 422, code: 'invalid', errors: [{ path: 'itemQuantity' }] })
  const outdated = await failure(
    call(api.inventorys.inventory({ id: _id }).patch({ rev: rev + 1, itemQuantity: 5 })),
  )
  expect(outdated).toMatchObject({
    code: 'changed_meanwhile',
    current: { _id, itemQuantity: 3, rev },
  })
})

test('a list has a revision, and an unchanged list is reported as such', async () => {
  const { api, readList, unlessAt } = page
  const read = await readList(api.inventorys.inventory.get(unlessAt(null)))
  if (read === 'unchanged') throw new Error('Nothing was known before.')
  expect(read.epoch).toBe(portal.deps.store.epoch)
  expect(read.rev).toBeGreaterThan(0)
  expect(await readList(api.inventorys.inventory.get(unlessAt(read)))).toBe('unchanged')
  const older = { epoch: read.epoch, rev: read.rev - 1 }
  expect(await readList(api.inventorys.inventory.get(unlessAt(older)))).toMatchObject({
    rows: read.rows,
  })
})

test('an unreachable server gives code network, also when a proxy answers for it', async () => {
  const gone = answerAlways(() => new Response())
  const { call, api, isRefusal } = await loadFrom(gone.origin)
  await gone.stop()
  const unreachable = await failure(call(api.inventorys.inventory.get()))
  expect(unreachable).toMatchObject({ status: 0, code: 'network' })
  expect(isRefusal(unreachable)).toBe(false)
  for (const status of [502, 503, 504]) {
    const proxy = answerAlways(() => new Response('<h1>Bad Gateway</h1>', { status }))
    const other = await loadFrom(proxy.origin)
    expect(await failure(other.call(other.api.inventorys.inventory.get()))).toMatchObject({
      code: 'network',
    })
    await proxy.stop()
  }
})

test('a truncated answer gives code network', async () => {
  const cut = answerAlways(
    () => new Response('[{"_id":', { headers: { 'content-type': 'application/json' } }),
  )
  const { call, api } = await loadFrom(cut.origin)
  expect(await failure(call(api.inventorys.inventory.get()))).toMatchObject({ code: 'network' })
  await cut.stop()
})

test('a 503 of the server itself keeps its own code', async () => {
  const problem = { message: 'The store is away.', code: 'store_unavailable' }
  const busy = answerAlways(() => Response.json(problem, { status: 503 }))
  const { call, api } = await loadFrom(busy.origin)
  expect(await failure(call(api.inventorys.inventory.get()))).toMatchObject({
    status: 503,
    ...problem,
  })
  await busy.stop()
})

const WORDLESS = 'Something went wrong. Please try again.'

test.each([
  [400, { message: 'Blocked by the campus firewall.' }, 'Blocked by the campus firewall.'],
  [413, { error: 'The request is too large.' }, 'The request is too large.'],
  [500, { message: '', error: 'Out of memory.' }, 'Out of memory.'],
  [500, { message: { text: 'No text' } }, WORDLESS],
  [500, null, WORDLESS],
])('an answer %d %j without a code reads %j', async (status, body, message) => {
  const other = answerAlways(() => Response.json(body, { status }))
  const { call, api } = await loadFrom(other.origin)
  expect(await failure(call(api.inventorys.inventory.get()))).toMatchObject({
    status,
    code: 'internal',
    message,
    answer: message === WORDLESS ? null : message,
  })
  await other.stop()
})

test('a proxy’s explanation of an outage is quoted', async () => {
  const proxy = answerAlways(() => Response.json({ message: 'Maintenance.' }, { status: 503 }))
  const { call, api } = await loadFrom(proxy.origin)
  expect(await failure(call(api.inventorys.inventory.get()))).toMatchObject({
    code: 'network',
    message: 'Maintenance.',
  })
  await proxy.stop()
})

test('any 401 ends the session', async () => {
  enter({ ...admin, token: 'a.b.c' })
  expect(await failure(page.call(page.api.inventorys.inventory.get()))).toMatchObject({
    status: 401,
  })
  expect(useSession.getState()).toBeNull()
  expect(tab.visits).toEqual(['/inventory'])
})

test('a wrong password at sign-in keeps the existing session', async () => {
  const attempt = page.call(
    page.api.users.login.post({ email: 'nobody@portal.example', password: 'wrong' }),
  )
  expect(await failure(attempt)).toMatchObject({
    status: 401,
    message: 'Invalid email or password.',
  })
  expect(useSession.getState()?.token).toBe(admin.token)
})

test('a late 401 for an earlier token keeps the newer session', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<Response>()
  const slow = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      asked.resolve()
      return answer.promise
    },
  })
  const { call, api } = await loadFrom(`http://127.0.0.1:${slow.port}`)
  enter({ ...admin, token: 'old' })
  const pending = failure(call(api.inventorys.inventory.get()))
  await asked.promise
  enter({ ...admin, token: 'new' })
  answer.resolve(
    Response.json({ message: 'Please sign in again.', code: 'unauthorized' }, { status: 401 }),
  )
  expect(await pending).toMatchObject({ status: 401 })
  expect(useSession.getState()?.token).toBe('new')
  await slow.stop(true)
})

test('signing out ends the token on the server and forgets it here', async () => {
  const { token } = await portal.createAdmin()
  enter({ ...admin, token })
  await page.signOut()
  expect(useSession.getState()).toBeNull()
  expect((await portal.request('GET', '/inventorys/inventory', { token })).status).toBe(401)
})

test('signing out works while the server is unreachable', async () => {
  const gone = answerAlways(() => new Response())
  const { signOut } = await loadFrom(gone.origin)
  await gone.stop()
  enter(admin)
  await signOut()
  expect(useSession.getState()).toBeNull()
})
