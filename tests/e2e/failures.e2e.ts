/** What the screens show when a proxy or another server answers in place of the portal. */
import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** Answers every call to `path` with this status and body, without a `code`. */
const answer = (page: Page, path: string, status: number, body: object) =>
  page.route(`**${path}`, (route) =>
    route.request().method() === 'GET' ? route.fallback() : route.fulfill({ status, json: body }),
  )

const PROXY_WORDS = 'The proxy refused this request.'

/** Presses a button twice: the first answer has no words, the second has its own. */
async function expectWords(page: Page, path: string, press: () => Promise<void>, words: string) {
  await answer(page, path, 500, {})
  await press()
  await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible()
  await answer(page, path, 403, { error: PROXY_WORDS })
  await press()
  await expect(page.getByRole('alert').filter({ hasText: PROXY_WORDS })).toBeVisible()
  await page.unroute(`**${path}`)
}

test('sign-in and registration show the words of a foreign answer', async ({ page, portal }) => {
  await page.goto('/inventory')
  await page.getByLabel('Email').fill('club@clubs.example')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-passphrase')
  const signInButton = page.getByRole('button', { name: 'Sign in' })
  await expectWords(page, '/users/login', () => signInButton.click(), 'Login failed')

  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Email ID').fill('new@clubs.example')
  const getCode = page.getByRole('button', { name: 'Get OTP At Email' })
  await expectWords(page, '/users/request-code', () => getCode.click(), 'Failed to send OTP.')
  await getCode.click()
  const { code } = await portal.smtp.waitForMail('new@clubs.example')
  await page.getByLabel('Verification Code').fill(code ?? 'no code came')
  await page.getByLabel('Co-ordinator Name').fill('Test Coordinator')
  await page.getByLabel('Club Name').fill('Film Club')
  await page.getByLabel('Phone Number').fill('+91 00000 00002')
  await page.getByLabel('Password', { exact: true }).fill('a-long-enough-passphrase')
  const register = page.getByRole('button', { name: 'Register', exact: true })
  await expectWords(page, '/users/register', () => register.click(), 'Registration failed.')
})

test('a custom item that is refused without words says so', async ({ page, portal }) => {
  const club = await portal.addClub('Film Club')
  await signIn(page, portal, club)
  await portal.addItems({ Glue: 1 })
  await page.getByLabel('Search items').fill('Neon Markers')
  await page.getByRole('button', { name: 'Add it as a custom item' }).click()
  const custom = page.getByRole('dialog', { name: 'Add Custom Item' })
  await expect(custom.getByLabel('Item name')).toHaveValue('Neon Markers')
  await expect(custom.getByLabel('Quantity')).toBeFocused()
  await custom.getByLabel('Quantity').fill('3')
  await custom.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  const place = page.getByRole('button', { name: 'Place order of 3 pieces' })
  await answer(page, '/cart/add-items', 400, {})
  await place.click()
  await expect(page.getByText('Failed to add custom item')).toBeVisible()
  await answer(page, '/cart/add-items', 400, { message: PROXY_WORDS })
  await place.click()
  await expect(page.getByText(PROXY_WORDS)).toBeVisible()
})

test('several edited rows that someone else deletes "were" deleted', async ({ page, portal }) => {
  const club = await portal.addClub('Film Club')
  await portal.placeOrder(club, [
    { itemName: 'Felt', ordered_quantity: 1 },
    { itemName: 'Foil', ordered_quantity: 1 },
  ])
  await signIn(page, portal, portal.admin, '/customitems')
  for (const item of ['Felt', 'Foil'])
    await page.getByRole('combobox', { name: `Remarks on ${item}` }).fill('Ordered')
  await portal.deleteOrder()
  await expect(page.getByText('2 rows you edited were deleted by someone else.')).toBeVisible()
})

test('the stock shows the words of a foreign answer, and goes on', async ({ page, portal }) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  await signIn(page, portal, portal.admin)
  await page.getByLabel('New item').fill('Glue')
  const add = page.getByRole('button', { name: 'Add Item' })
  await expectWords(page, '/inventorys/inventory', () => add.click(), 'Failed to add item')
  await page.getByRole('button', { name: 'Edit Gaffer Tape' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Quantity').fill('7')
  await page.route('**/inventorys/inventory/*', (route) =>
    route.fulfill({ contentType: 'application/json', body: 'null' }),
  )
  const answered = page.waitForResponse(/\/inventorys\/inventory\/\w/)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await answered
  await expect(dialog.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
})
