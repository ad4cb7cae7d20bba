import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type * as Session from '#client/shared/session.ts'
import type { SignedInUser } from '#src/contract/records.ts'
import { openTab, type Tab } from '#tests/support/browser.ts'

const NOW = Date.UTC(2026, 10, 21, 9)
const MINUTE = 60_000
const club: SignedInUser = {
  id: 'c1',
  clubId: 'k1',
  clubName: 'Film Club',
  cordName: 'Coordinator',
  access: 'user',
}
const admin: SignedInUser = {
  id: 'a1',
  clubId: null,
  clubName: 'Department',
  cordName: 'Administrator',
  access: 'bosslevel',
}

/** A token as the server makes it, as far as the browser reads it. */
const tokenUntil = (ms: number) =>
  `e30.${Buffer.from(JSON.stringify({ exp: ms / 1000 })).toString('base64url')}.x`
const LATER = tokenUntil(NOW + 30 * MINUTE)

let tab: Tab
let loads = 0

/** What a document that is loaded now knows: every load reads the storage anew. */
async function load(path: string) {
  tab.load(path)
  jest.clearAllTimers()
  // A query makes it another module, with a state of its own, as a page that loads has.
  const session = (await import(`#client/shared/session.ts?load=${loads++}`)) as typeof Session
  session.startSession()
  return session
}
/** Signs in, and opens this page. */
async function enter(path: string, user = club) {
  ;(await load('/inventory')).signIn({ token: 't1', user })
  return load(path)
}
const handOver = await import('#client/shared/hand-over.ts')

beforeEach(() => {
  jest.useFakeTimers()
  jest.setSystemTime(NOW)
  tab = openTab()
})
afterEach(() => {
  tab.close()
  jest.useRealTimers()
})

test('a sign-in is kept under token and user, and a reload finds it', async () => {
  const page = await load('/inventory')
  page.signIn({ token: 't1', user: { ...club, email: 'club@portal.example' } as SignedInUser })
  expect(tab.storage.localStorage.get('token')).toBe('t1')
  expect(JSON.parse(tab.storage.localStorage.get('user') ?? '')).toEqual(club)
  const { useSession } = await load('/inventoryuser')
  expect(useSession.getState()).toEqual({ token: 't1', user: club, expiresAt: NOW + 60 * MINUTE })
  expect(tab.visits).toEqual([])
})

test('after an hour the session is forgotten, the person sees why and comes back to the page', async () => {
  const page = await enter('/orderwiseitem?club=c1', admin)
  jest.advanceTimersByTime(59 * MINUTE - 1)
  expect(page.useSessionEnding.getState()).toBe(false)
  jest.advanceTimersByTime(1)
  expect(page.useSessionEnding.getState()).toBe(true)
  jest.advanceTimersByTime(MINUTE - 1)
  expect(page.useSession.getState()).not.toBeNull()
  jest.advanceTimersByTime(1)
  expect(page.useSession.getState()).toBeNull()
  expect(page.useSessionEnding.getState()).toBe(false)
  expect([...tab.storage.localStorage]).toEqual([])
  expect(tab.visits).toEqual(['/inventory'])
  expect(handOver.takeMessage()).toBe('Your session has expired.')
  expect(handOver.takeMessage()).toBeNull()
  expect(handOver.takeReturn(admin)).toBe('/orderwiseitem?club=c1')
  expect(handOver.takeReturn(admin)).toBeNull()
})

test('a device that slept through the hour forgets the session when it wakes', async () => {
  const page = await enter('/inventoryuser')
  jest.setSystemTime(NOW + 61 * MINUTE)
  tab.dispatch('pageshow')
  expect(page.useSession.getState()).toBeNull()
  expect(tab.visits).toEqual(['/inventory'])
})

test('a page opened after the hour goes to the sign-in with the message', async () => {
  ;(await load('/inventory')).signIn({ token: 't1', user: club })
  jest.setSystemTime(NOW + 2 * 60 * MINUTE)
  const page = await load('/inventoryuser')
  expect(page.useSession.getState()).toBeNull()
  expect(tab.visits).toEqual(['/inventory'])
  expect(handOver.takeMessage()).toBe('Your session has expired.')
})

test('on a public page an ended session is forgotten without leaving the page', async () => {
  const page = await load('/register')
  page.signIn({ token: 't1', user: club })
  jest.advanceTimersByTime(60 * MINUTE)
  expect(page.useSession.getState()).toBeNull()
  expect(tab.visits).toEqual([])
})

test('a token that another page stored ends at its own expiry', async () => {
  tab.storage.localStorage.set('user', JSON.stringify(club))
  tab.storage.localStorage.set('token', tokenUntil(NOW + 5 * MINUTE))
  const page = await load('/inventoryuser')
  expect(page.useSession.getState()?.expiresAt).toBe(NOW + 5 * MINUTE)
})

test.each([
  ['{"id":"c1"', LATER],
  ['{"id":"c1"}', LATER],
  [JSON.stringify({ ...club, access: 'root' }), LATER],
  ['null', LATER],
  [JSON.stringify(club), ''],
])('what is damaged is no session: %s, %j', async (user, token) => {
  tab.storage.localStorage.set('user', user)
  tab.storage.localStorage.set('token', token)
  expect((await load('/inventory')).useSession.getState()).toBeNull()
})

test('signing out leads to the sign-in with no message and no way back', async () => {
  const page = await enter('/inventoryuser')
  page.endSession('signed-out')
  // The guard of the page hears of it too, and must not leave a message of its own.
  page.leave('Please sign in first.', true)
  expect(tab.visits).toEqual(['/inventory'])
  expect(handOver.takeMessage()).toBeNull()
  expect(handOver.takeReturn(club)).toBeNull()
  expect(tab.storage.localStorage.has('token')).toBe(false)
})

test('a sign-out in another tab ends the session here too', async () => {
  const page = await enter('/inventoryuser')
  tab.elsewhere((store) => store.clear(), 'token')
  expect(page.useSession.getState()).toBeNull()
  expect(tab.visits).toEqual(['/inventory'])
})

test('the same account signing in again in another tab goes on here, another account starts anew', async () => {
  const page = await enter('/inventoryuser')
  tab.elsewhere((store) => store.set('token', 't2'), 'token')
  expect(page.useSession.getState()?.token).toBe('t2')
  expect(tab.reloads).toBe(0)
  tab.elsewhere((store) => store.set('user', JSON.stringify(admin)).set('token', 't3'), 'token')
  expect(page.useSession.getState()?.user).toEqual(admin)
  expect(tab.reloads).toBe(1)
})

test('a new password goes on here, and ends the session elsewhere with words', async () => {
  const page = await enter('/account')
  const renewed = Promise.withResolvers<{ token: string }>()
  const renewing = page.renew(renewed.promise)
  // The server refuses the old token before it answers, and another tab forgets it.
  page.endSession('expired')
  tab.elsewhere((store) => store.clear(), 'token')
  renewed.resolve({ token: 't2' })
  await renewing
  expect(page.useSession.getState()).toMatchObject({ token: 't2', user: club })
  expect(tab.visits).toEqual([])
  // Another tab hears of the old token's end when the new one is there.
  tab.storage.localStorage.set('token', 't3')
  page.endSession('expired')
  expect(page.useSession.getState()?.token).toBe('t3')
  page.endSession('expired')
  expect(tab.visits).toEqual(['/inventory'])
  expect(handOver.takeMessage()).toMatch(/^You were signed out\. Perhaps somebody changed/)
})

test('where storage is forbidden a sign-in lasts as long as the page', async () => {
  tab.forbidStorage(true)
  const page = await load('/inventory')
  page.signIn({ token: 't1', user: club })
  expect(page.useSession.getState()?.token).toBe('t1')
})

test('only the account that left returns to the page, and only to pages of its role', async () => {
  const keep = (path: string, personId: string | null) => handOver.handOverReturn(path, personId)
  keep('/items?tab=1', 'a1')
  expect(handOver.takeReturn({ ...admin, id: 'a2' })).toBeNull()
  keep('/items?tab=1', 'a1')
  expect(handOver.takeReturn(admin)).toBe('/items?tab=1')
  keep('/items', null)
  expect(handOver.takeReturn(club)).toBeNull()
  keep('/inventoryuser', null)
  expect(handOver.takeReturn(club)).toBe('/inventoryuser')
  for (const path of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/inventory',
    '/nowhere',
  ]) {
    keep(path, null)
    expect(handOver.takeReturn(club)).toBeNull()
  }
})

test('a session that seems to end in forty days, because the clock was set back, is not checked all the time', async () => {
  const page = await load('/inventory')
  const waits = jest.spyOn(globalThis, 'setTimeout')
  page.useSession.setState({ token: 't', user: club, expiresAt: NOW + 40 * 24 * 60 * MINUTE })
  // Browsers end a longer wait at once.
  expect(waits.mock.calls.map(([, ms]) => ms)).toEqual([2 ** 31 - 1])
  waits.mockRestore()
})
