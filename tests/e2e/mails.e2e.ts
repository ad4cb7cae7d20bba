import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Person, type Portal, signIn, test } from './fixtures.ts'

const WIDTHS = [320, 768, 1440]

/** A club that asked for four rolls of tape. */
async function fill(portal: Portal): Promise<{ club: Person; lineId: string }> {
  const { 'Gaffer Tape': item_id } = await portal.addItems({ 'Gaffer Tape': 20 })
  const club = await portal.addClub('Drama Club')
  const [line] = await portal.placeOrder(club, [{ item_id, ordered_quantity: 4 }])
  return { club, lineId: line?._id ?? '' }
}

const write = (portal: Portal, method: string, path: string, body: object) =>
  portal.call(method, path, { token: portal.admin.token, body })
const decide = (portal: Portal, lineId: string, change: object) =>
  write(portal, 'PUT', '/cart/update-multiple-cart-items', { items: [{ _id: lineId, ...change }] })

const orders = (page: Page) => page.getByRole('table', { name: 'Lines of your orders' })
const mailSwitch = (page: Page) => page.getByRole('switch', { name: 'Mails about my order' })
async function openOrders(page: Page) {
  await page.getByRole('button', { name: 'Your Orders' }).press('Enter')
  await expect(orders(page)).toBeVisible()
}

test('ordering closes by itself, decisions are made on the board and announced, and page and mail say the same', async ({
  portal,
  page,
  browser,
}) => {
  const { club: person } = await fill(portal)
  const context = await browser.newContext({ baseURL: portal.url })
  const club = await context.newPage()
  await signIn(club, portal, person)
  await openOrders(club)
  const closesAt = new Date(Date.now() + 8_000).toISOString()
  await write(portal, 'PUT', '/cart/ordering-window', { opensAt: null, closesAt, message: '' })
  await expect(club.getByRole('timer')).toHaveText(/^Closes in/)
  await expect(club.getByText('Ordering is closed', { exact: true }).first()).toBeVisible()

  await signIn(page, portal, portal.admin)
  const hold = page.getByRole('switch', { name: 'Hold decisions back' })
  await hold.press('Space')
  await expect(hold).toBeChecked()
  await page.goto(`${portal.url}/board`)
  await page.getByRole('region', { name: 'Board', exact: true }).focus()
  await page.keyboard.press('End')
  await expect(page.locator('[role=gridcell]:focus')).toHaveAccessibleName(
    /^Drama Club, Gaffer Tape/,
  )
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Save/ }).press('Enter')
  const bar = page.getByRole('status').filter({ hasText: 'not announced' })
  await expect(bar).toContainText('1 decision for 1 club is not announced.')
  await expect(orders(club)).not.toContainText('3')
  await bar.getByRole('button', { name: 'Announce' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('and each gets one mail.')
  await dialog.getByRole('button', { name: 'Announce 1 to 1 club' }).press('Enter')

  await expect(orders(club)).toContainText('3')
  const mail = await portal.smtp.waitForMail(person.email)
  expect(mail.subject).toBe('Your order: 1 line changed')
  expect(mail.text).toContain('Gaffer Tape\n  Given: 0 of 4 -> 3 of 4')
  await context.close()
})

test('the last link of a mail stops the mails once it is confirmed, and a switch turns them on again', async ({
  portal,
  page,
  browser,
}) => {
  const { club: person, lineId } = await fill(portal)
  await write(portal, 'PUT', '/cart/decisions-held', { held: true })
  await decide(portal, lineId, { status: 'Ready' })
  await write(portal, 'PUT', '/cart/decisions-held', { held: false })
  const { text } = await portal.smtp.waitForMail(person.email)
  const link = new URL(/https?:\S+mails-off\S+/.exec(text)?.[0] ?? '')
  const path = link.pathname + link.search

  // Without a session.
  const context = await browser.newContext({ baseURL: portal.url })
  const visitor = await context.newPage()
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Stop mails about your order?',
  )
  await expect(visitor.getByText(`Drama Club, ${person.email}.`)).toBeVisible()
  await expectSoundAt(visitor, WIDTHS, 1_200)
  await signIn(page, portal, person)
  await openOrders(page)
  await expect(mailSwitch(page)).toBeChecked()
  await visitor.getByRole('button', { name: 'Stop these mails' }).press('Enter')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('These mails are off')
  await expectSoundAt(visitor, WIDTHS, 1_200)
  await visitor.goto(`${path}x`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await expectSoundAt(visitor, WIDTHS, 1_200)
  await context.close()

  await page.reload()
  await openOrders(page)
  await expect(mailSwitch(page)).not.toBeChecked()
  await expectSoundAt(page, WIDTHS, 1_200)
  await mailSwitch(page).press('Space')
  await expect(mailSwitch(page)).toBeChecked()
  await page.reload()
  await openOrders(page)
  await expect(mailSwitch(page)).toBeChecked()
})

test('a switch that cannot be saved goes back and says so', async ({ portal, page }) => {
  const { club } = await fill(portal)
  await signIn(page, portal, club)
  await openOrders(page)
  await page.route('**/users/preferences', (route) => route.abort())
  await mailSwitch(page).press('Space')
  await expect(page.getByText('Not saved. Mails stay on.')).toBeVisible()
  await expect(mailSwitch(page)).toBeChecked()
})

test('an administrator sees which mail waits and why, and sends it again', async ({
  portal,
  page,
}) => {
  const { lineId } = await fill(portal)
  await signIn(page, portal, portal.admin, '/history')
  await page.getByRole('link', { name: 'Mails to clubs' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mails')
  await expect(page.getByText('No mails wait')).toBeVisible()
  portal.smtp.mode = 'fail'
  await write(portal, 'PUT', '/cart/decisions-held', { held: true })
  await decide(portal, lineId, { status: 'Ready' })
  await write(portal, 'PUT', '/cart/decisions-held', { held: false })
  const row = page.getByRole('row').filter({ hasText: 'Drama Club' })
  await expect(row).toContainText('The mail server answered 451.')
  await expect(row).toContainText(/Waits, tried (once|\d times), next at/)
  await expectSoundAt(page, WIDTHS, 1_200)
  // The server recovers with the press, so that no try of the outbox's own comes before it.
  await page.route('**/send-again', (route) => {
    portal.smtp.mode = 'accept'
    return route.continue()
  })
  await row.getByRole('button', { name: 'Send again to Drama Club' }).press('Enter')
  await portal.smtp.waitForMail('drama-club@clubs.example')
  await expect(row).toContainText('Sent')
  await expectSoundAt(page, WIDTHS, 1_200)
})
