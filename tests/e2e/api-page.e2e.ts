/** The API page: samples, the token of the page, the live channel, Swagger UI; by keyboard and without any other server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { LANGUAGES } from '#client/docs/samples.ts'
import { canRun, runSample } from '#tests/support/samples.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Person,
  type Portal,
  test,
} from './fixtures.ts'

const frames = (page: Page) => page.getByRole('region', { name: 'Frames, newest first' })
const frameOf = (page: Page, schema: string) =>
  frames(page).getByRole('listitem').filter({ hasText: schema })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

async function open(page: Page, portal: Portal): Promise<void> {
  await page.goto(`${portal.url}/docs`)
  await expect(page.getByRole('button', { name: /^POST \/users\/login/ })).toBeVisible()
}

async function signInOnPage(page: Page, { email, password, clubName }: Person): Promise<void> {
  await page.getByLabel('Email of the club').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in and use the token on this page' }).click()
  await expect(status(page, `This page uses the token of ${clubName}.`)).toBeVisible()
}

test('one sign-in serves the samples, Swagger UI and live channel', async ({ page, portal }) => {
  await portal.addItems({ 'Black felt': 20 })
  const club = await portal.addClub('Film Club')
  await open(page, portal)
  const connect = page.getByRole('button', { name: 'Connect', exact: true })
  await connect.click()
  await expect(status(page, 'Connected as a visitor.')).toBeVisible()
  await expect(frameOf(page, 'LiveHello')).toContainText('Sent')
  await expect(frameOf(page, 'LiveWelcome')).toContainText('"topics":["ordering"]')

  await signInOnPage(page, club)
  await expect(status(page, 'Connected as Film Club.')).toBeVisible()
  await expect(frameOf(page, 'LiveWelcome').first()).toContainText('"orders"')
  await expect(frames(page)).not.toContainText(club.token.slice(0, 40))

  await portal.switchOrdering(true)
  await expect(frameOf(page, 'LiveState').first()).toContainText('"isConfirmDisabled":true')

  await page.getByRole('button', { name: 'Pause' }).click()
  await portal.switchOrdering(false)
  await expect(page.getByText('1 wait until you continue.')).toBeVisible()
  await expect(frameOf(page, 'LiveState').first()).toContainText('"isConfirmDisabled":true')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(frameOf(page, 'LiveState').first()).toContainText('"isConfirmDisabled":false')

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(frames(page).getByRole('listitem')).toHaveCount(0)
  await page.getByRole('button', { name: 'Sync ordering' }).click()
  await expect(frameOf(page, 'LiveSync')).toContainText('Sent')
  await expect(frameOf(page, 'LiveState')).toContainText('"ordering"')

  await page.getByRole('button', { name: /^GET \/inventorys\/inventory\/user/ }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table td.response-col_status').last()).toHaveText(
    /200/,
  )
  await page.getByRole('button', { name: /^GET \/inventorys\/inventory\/user/ }).click()

  await page.getByRole('button', { name: 'Forget the token' }).click()
  await expect(status(page, 'Connected as a visitor.')).toBeVisible()

  await signInOnPage(page, club)
  await expect(status(page, 'Connected as Film Club.')).toBeVisible()
  // the samples run against the server as they are
  const folder = mkdtempSync(join(tmpdir(), 'samples-'))
  let placed = 0
  for (const language of LANGUAGES) {
    await page.getByRole('tab', { name: language }).click()
    const codes = page.getByRole('tabpanel', { name: language }).locator('pre')
    await expect(codes).toHaveCount(3)
    if (!canRun(language)) continue
    const text = (await codes.allTextContents()).join('\n')
    const { exitCode, output } = await runSample(language, text, folder)
    expect(exitCode, output).toBe(0)
    expect(output).toContain('Order placed.')
    placed += 1
  }
  rmSync(folder, { recursive: true })
  expect(await portal.asAdmin('GET', `/cart/cart-items-user/${club.id}`)).toMatchObject([
    { itemName: 'Black felt', ordered_quantity: placed },
  ])

  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect(status(page, 'Closed with 1005. You disconnected.')).toBeVisible()

  await connect.click()
  await expect(status(page, 'Connected as Film Club.')).toBeVisible()
  await page.getByRole('button', { name: /^POST \/users\/logout/ }).click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(status(page, 'Closed with 4401. The token has ended. Sign in again.')).toBeVisible()
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
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.locator('#live-count')).toHaveText('151 frames, newest LiveBeat.')
  await expect(frames(page).getByRole('listitem')).toHaveCount(100)
  await expect(frames(page).getByRole('listitem').first()).toContainText('150')
  await expect(status(page, 'Closed with 1012. The server restarts.')).toBeVisible()
  await expect(page.locator('#live-spoken')).toHaveText('151 frames, newest LiveBeat.')

  await context.setOffline(true)
  await page.getByRole('tab', { name: 'Python' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Python' })).toContainText('urllib.request')
  await page.getByRole('button', { name: /^POST \/cart\/add-items/ }).click()
  await expect(page.getByText('Idempotency-Key').last()).toBeVisible()
  await page.getByRole('textbox', { name: 'Password' }).press('Enter')
  await expect(status(page, 'The server cannot be reached.')).toBeVisible()
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
  await page.keyboard.press('Tab')
  await page.keyboard.type('film@clubs.example')
  await page.keyboard.press('Tab')
  await page.keyboard.type('a secret')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'curl' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('tab', { name: 'Python' })).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('tab', { name: 'TypeScript', selected: true })).toBeFocused()
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Copy Sign in in TypeScript' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(status(page, 'Copied: Sign in in TypeScript.')).toBeAttached()

  // pasted where one can read it
  await page.getByLabel('Email of the club').evaluate((input) => {
    input.insertAdjacentHTML('afterend', '<textarea aria-label="Pasted"></textarea>')
  })
  await page.getByLabel('Pasted').focus()
  await page.keyboard.press('Control+V')
  await expect(page.getByLabel('Pasted')).toHaveValue(/email: "film@clubs\.example"/)

  await page.getByRole('button', { name: 'Authorize' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Available authorizations' })
  await dialog.getByRole('textbox').focus()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Authorize' })).toBeFocused()

  await page.getByLabel('Email of the club').fill('nobody@clubs.example')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong')
  await page.keyboard.press('Enter')
  await expect(page.locator('#signed-in')).toHaveText('Invalid email or password.')
})

test('no rule of accessibility is broken in any state of the page', async ({ page, portal }) => {
  const club = await portal.addClub('Film Club')
  await page.goto(`${portal.url}/docs#/Cart/postCartAddItems`)
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table')).toBeVisible()
  await page.getByRole('button', { name: 'LiveState' }).click()
  // Of more than a hundred schemas the page holds those in view.
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
  await signInOnPage(page, club)
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(frameOf(page, 'LiveState').first()).toBeVisible()
  await expectAccessible(page, true, '#first-calls, #live')
  await authorize.click()
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
