/** The club's page on a phone: what the first screen shows, and what one reads without a connection. */
import { expect, expectAccessible, signIn, test } from './fixtures.ts'

test('half of the first screen is items, and a line of an order has two lines', async ({
  page,
  portal,
}) => {
  const ids = await portal.addItems({
    Glue: 50,
    Wire: 50,
    'Gaffer Tape': 50,
    'Foam Board': 50,
    ...Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`Roll ${at}`, 50])),
  })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(
    club,
    Object.values(ids).map((item_id) => ({ item_id, ordered_quantity: 4 })),
  )
  await portal.decide(
    { _id: lines.Glue, allotted_quantity: 4 },
    { _id: lines.Wire, allotted_quantity: 1, status: 'Ready', remarks: 'Ask at the desk.' },
    { _id: lines['Gaffer Tape'], allotted_quantity: 3, remarks: 'More on Saturday.' },
  )
  await signIn(page, portal, club)
  const firstCard = page.getByRole('list').filter({ hasText: 'Add to Cart' }).getByRole('listitem')
  const dock = page.getByRole('button', { name: 'View Cart' }).last()
  for (const [width, height] of [
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    const [card, bar] = [await firstCard.first().boundingBox(), await dock.boundingBox()]
    expect((bar?.y ?? 0) - (card?.y ?? height)).toBeGreaterThan(height / 2)
  }

  await page.setViewportSize({ width: 390, height: 844 })
  // the section comes above the list: wherever one is, it shows its beginning
  await firstCard.last().scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await expect(page.getByRole('heading', { name: 'Your Orders' })).toBeInViewport()
  const row = (item: string) => page.getByRole('row').filter({ hasText: item })
  await expect(row('Glue')).toContainText('Given 4 of 4')
  await expect(row('Glue')).not.toContainText('Pending')
  await expect(row('Wire')).toContainText('Ready for Pickup')
  await expect(row('Wire')).toContainText('Given 1 of 4')
  await expect(row('Gaffer Tape')).toContainText('Given 3 of 4')
  await expect(row('Foam Board')).toContainText('Pending')
  const expectLow = async (height: number) => {
    for (const item of ['Glue', 'Wire', 'Gaffer Tape', 'Foam Board'])
      expect((await row(item).boundingBox())?.height).toBeLessThan(height)
  }
  await expectLow(128)
  await portal.switchOrdering(true)
  await expect(page.getByRole('spinbutton', { name: /you ask for$/ })).toHaveCount(0)
  await expectLow(80)
  await portal.switchOrdering(false)
  await expect(page.getByRole('spinbutton', { name: /you ask for$/ }).first()).toBeVisible()
  // a remark stands in the row, and opens as a whole; where there is none, nothing can be pressed
  await row('Wire').getByRole('button', { name: 'Remarks on Wire: Ask at the desk.' }).click()
  await expect(page.getByRole('dialog', { name: 'Remarks' })).toContainText('Ask at the desk.')
  await page.keyboard.press('Escape')
  await expect(row('Glue').getByRole('button', { name: /Remarks/ })).toHaveCount(0)
  // so tall that no bar covers half of a button: a person scrolls, axe reports it as too small
  await page.setViewportSize({ width: 390, height: 3_600 })
  await expectAccessible(page)
})

test('without a connection an order waits, says so, and is found when it is placed', async ({
  page,
  portal,
}) => {
  await portal.addItems(
    Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`Roll ${at}`, 5])),
  )
  const club = await portal.addClub('Film Club')
  await page.setViewportSize({ width: 390, height: 844 })
  // the code of the cart comes after the page: a press that cannot have it says so
  await page.route('**/assets/CartPanel*.js', (route) => route.abort())
  await signIn(page, portal, club)
  const viewCart = page.getByRole('button', { name: 'View Cart' })
  await viewCart.click()
  await expect(page.getByText('This cannot be loaded now.')).toBeVisible()
  await page.unroute('**/assets/CartPanel*.js')
  const cart = page.getByRole('dialog', { name: /Cart/ })
  await expect(cart).toBeVisible()
  await page.keyboard.press('Escape')
  const card = page.getByRole('listitem').filter({ hasText: 'Roll 29' })
  await card.getByRole('button', { name: 'One more' }).click()
  await card.getByRole('button', { name: 'Add to Cart' }).click()
  await viewCart.click()
  await expect(cart).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()

  await page.context().setOffline(true)
  const note = page.getByRole('status').filter({ hasText: /^Offline since \d\d:\d\d\. / })
  await expect(note).toBeInViewport()
  await viewCart.click()
  await expect(cart.getByText(/You can confirm your order: it is sent when/)).toBeVisible()
  await cart.getByRole('button', { name: 'Confirm Order' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Order' })
  await expect(confirm.getByText(/The order waits on this device/)).toBeVisible()
  await confirm.getByRole('button', { name: 'Place order of 1 piece' }).click()
  await expect(confirm).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(cart).toBeHidden()
  await expect(note).toContainText(/Your order of 1 piece, confirmed at \d\d:\d\d, waits/)
  // No bar cuts through a control.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page)

  await page.context().setOffline(false)
  await expect(page.getByText(/^Order of 1 piece placed at \d\d:\d\d\./)).toBeInViewport()
  await page.getByRole('button', { name: 'See your order' }).click()
  const line = page.getByRole('row').filter({ hasText: 'Roll 29' })
  await expect(line).toBeFocused()
  await expect(line).toBeInViewport()
})
