import { afterEach, beforeEach, expect, test } from 'bun:test'
import type * as Api from '#client/portal/data/api.ts'
import { signIn, useSession } from '#client/shared/session.ts'
import { openTab, type Tab } from '#tests/support/browser.ts'
import { openOffice } from '#tests/support/office.ts'
import type { Member } from '#tests/support/portal.ts'

const { portal, admin } = await openOffice()
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
function answerAlways(answer: () => Response | Promise<Response>) {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  return { origin: `http://127.0.0.1:${server.port}`, stop: () => server.stop(true) }
}

/** What these tests read of an item. */
const ITEM = { _id: '', itemName: '', rev: 0 }

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
    ITEM,
  )
  // A text that looks like a date stays a string.
  expect(item).toMatchObject({ itemName: '2026-11-21', itemQuantity: 3, rev: 1 })
})

test('a refused call throws with the code, the message and the current row', async () => {
  const { call, api } = page
  const body = { itemName: 'Gaffer Tape', itemQuantity: 3, itemStatus: 'enabled' } as const
  const { _id, rev } = await call(api.inventorys.inventory.post(body), ITEM)
  const taken = await failure(call(api.inventorys.inventory.post(body), ITEM))
  expect(taken).toMatchObject({ name: 'ApiError', status: 409, code: 'name_taken' })
  expect(page.isRefusal(taken)).toBe(true)
  const wrong = await failure(
    call(api.inventorys.inventory.post({ ...body, itemQuantity: -1 }), ITEM),
  )
  expect(wrong).toMatchObject({ status: 422, code: 'invalid', errors: [{ path: 'itemQuantity' }] })
  const outdated = await failure(
    call(api.inventorys.inventory({ id: _id }).patch({ rev: rev + 1, itemQuantity: 5 }), ITEM),
  )
  expect(outdated).toMatchObject({
    code: 'changed_meanwhile',
    current: { _id, itemQuantity: 3, rev },
  })
})

test('a list has a revision, and an unchanged list is reported as such', async () => {
  const { api, readList, unlessAt } = page
  const read = await readList(api.inventorys.inventory.get(unlessAt(null)), [ITEM])
  if (read === 'unchanged') throw new Error('Nothing was known before.')
  expect(read.epoch).toBe(portal.deps.store.epoch)
  expect(read.rev).toBeGreaterThan(0)
  expect(await readList(api.inventorys.inventory.get(unlessAt(read)), [ITEM])).toBe('unchanged')
  const older = { epoch: read.epoch, rev: read.rev - 1 }
  expect(await readList(api.inventorys.inventory.get(unlessAt(older)), [ITEM])).toMatchObject({
    rows: read.rows,
  })
})

const EPOCH = '6f1c2a52-9f0b-4a53-8a3c-6f0e2f1c8b11'

test.each<[string | undefined, string, number | null]>([
  [`"${EPOCH}.7"`, EPOCH, 7],
  [`W/"${EPOCH}.7"`, EPOCH, 7],
  [`"${EPOCH}.7-gzip"`, EPOCH, 7],
  [`W/"${EPOCH}.7-br"`, EPOCH, 7],
  [`"${EPOCH}.7"-gzip`, EPOCH, 7],
  [`"${EPOCH}.7.all"`, EPOCH, 7],
  // lost, or a tag of the proxy's own
  [undefined, '', null],
  ['"5f3e9a"', '', null],
  ['W/"1a2-3f.77"', '', null],
])('a list with the ETag %s is shown', async (etag, epoch, rev) => {
  const rows = [{ _id: 'a', itemName: 'Tape', rev: 1 }]
  const other = answerAlways(() => Response.json(rows, { headers: etag ? { etag } : {} }))
  const { api, readList } = await loadFrom(other.origin)
  const read = () => readList(api.inventorys.inventory.get(), [ITEM])
  const [first, second] = [await read(), await read()]
  await other.stop()
  if (first === 'unchanged' || second === 'unchanged') throw new Error('It was never known.')
  expect(first).toMatchObject({ epoch, rows })
  if (rev === null) expect(second.rev).toBeGreaterThan(first.rev)
  else expect(first.rev).toBe(rev)
})

/** How reading the stock fails at a server that answers so; at none if it does not answer. */
async function failureAt(answer?: () => Response) {
  const other = answerAlways(answer ?? (() => new Response()))
  const { call, api, isRefusal } = await loadFrom(other.origin)
  if (!answer) await other.stop()
  const error = await failure(call(api.inventorys.inventory.get(), [ITEM]))
  await other.stop()
  return { ...error, message: error?.message, isRefusal: isRefusal(error) }
}

const WORDLESS = 'Something went wrong. Please try again.'
const AWAY = { message: 'The store is away.', code: 'store_unavailable' }
const json = (body: unknown, status: number) => () => Response.json(body, { status })
const proxy = (status: number) => () => new Response('<h1>Bad Gateway</h1>', { status })
const html = (status: number) => () =>
  new Response('<!doctype html><title>Sign in to Campus Wi-Fi</title>', {
    status,
    headers: { 'content-type': 'text/html' },
  })
const cutTo = (text: string) => () =>
  new Response(text, { headers: { 'content-type': 'application/json' } })
const cut = cutTo('[{"_id":')
const NO_ANSWER = { status: 0, code: 'network', answer: null, isRefusal: false }

test.each<[string, (() => Response) | undefined, object]>([
  ['is unreachable', undefined, { status: 0, code: 'network', isRefusal: false }],
  ['a proxy answers for with 502', proxy(502), { code: 'network' }],
  ['a proxy answers for with 503', proxy(503), { code: 'network' }],
  ['a proxy answers for with 504', proxy(504), { code: 'network' }],
  [
    'a proxy explains',
    json({ message: 'Maintenance.' }, 503),
    { code: 'network', message: 'Maintenance.' },
  ],
  ['is cut off while it answers', cut, { code: 'network' }],
  ['a Wi-Fi answers for with its page', html(200), NO_ANSWER],
  ['a Wi-Fi answers for with 511', html(511), NO_ANSWER],
  ['a filter answers for with its page', html(403), NO_ANSWER],
  ['answers a list without a word', () => new Response(), NO_ANSWER],
  ['answers JSON that nobody calls so', () => new Response('[]'), NO_ANSWER],
  ['answers an empty text as JSON', cutTo(''), NO_ANSWER],
  ['answers nothing in JSON', json(null, 200), NO_ANSWER],
  ['answers {} for a list', json({}, 200), NO_ANSWER],
  ['answers one row for a list', json({ _id: 'a', itemName: 'Tape', rev: 1 }, 200), NO_ANSWER],
  ['answers rows of something else', json([{ id: 1 }], 200), NO_ANSWER],
  ['answers a number as a text', json([{ _id: 'a', itemName: 'Tape', rev: '1' }], 200), NO_ANSWER],
  ['is away itself', json(AWAY, 503), { status: 503, ...AWAY }],
])('a server that %s', async (_, answer, expected) => {
  expect(await failureAt(answer)).toMatchObject(expected)
})

test.each([
  [400, { message: 'Blocked by the campus firewall.' }, 'Blocked by the campus firewall.'],
  [413, { error: 'The request is too large.' }, 'The request is too large.'],
  [500, { message: '', error: 'Out of memory.' }, 'Out of memory.'],
  [500, { message: { text: 'No text' } }, WORDLESS],
  [500, null, WORDLESS],
])('an answer %d %j without a code reads %j', async (status, body, message) => {
  const answer = message === WORDLESS ? null : message
  const expected = { status, code: 'internal', message, answer }
  expect(await failureAt(json(body, status))).toMatchObject(expected)
})

test('any 401 ends the session', async () => {
  enter({ ...admin, token: 'a.b.c' })
  expect(await failure(page.call(page.api.inventorys.inventory.get(), [ITEM]))).toMatchObject({
    status: 401,
  })
  expect(useSession.getState()).toBeNull()
  expect(tab.visits).toEqual(['/inventory'])
})

test('a wrong password at sign-in keeps the existing session', async () => {
  const attempt = page.call(
    page.api.users.login.post({ email: 'nobody@portal.example', password: 'wrong' }),
    { token: '' },
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
  const slow = answerAlways(() => {
    asked.resolve()
    return answer.promise
  })
  const { call, api } = await loadFrom(slow.origin)
  enter({ ...admin, token: 'old' })
  const pending = failure(call(api.inventorys.inventory.get(), [ITEM]))
  await asked.promise
  enter({ ...admin, token: 'new' })
  answer.resolve(
    Response.json({ message: 'Please sign in again.', code: 'unauthorized' }, { status: 401 }),
  )
  expect(await pending).toMatchObject({ status: 401 })
  expect(useSession.getState()?.token).toBe('new')
  await slow.stop()
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
