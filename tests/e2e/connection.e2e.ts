/** What a page does with a connection that fails: as a person sees it. */
import type { Page } from '@playwright/test'
import { expect, signIn, test, type Person, type Portal } from './fixtures.ts'

const CLOSED = /^Ordering is closed$/

const pill = (page: Page, words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words }).first()

async function openAsClub(page: Page, portal: Portal): Promise<Person> {
  const club = await portal.addClub('Film Club')
  await signIn(page, portal, club)
  return club
}

test('a page survives the death of the server and shows changes', async ({ page, portal }) => {
  await portal.addItems({ Glue: 5 })
  await openAsClub(page, portal)
  await expect(page.getByRole('heading', { name: 'Glue' })).toBeVisible()
  await expect(pill(page, 'Live')).toBeVisible()
  await portal.kill()
  await expect(pill(page, 'Reconnecting…')).toBeVisible()
  await expect(pill(page, /Offline since \d\d:\d\d/)).toBeVisible()
  await expect(page.getByText(/^Offline since \d\d:\d\d\. Your cart is kept/)).toBeVisible()
  await portal.start()
  await portal.switchOrdering(true)
  await expect(pill(page, 'Live')).toBeVisible()
  await expect(page.getByText(CLOSED).first()).toBeVisible()
})

test('a page whose socket is blocked reads by HTTP', async ({ page, portal }) => {
  await page.routeWebSocket(/\/live$/, () => {})
  await openAsClub(page, portal)
  await expect(pill(page, 'Reconnecting…')).toBeVisible()
  await portal.switchOrdering(true)
  await expect(page.getByText(CLOSED).first()).toBeVisible()
})

test('a page goes offline, back, to other tabs, and to the sign-in', async ({ page, portal }) => {
  const { token } = await openAsClub(page, portal)
  await expect(pill(page, 'Live')).toBeVisible()
  // without the browser's word it would notice after 25 s, by a beat that does not come
  const soon = { timeout: 10_000 }
  await page.context().setOffline(true)
  await expect(pill(page, /Offline since/)).toBeVisible(soon)
  await page.context().setOffline(false)
  await expect(pill(page, /^Live$/)).toBeVisible(soon)

  await page.evaluate((given) => {
    for (let n = 0; n < 20; n++) {
      const socket = new WebSocket('/live', 'portal.v1')
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ type: 'hello', token: given })),
      )
    }
  }, token)
  await expect(pill(page, 'Live in other tabs')).toBeVisible()
  await portal.switchOrdering(true)
  await expect(page.getByText(CLOSED).first()).toBeVisible()
  await page.getByRole('button', { name: 'Go live here' }).click()
  await expect(pill(page, /^Live$/)).toBeVisible()

  await portal.call('POST', '/users/logout', { token })
  await page.waitForURL(/\/inventory$/)
  await expect(page.getByText('Your session has expired.')).toBeVisible()
})

test('a page whose first frame comes 3 s late stays signed in', async ({ page, portal }) => {
  const closes: (number | undefined)[] = []
  await openAsClub(page, portal)
  let isLate = false
  await page.routeWebSocket(/\/live$/, (socket) => {
    const server = socket.connectToServer()
    if (isLate) return
    isLate = true
    socket.onMessage((message) => void setTimeout(() => server.send(message), 3_000))
    server.onClose((code, reason) => {
      closes.push(code)
      void socket.close({ ...(code !== undefined && { code }), ...(reason && { reason }) })
    })
  })
  await page.reload()
  await expect.poll(() => closes).toEqual([4401])
  await expect(pill(page, /^Live$/)).toBeVisible()
  await expect(page).toHaveURL(/\/inventoryuser$/)
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull()
})
