import type { Page } from '@playwright/test'
import { expect, expectSoundAt, signIn, test } from './fixtures.ts'

const WIDTHS = [320, 768, 1440]
const MINUTE = 60_000
const HOUR = 60 * MINUTE

const iso = (at: number) => new Date(at).toISOString()
const banner = (page: Page) => page.getByRole('timer')

/** What a `datetime-local` input takes for a time. */
const typed = (page: Page, at: number) =>
  page.evaluate((time) => {
    const date = new Date(time)
    return new Date(time - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
  }, at)

test('an administrator sets the times, a club counts down', async ({ page, portal, openPage }) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await page.setViewportSize({ width: 320, height: 1_600 })
  await signIn(page, portal, portal.admin)
  await expect(page.getByText('No times are set: ordering opens and closes by hand.')).toBeVisible()
  await page.getByRole('button', { name: 'Set Times' }).press('Enter')
  const closes = Math.ceil((Date.now() + 3 * HOUR) / MINUTE) * MINUTE
  await page.getByLabel('Opens').fill(await typed(page, Date.now() - HOUR))
  await page.getByLabel('Closes').fill(await typed(page, Date.now() - 2 * HOUR))
  await expect(page.getByText('Closing must be in the future.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save Times' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await page.getByLabel('Closes').fill(await typed(page, closes))
  await page.getByLabel('Message for clubs (optional)').fill('Order for the whole festival now.')
  await expect(page.getByText(/^Ordering stays open now and closes on /)).toBeVisible()
  // On a phone a day of the rule is its number alone.
  const drawn = await page
    .locator('svg text', { hasText: /\d$/ })
    .evaluateAll((days: SVGTextElement[]) => days.map((day) => day.getNumberOfChars()))
  expect(drawn).not.toContain(0)
  expect(drawn).not.toHaveLength(0)
  await expectSoundAt(page, WIDTHS, 1_600)
  await page.getByRole('button', { name: 'Save Times' }).press('Enter')
  await expect(page.getByText('Times saved')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Change Times' })).toBeFocused()
  await expect(page.getByText(/until it closes/)).toBeVisible()
  for (const turned of ['off', 'on']) {
    await page.getByRole('switch', { name: /^Orders/ }).press('Space')
    await expect(
      page.getByText(new RegExp(`^You switched it ${turned} today at \\d\\d:\\d\\d\\.$`)),
    ).toBeVisible()
  }

  const own = await openPage()
  await signIn(own, portal, club)
  await expect(banner(own)).toHaveText(/^Closes in (2 h 5\d min|3 h)$/)
  await expect(own.getByText('Order for the whole festival now.')).toBeVisible()
  await expectSoundAt(own, WIDTHS, 1_600)
})

test('a club’s page opens and closes at the moment itself', async ({ page, portal }) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'One more' }).first().click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const setWindow = (opensAt: string | null, closesAt: number, message = '') =>
    portal.asAdmin('PUT', '/cart/ordering-window', { opensAt, closesAt: iso(closesAt), message })
  const opensAt = Date.now() + 10_000
  await setWindow(iso(opensAt), opensAt + HOUR, 'Wait for it.')
  await expect(page.getByText(/^Opens on /)).toBeVisible()
  await expect(page.getByText('You can fill your cart now and place it then.')).toBeVisible()
  await expect(banner(page)).toHaveText(/^Closes in (59 min|1 h)$/)
  await expect
    .poll(async () => {
      const history = await portal.asAdmin<{ entries: { kind: string; by: unknown }[] }>(
        'GET',
        '/cart/history?by=clock',
      )
      return history.entries.map(({ kind, by }) => ({ kind, by }))
    })
    .toEqual([{ kind: 'ordering_turned', by: null }])

  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Order' })
  const place = confirm.getByRole('button', { name: /^Place order/ })
  await portal.switchOrdering(true)
  await expect(confirm).toContainText('Ordering is closed. Your cart is kept on this device.')
  await expect(confirm).not.toContainText(/for the department to prepare|Until ordering closes/)
  await expect(place).toHaveAttribute('aria-disabled', 'true')
  await portal.switchOrdering(false)
  await expect(confirm).toContainText('Until ordering closes')
  await expect(place).not.toHaveAttribute('aria-disabled')
  await confirm.getByRole('button', { name: 'Keep editing' }).click()
  const closesAt = Date.now() + 12_000
  await setWindow(null, closesAt)
  await expect(banner(page)).toHaveText(/^Closes in \d+ s$/)
  await expect(page.getByText(/^Closes in \d+ s\.$/)).toBeVisible()
  // The page turns by the clock of the server, also without any frame.
  await page.context().setOffline(true)
  await expect(page.getByText('Ordering is closed', { exact: true })).toBeVisible()
  expect(Date.now()).toBeGreaterThanOrEqual(closesAt)
  await expect(page.getByText('Ordering is closed now.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Confirm Order' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(
    page.getByRole('complementary').getByText('Gaffer Tape', { exact: true }),
  ).toBeVisible()
})
