/** The API page: samples, the live channel, Swagger UI; by keyboard and without any other server. */
import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, type Portal, test } from './fixtures.ts'

const frames = (page: Page) => page.getByRole('region', { name: 'Frames, newest first' })
const frameOf = (page: Page, schema: string) =>
  frames(page).getByRole('listitem').filter({ hasText: schema })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
const connect = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true })

async function open(page: Page, portal: Portal): Promise<void> {
  await page.goto(`${portal.url}/docs`)
  await expect(page.getByRole('button', { name: /^POST \/users\/login/ })).toBeVisible()
}

/** Opens a call of the list and sends it. */
async function tryCall(page: Page, name: RegExp, body?: object): Promise<void> {
  const call = page.getByRole('button', { name })
  await call.click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  if (body) await page.getByLabel('Request body').fill(JSON.stringify(body))
  await page.getByRole('button', { name: 'Execute' }).click()
  const answer = page.locator('.live-responses-table td.response-col_status').last()
  await expect(answer).toHaveText(/20[04]/)
  await call.click()
}

test('one sign-in serves Swagger UI and the live channel', async ({ page, portal }) => {
  await portal.addItems({ 'Black felt': 20 })
  const club = await portal.addClub('Film Club')
  await open(page, portal)
  await connect(page).click()
  await expect(status(page, 'Connected as a visitor.')).toBeVisible()
  await expect(frameOf(page, 'LiveHello')).toContainText('Sent')
  await expect(frameOf(page, 'LiveWelcome')).toContainText('"topics":["ordering"]')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(status(page, 'Closed with 1005. You disconnected.')).toBeVisible()

  const { email, password } = club
  await tryCall(page, /^POST \/users\/login/, { email, password })
  await connect(page).click()
  await expect(status(page, 'Connected with your token.')).toBeVisible()
  await expect(frameOf(page, 'LiveWelcome').first()).toContainText('"orders"')
  await expect(frames(page)).not.toContainText(club.token.slice(0, 20))
  await portal.switchOrdering(true)
  await expect(frameOf(page, 'LiveState').first()).toContainText('"isConfirmDisabled":true')

  await tryCall(page, /^GET \/inventorys\/inventory\/user/)
  await tryCall(page, /^POST \/users\/logout/)
  await expect(status(page, 'Closed with 4401. The token has ended. Sign in again.')).toBeVisible()
})

test('the samples run against the server as they are', async ({ page, portal }) => {
  test.skip(!Bun.which('curl'), 'curl is missing')
  await portal.addItems({ 'Black felt': 20 })
  const club = await portal.addClub('Film Club')
  await page.goto(`${portal.url}/docs`)
  await expect(page.locator('#origin')).toHaveText(portal.url)
  const text = (await page.locator('.code pre').allTextContents())
    .join('\n')
    .replace('club@demo.example', club.email)
    .replace('the password that was printed', club.password)
  const run = Bun.spawn(['sh', '-c', text], { stderr: 'pipe' })
  const output = await new Response(run.stdout).text()
  expect(await run.exited, await new Response(run.stderr).text()).toBe(0)
  expect(output).toContain('Order placed.')
  expect(await portal.asAdmin('GET', `/cart/cart-items-user/${club.id}`)).toMatchObject([
    { itemName: 'Black felt', ordered_quantity: 1 },
  ])
})

test('a hundred frames are kept, and the page can be read offline', async ({
  page,
  portal,
  context,
}) => {
  await page.routeWebSocket(/\/live$/, (socket) => {
    socket.onMessage(() => {
      for (let rev = 1; rev <= 150; rev += 1)
        socket.send(JSON.stringify({ type: 'beat', revs: { ordering: rev } }))
      void socket.close({ code: 1012 })
    })
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== new URL(portal.url).origin && protocol.startsWith('http'))
      foreign.push(request.url())
  })
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await open(page, portal)
  expect(errors).toEqual([])
  await connect(page).click()
  await expect(frames(page).getByRole('listitem').first()).toContainText('150')
  await expect(frames(page).getByRole('listitem')).toHaveCount(100)
  await expect(status(page, 'Closed with 1012. The server restarts.')).toBeVisible()

  await context.setOffline(true)
  await page.getByRole('button', { name: /^POST \/cart\/add-items/ }).click()
  await expect(page.getByText('Idempotency-Key').last()).toBeVisible()
  expect(foreign).toEqual([])
})

test('the page works by keyboard, and a sample can be copied', async ({ page, portal }) => {
  await open(page, portal)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: '/openapi.json' }).first()).toBeFocused()
  for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy Sign in' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status(page, 'Copied: Sign in.')).toBeAttached()

  // pasted where one can read it
  await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    heading.insertAdjacentHTML('afterend', '<textarea aria-label="Pasted"></textarea>')
  })
  await page.getByLabel('Pasted').focus()
  await page.keyboard.press('Control+V')
  await expect(page.getByLabel('Pasted')).toHaveValue(/^BASE='http:/)

  await page.getByRole('button', { name: 'Authorize' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Available authorizations' })
  await dialog.getByRole('textbox').focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeFocused()
})

test('no rule of accessibility is broken in any state of the page', async ({ page, portal }) => {
  await page.setViewportSize({ width: 1280, height: 1200 })
  await page.goto(`${portal.url}/docs#/Cart/postCartAddItems`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table')).toBeVisible()
  await page.getByRole('button', { name: 'LiveState' }).click()
  // Of more than a hundred schemas the page holds those in view.
  await page.getByRole('button', { name: 'LiveServerFrame' }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'SignedIn', exact: true }).click()
  await expectAccessible(page)
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }

  // what further states change
  const authorize = page.getByRole('button', { name: 'Authorize' })
  const dialog = page.getByRole('dialog', { name: 'Available authorizations' })
  await authorize.click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, true, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Close' }).first().click()
  await connect(page).click()
  await expect(frameOf(page, 'LiveState').first()).toBeVisible()
  await expectAccessible(page, true, '#first-calls, #live')
  await authorize.click()
  await dialog.getByRole('textbox').fill('a token')
  await dialog.getByRole('button', { name: 'Authorize' }).click()
  await expect(page.getByText('Authorized', { exact: true })).toBeVisible()
  await expectAccessible(page, true, '[role=dialog]')
})

test('without JavaScript the page leads to the description', async ({ browser, portal }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${portal.url}/docs`)
  const notice = page.locator('noscript .notice')
  await expect(notice).toBeVisible()
  await expect(notice.locator('a')).toHaveAttribute('href', '/openapi.json')
  await expect(page.getByRole('heading', { name: 'What you may rely on' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your first three calls' })).toBeHidden()
  await context.close()
})
