/** What a page does with a connection that fails: as a person sees it. */
import type { Page } from '@playwright/test'
import { expect, signIn, test, type Person, type Portal } from './fixtures.ts'

const CLOSED = 'Ordering is closed.'

const pill = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first()

async function setOrdering(portal: Portal, isConfirmDisabled: boolean): Promise<void> {
  const { status } = await portal.call('PUT', '/cart/confirm-disabled', {
    token: portal.admin.token,
    body: { isConfirmDisabled },
  })
  expect(status).toBe(200)
}

async function openAsClub(page: Page, portal: Portal): Promise<Person> {
  const club = await portal.addClub('Film Club')
  await signIn(page, portal, club)
  return club
}

test('a page survives the death of the server and shows what changed meanwhile', async ({
  page,
  portal,
}) => {
  await openAsClub(page, portal)
  await expect(pill(page, 'Live')).toBeVisible()
  await portal.stop('SIGKILL')
  await expect(pill(page, 'Reconnecting…')).toBeVisible()
  await expect(pill(page, /Offline since \d\d:\d\d/)).toBeVisible()
  await expect(page.getByText(/Last confirmed at/)).toBeVisible()
  await portal.start()
  await setOrdering(portal, true)
  await expect(pill(page, 'Live')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(CLOSED).first()).toBeVisible()
})

test('a page whose socket is blocked reads by HTTP', async ({ page, portal }) => {
  await page.routeWebSocket(/\/live$/, () => {})
  await openAsClub(page, portal)
  await expect(pill(page, 'Reconnecting…')).toBeVisible()
  await setOrdering(portal, true)
  await expect(page.getByText(CLOSED).first()).toBeVisible({ timeout: 15_000 })
})

test('a page that has lost its place to others may take it back', async ({ page, portal }) => {
  const { token } = await openAsClub(page, portal)
  await expect(pill(page, 'Live')).toBeVisible()
  await page.evaluate((given) => {
    for (let n = 0; n < 20; n++) {
      const socket = new WebSocket('/live', 'portal.v1')
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ type: 'hello', token: given })),
      )
    }
  }, token)
  await expect(pill(page, 'Live in other tabs')).toBeVisible()
  await setOrdering(portal, true)
  await expect(page.getByText(CLOSED).first()).toBeVisible({ timeout: 15_000 })
  await page.getByRole('button', { name: 'Go live here' }).click()
  await expect(pill(page, /^Live$/)).toBeVisible()
})

test('a page says at once that the browser is offline, and is live at once when it is back', async ({
  page,
  portal,
}) => {
  await openAsClub(page, portal)
  await expect(pill(page, 'Live')).toBeVisible()
  await page.context().setOffline(true)
  await expect(pill(page, /Offline since/)).toBeVisible({ timeout: 2_000 })
  await page.context().setOffline(false)
  await expect(pill(page, /^Live$/)).toBeVisible({ timeout: 2_000 })
})

test('a session that was ended elsewhere leads to the sign-in', async ({ page, portal }) => {
  const club = await openAsClub(page, portal)
  await expect(pill(page, 'Live')).toBeVisible()
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).not.toBe(club.token)
  await portal.call('POST', '/users/logout', { token: token ?? '' })
  await page.waitForURL(/\/inventory$/, { timeout: 5_000 })
  await expect(page.getByText('Your session has expired.')).toBeVisible()
})
