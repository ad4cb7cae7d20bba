import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

for (const width of [320, 1280])
  test(`every dialog of the portal is without a fault that a machine can find, at ${width} px`, async ({
    portal,
    browser,
  }) => {
    const ids = await portal.addItems({ 'Gaffer Tape': 6 })
    const club = await portal.addClub('Drama Club')
    await portal.placeOrder(club, [{ item_id: ids['Gaffer Tape'], ordered_quantity: 4 }])
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      baseURL: portal.url,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()

    /** Looks at the dialog that a press opens, closes it with Escape, and sees the focus come back. */
    async function look(
      opener: string | RegExp,
      title: string | RegExp,
      role: 'button' | 'link' = 'button',
    ) {
      const button = page.getByRole(role, { name: opener }).last()
      await button.click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog).toBeVisible()
      await expectAccessible(page, width === 320)
      await expectNoSidewaysScroll(page)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }

    await signIn(page, portal, club)
    await page.getByRole('button', { name: 'Your Orders' }).click()
    await look(/^Remarks/, 'Remarks')
    await page
      .getByRole('group', { name: 'Quantity of Gaffer Tape' })
      .getByRole('spinbutton')
      .fill('2')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await page.getByRole('button', { name: 'View Cart' }).last().click()
    await look('Add Custom Item', 'Add Custom Item')
    await look('Clear Cart', 'Clear Cart')
    await look('Confirm Order', 'Confirm Order')
    await page.goto('/inventoryuser')
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/inventory')

    await signIn(page, portal, portal.admin)
    await look('Edit Gaffer Tape', /Edit/)
    await page.goto('/orders')
    await look(/^Delete/, /Delete/)
    await page.getByRole('link', { name: /View Order/ }).click()
    await look('Delete Gaffer Tape', 'Confirm Delete')
    if (width === 320) {
      await page.goto('/inventory')
      await look('Menu', /Menu|Navigation/)
    }
    await context.close()
  })

test('three hundred items can be searched, paged and edited, and nothing is lost on the way', async ({
  portal,
  page,
}) => {
  await portal.addItems(
    Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`Item ${index + 1}`, 5])),
  )
  await signIn(page, portal, portal.admin)
  await page.getByRole('link', { name: /Inventory Items Analysis/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Item 1' }).first()).toBeVisible()
  await page.getByRole('searchbox').fill('item 300')
  const row = page.getByRole('row').filter({ hasText: 'Item 300' })
  await row.getByRole('combobox', { name: /Status/ }).selectOption('Available')
  await page.getByRole('searchbox').fill('')
  await expect(page.getByText('1 row changed.')).toBeVisible()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('searchbox').fill('item 300')
  await expect(row.getByRole('combobox', { name: /Status/ })).toHaveValue('Available')
  await page.getByRole('searchbox').fill('nothing like this')
  await expect(page.getByText(/No items match/)).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('searchbox')).toHaveValue('')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('No changes to save.')).toBeVisible()
})
