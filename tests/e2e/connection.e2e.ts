/** What a page does with a connection that fails: as a person sees it. */
import type { Page } from '@playwright/test'
import { pageAt } from '#client/shared/pages.ts'
import { expect, signIn, test, type Person, type Portal } from './fixtures.ts'
import { cellOf, openBoard, openMore } from './support-board.ts'

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
  // The bar at the foot comes after the page.
  await page.waitForLoadState('networkidle')
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
  await expect(page.getByText('You were signed out.')).toBeVisible()
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

const notNow = (page: Page) => page.getByText(/cannot be loaded now/)

test('a press without a connection keeps the screen, and opens what it asked for later', async ({
  page,
  portal,
}) => {
  const ids = await portal.addItems({ Glue: 5 })
  const club = await portal.addClub('Drama Club')
  await portal.placeOrder(club, [{ item_id: ids.Glue, ordered_quantity: 2 }])
  async function pressOffline(name: string, role: 'button' | 'link' = 'button') {
    await page.context().setOffline(true)
    await page.getByRole(role, { name }).click()
    await expect(notNow(page)).toBeVisible()
  }
  async function comeBack() {
    await page.context().setOffline(false)
    await expect(notNow(page)).toHaveCount(0)
  }
  await page.goto('/inventory')
  const email = page.getByLabel('Email')
  await email.fill('club@clubs.example')
  await pressOffline('Register', 'link')
  await expect(email).toHaveValue('club@clubs.example')
  await comeBack()
  await expect(page.getByLabel('Email ID')).toBeVisible()

  // the code of this part is fetched before it is asked for
  await page.route('**/assets/OrdersSection-*', (route) => route.abort())
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await expect(notNow(page)).toBeVisible()
  await page.unroute('**/assets/OrdersSection-*')
  await expect(page.getByRole('table', { name: 'Your Orders' })).toBeVisible()
  await expect(notNow(page)).toHaveCount(0)

  await signIn(page, portal, portal.admin)
  await page.getByRole('heading', { name: 'Glue' }).waitFor()
  await pressOffline('History of Glue')
  await expect(page.getByRole('heading', { name: 'Inventory Management' })).toBeAttached()
  await comeBack()
  await expect(page.getByRole('dialog', { name: 'Glue' }).getByRole('row').first()).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Items', exact: true }).click()
  const remarks = page.getByRole('combobox', { name: /Remarks/ })
  await remarks.fill('Ordered')
  const downloading = page.waitForEvent('download')
  await pressOffline('Download Excel')
  await expect(remarks).toHaveValue('Ordered')
  await comeBack()
  await downloading

  // of two screens it opens the one that was asked for last
  await pressOffline('Board', 'link')
  await pressOffline('History', 'link')
  await expect(remarks).toHaveValue('Ordered')
  await comeBack()
  await page.waitForURL('**/history')

  await openBoard(page, portal)
  await cellOf(page, 'Drama Club', 'Glue').click()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await openMore(page)
  await pressOffline('Keys and marks')
  await comeBack()
  await expect(page.getByRole('dialog', { name: 'Keys and marks' })).toBeVisible()
  await expect(page.getByText('1 change in Glue for 1 club')).toBeVisible()
})

test('a link is followed also when the search is written into the address while its screen is loaded', async ({
  page,
  portal,
}) => {
  await portal.addItems({ Glue: 5, Paper: 5 })
  await signIn(page, portal, portal.admin)
  const address = Promise.withResolvers<void>()
  await page.route('**/assets/StockSheetPage-*', async (route) => {
    await address.promise
    await route.continue()
  })
  await page.getByLabel('Search items or places').fill('glue')
  await page.getByRole('link', { name: 'Stock sheet' }).click()
  await page.waitForURL('**/inventoryadp?q=glue')
  address.resolve()
  await page.waitForURL('**/stocksheet')
})

/** From now on the server has another version: its documents name another script, and the old parts that match are gone. */
async function update(page: Page, parts: RegExp) {
  let hasNew = false
  // A document that a test makes is of another network than the server, to which a browser opens no socket.
  await page.routeWebSocket(/\/live$/, () => {})
  await page.route(
    (url) => pageAt(url.pathname) !== null,
    async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace('src="/assets/', 'src="/assets/new-')
      await route.fulfill({ response, body })
    },
  )
  await page.route('**/assets/new-*', async (route) => {
    hasNew = true
    const url = route.request().url().replace('/new-', '/')
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.route(parts, (route) => (hasNew ? route.continue() : route.fulfill({ status: 404 })))
}

test('an open page goes on in the new version of the portal, with what is not saved', async ({
  page,
  openPage,
  portal,
}) => {
  const ids = await portal.addItems({ Glue: 5 })
  const club = await portal.addClub('Drama Club')
  await portal.placeOrder(club, [{ item_id: ids.Glue, ordered_quantity: 2 }])
  await signIn(page, portal, portal.admin, '/items')
  const remarks = page.getByRole('combobox', { name: /Remarks/ })
  await remarks.fill('Ordered')
  await update(page, /\/assets\/BoardPage-/)
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.waitForURL('**/board')
  await cellOf(page, 'Drama Club', 'Glue').click()
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Items', exact: true }).click()
  await expect(remarks).toHaveValue('Ordered')

  const board = await openPage()
  await openBoard(board, portal)
  await cellOf(board, 'Drama Club', 'Glue').click()
  await board.keyboard.press('1')
  await board.keyboard.press('Enter')
  await update(board, /\/assets\/KeysAndMarks-/)
  const loaded = board.waitForEvent('load')
  await openMore(board)
  await board.getByRole('button', { name: 'Keys and marks' }).click()
  await loaded
  await expect(board.getByText('1 change in Glue for 1 club')).toBeVisible()
  await openMore(board)
  await board.getByRole('button', { name: 'Keys and marks' }).click()
  await expect(board.getByRole('dialog', { name: 'Keys and marks' })).toBeVisible()
})

test('a page that meets two versions reloads once', async ({ page, portal }) => {
  await signIn(page, portal, portal.admin, '/items')
  await page.getByRole('link', { name: 'Board', exact: true }).waitFor()
  let loads = 0
  page.on('load', () => loads++)
  // one instance has the new version, and another still sends the old document
  await page.route('**/assets/BoardPage-*', (route) => route.fulfill({ status: 404 }))
  await page.route(
    (url) => pageAt(url.pathname) !== null,
    (route) =>
      route.request().resourceType() === 'fetch'
        ? route.fulfill({ body: '<!doctype html><script src="/assets/new.js"></script>' })
        : route.continue(),
  )
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await page.waitForURL('**/board')
  await expect(notNow(page)).toBeVisible()
  for (let tries = 0; tries < 2; tries++) await page.waitForRequest(/\/assets\/BoardPage-/)
  expect(loads).toBe(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByRole('heading', { name: 'Board', level: 1 })).toBeVisible()
})
