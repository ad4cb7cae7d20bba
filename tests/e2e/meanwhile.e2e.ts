import { expect, signIn, test } from './fixtures.ts'

test('an order whose answer was lost is sent again unchanged and placed once', async ({
  portal,
  page,
}) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await signIn(page, portal, club)
  await page
    .getByRole('group', { name: 'Quantity of Gaffer Tape' })
    .getByRole('spinbutton')
    .fill('2')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
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

  const { body } = await portal.call('GET', `/cart/cart-items-final/${club.id}`, {
    token: club.token,
  })
  expect(body).toMatchObject([{ itemName: 'Gaffer Tape', ordered_quantity: 2 }])
})

test('a row that another administrator changed meanwhile shows both values and lets the person choose', async ({
  portal,
  page,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  const [line] = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  await signIn(page, portal, portal.admin)
  await page.getByRole('link', { name: /View All Orders/ }).click()
  await page.getByRole('link', { name: /View Order/ }).click()
  const row = page.getByRole('row').filter({ hasText: 'Gaffer Tape' })
  await row.getByRole('combobox', { name: /Remarks/ }).fill('Mine')
  await portal.call('PUT', '/cart/update-multiple-cart-items', {
    token: portal.admin.token,
    body: { items: [{ _id: line?._id, remarks: 'Theirs', status: 'Ready' }] },
  })
  // the foreign status shows at once, the draft stays and both remarks are offered
  await expect(row.getByRole('combobox', { name: /Status/ })).toHaveValue('Ready')
  await expect(row.getByRole('combobox', { name: /Remarks/ })).toHaveValue('Mine')
  await expect(row.getByText(/Theirs/)).toBeVisible()
  await row.getByRole('button', { name: /Take theirs/ }).click()
  await expect(row.getByRole('combobox', { name: /Remarks/ })).toHaveValue('Theirs')
})

test('a club sees which line the department answered, but no news about the order that it placed itself', async ({
  portal,
  page,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6, 'Foam Board': 3, Glue: 2 })
  const club = await portal.addClub('Drama Club')
  const placed = await portal.placeOrder(club, [
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
  await portal.call('PUT', '/cart/update-multiple-cart-items', {
    token: portal.admin.token,
    body: {
      items: placed
        .filter(({ itemName }) => itemName === 'Glue')
        .map(({ _id }) => ({ _id, status: 'Ready' })),
    },
  })
  const news = rows.filter({ hasText: 'updated just now' })
  await expect(news).toContainText('Glue')
  await expect(news).toHaveCount(1)
})
