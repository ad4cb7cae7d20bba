import type { Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

test('news of the department come in; a lost order is placed once', async ({ portal, page }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6, 'Foam Board': 3, Glue: 2 })
  const club = await portal.addClub('Drama Club')
  const { Glue: glue } = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
    { item_id: ids.Glue, ordered_quantity: 1 },
  ])
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  const rows = page.getByRole('table', { name: 'Lines of your orders' }).locator('tbody tr')
  await expect(rows).toHaveCount(2)
  for (const item of ['Gaffer Tape', 'Foam Board']) {
    const card = page.getByRole('listitem').filter({ hasText: item })
    await card.getByRole('spinbutton').fill('2')
    await card.getByRole('button', { name: 'Add to Cart' }).click()
  }
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  await page.getByRole('button', { name: /Place order of 4 pieces/ }).click()
  await expect(rows).toHaveCount(3)
  await expect(page.getByText('Order Placed')).toBeVisible()
  await portal.decide({ _id: glue, status: 'Ready' })
  const news = rows.filter({ hasText: 'updated just now' })
  await expect(news).toContainText('Glue')
  await expect(news).toHaveCount(1)
  await expect(page.getByText('1 order line updated', { exact: true })).toBeAttached()

  const card = page.getByRole('listitem').filter({ hasText: 'Gaffer Tape' })
  await card.getByRole('spinbutton').fill('2')
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()

  // The server places the order, but the answer never reaches the page.
  await page.route('**/cart/add-items', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Order' })
  await confirm.getByRole('button', { name: /Place order/ }).click()
  await expect(confirm.getByText('Something went wrong. Please try again.')).toBeVisible()
  await page.unroute('**/cart/add-items')
  // After a reload the page sends the order again by itself.
  await page.reload()
  await expect(page.getByText('Order Placed')).toBeVisible()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await expect(page.getByText('Your cart is empty')).toBeVisible()

  const { body } = await portal.call('GET', `/cart/cart-items-final/${club.id}`, club)
  expect(body).toContainEqual(
    expect.objectContaining({ itemName: 'Gaffer Tape', ordered_quantity: 8 }),
  )
})

test('two administrators’ values stand side by side; an order has an address', async ({
  portal,
  page,
  context,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  const { 'Gaffer Tape': line } = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  await signIn(page, portal, portal.admin)
  await page.getByRole('link', { name: /View All Orders/ }).click()
  const link = page.getByRole('link', { name: /View Order of Drama Club/ })
  const address = await link.getAttribute('href')
  await link.click()
  const row = page.getByRole('row').filter({ hasText: 'Gaffer Tape' })
  await row.getByRole('combobox', { name: /Remarks/ }).fill('Mine')
  await portal.decide({ _id: line, remarks: 'Theirs', status: 'Ready' })
  // the foreign status shows at once, the draft stays and both remarks are offered
  await expect(row.getByRole('combobox', { name: /Status/ })).toHaveValue('Ready')
  await expect(row.getByRole('combobox', { name: /Remarks/ })).toHaveValue('Mine')
  await expect(row.getByText(/Theirs/)).toBeVisible()
  await row.getByRole('button', { name: /Take theirs/ }).click()
  await expect(row.getByRole('combobox', { name: /Remarks/ })).toHaveValue('Theirs')

  const tab = await context.newPage()
  await tab.goto(String(address))
  await expect(tab.getByRole('heading', { name: 'Drama Club' })).toBeVisible()
  await tab.getByLabel('Search items').fill('gaffer')
  await expect(tab).toHaveURL(/club=.*q=gaffer/)
  await tab.reload()
  await expect(tab.getByRole('row').filter({ hasText: 'Gaffer Tape' })).toBeVisible()
  await tab.evaluate(() => localStorage.clear())
  await tab.reload()
  await tab.waitForURL('**/inventory')
  await tab.getByLabel('Email').fill(portal.admin.email)
  await tab.getByLabel('Password', { exact: true }).fill(portal.admin.password)
  await tab.getByRole('button', { name: 'Sign in' }).click()
  await expect(tab.getByRole('heading', { name: 'Drama Club' })).toBeVisible()
})

/** Lets a call of the page reach the server, and keeps its answer back until `release` is called. */
async function holdAnswer(page: Page, url: string, method: string) {
  const written = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    const response = await route.fetch()
    written.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  return { written: written.promise, release: held.resolve }
}

test('an answer that comes late sets nothing back', async ({ portal, page }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const path = `/inventorys/inventory/${ids['Gaffer Tape']}`
  await signIn(page, portal, portal.admin)
  const { written, release } = await holdAnswer(page, '**/cart/confirm-disabled', 'PUT')
  await page.getByRole('switch', { name: 'Orders Enabled' }).click()
  await expect(page.getByRole('switch', { name: 'Orders Disabled' })).toBeVisible()
  await written
  // Somebody else switches it on again before this page hears that it was off.
  await portal.switchOrdering(false)
  release()
  await expect(page.getByRole('status').filter({ hasText: 'Orders Disabled' })).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Orders Enabled' })).toBeVisible()

  const card = page.getByRole('listitem').filter({ hasText: 'Gaffer Tape' })
  await card.getByRole('button', { name: 'Edit Gaffer Tape' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit item' })
  await dialog.getByLabel('Quantity').fill('9')
  const late = await holdAnswer(page, `**${path}`, 'PATCH')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await late.written
  const read = page.waitForResponse(async (response) => (await response.text()).includes('"rev":3'))
  await portal.asAdmin('PATCH', path, { rev: 2, itemQuantity: 20 })
  await read
  // Without further reads the page shows what it has made of the answer.
  await page.route('**/inventorys/inventory', (route) => route.abort())
  late.release()
  await expect(dialog).toBeHidden()
  await expect(card).toContainText('20')
})
