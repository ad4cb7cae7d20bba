import { expect, expectAccessible, expectSoundAt, signIn, test } from './fixtures.ts'

const WIDTHS = [320, 768, 1440]

test('a club reads what happened to a line until it is deleted', async ({ portal, page }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6, Glue: 9 })
  const club = await portal.addClub('Drama Club')
  const { 'Gaffer Tape': line } = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
    { item_id: ids.Glue, ordered_quantity: 1 },
  ])
  const decide = (allotted_quantity: number) =>
    portal.decide({ _id: line, allotted_quantity, status: 'Ready' })
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  const opener = page.getByRole('button', { name: 'Gaffer Tape', exact: true })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(opener).toHaveAttribute('aria-expanded', 'true')
  const table = page.getByRole('table', { name: 'Lines of your orders' })
  const story = table.getByRole('list')
  await expect(story.getByRole('listitem')).toHaveText([/You ordered 4\./])

  await decide(3)
  await expect(story.getByRole('listitem')).toHaveText([
    /The department gave you 3\..*Ready for Pickup.*3 of 4/,
    /You ordered 4\./,
  ])
  await decide(-1)
  await expect(story.getByRole('listitem').first()).toHaveText(
    /The department took 1 back\..*2 of 4/,
  )
  await expect(story).not.toContainText(portal.admin.clubName)
  await expectSoundAt(page, WIDTHS, 900)
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(story).toHaveCount(0)

  await expect(page.getByRole('heading', { name: 'Deleted' })).toHaveCount(0)
  await portal.deleteOrder({ line, reason: 'Ordered twice' })
  // The row says so in its place, and moves below when the orders are opened again.
  await expect(page.getByRole('row').filter({ hasText: 'Gaffer Tape' })).toContainText('Deleted')
  await page.getByRole('button', { name: 'Hide Orders' }).click()
  await page.getByRole('button', { name: 'Your Orders' }).click()
  const deleted = page.getByRole('list', { name: 'Deleted' }).getByRole('listitem')
  await expect(deleted).toHaveText(
    /Deleted: Gaffer Tape, 4.*Ordered twice\. 2 pieces went back to the shelf\..*Today, \d\d:\d\d/,
  )
  await expect(deleted.locator('s')).toContainText('Gaffer Tape')
  await expectAccessible(page)
})

test('the ledger of an item and the history of a line add up', async ({ portal, page }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 12 })
  const club = await portal.addClub('Drama Club')
  const { 'Gaffer Tape': line } = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 8 },
  ])
  const give = (allotted_quantity: number) =>
    portal.decide({ _id: line, allotted_quantity, status: 'Ready' })
  await give(5)
  await give(-2)
  await signIn(page, portal, portal.admin)
  const opener = page.getByRole('button', { name: 'History of Gaffer Tape' })
  await opener.focus()
  await page.keyboard.press('Enter')
  const ledger = page.getByRole('dialog', { name: 'Gaffer Tape' })
  await expect(ledger).toContainText('9 on the shelf, 3 with 1 club, 12 in all')
  await expect(ledger).toContainText(/How many Gaffer Tape lay on the shelf: 12 today.*9 now\./)
  const changes = ledger.getByRole('table', { name: 'Changes of Gaffer Tape' })
  const rows = changes.locator('tbody').getByRole('row')
  await expect(rows).toHaveText([
    /taken back from Drama Club, 3 of 8.*You.*\+2.*7 to 9/,
    /given to Drama Club, 5 of 8.*You.*−5.*12 to 7/,
    /added to the list.*You.*\+12.*12/,
  ])
  await expect(ledger).toContainText('12 came in, 5 went out, 2 came back')

  await give(4)
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('given to Drama Club, 7 of 8')
  await expect(ledger).toContainText('12 came in, 9 went out, 2 came back')
  await expectSoundAt(page, WIDTHS, 900, 'dialog')
  await page.keyboard.press('Escape')
  await expect(ledger).toHaveCount(0)
  await expect(opener).toBeFocused()

  await page.getByRole('link', { name: /View All Orders/ }).click()
  await page.getByRole('link', { name: /View Order/ }).click()
  const name = page.getByRole('button', { name: 'Gaffer Tape', exact: true })
  await name.focus()
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Gaffer Tape' })
  const told = drawer.getByRole('listitem')
  await expect(drawer).toContainText(`Drama Club (${club.email}), asked 8, given 7`)
  await expect(told).toHaveText([
    /You gave 4 more\..*7 of 8.*Undo/,
    /You took 2 back\./,
    /You gave 5\..*5 of 8/,
    /Test Coordinator ordered 8\./,
  ])
  await expect(drawer).toContainText('The club sees: 7 of 8, Ready for Pickup.')

  await give(1)
  await expect(told).toHaveCount(5)
  await expect(told.first()).toContainText('You gave 1 more.')
  await expect(drawer).toContainText('The club sees: 8 of 8')
  await expect(drawer.getByRole('button', { name: /^Undo ?: You gave/ })).toHaveCount(1)
  await expectSoundAt(page, WIDTHS, 900, 'dialog')
  await drawer.getByRole('button', { name: /^Undo ?: You gave 1 more/ }).focus()
  await page.keyboard.press('Enter')
  await expect(told.first()).toContainText('You took 1 back.')
  await expect(told.nth(1)).toContainText(/Undone at \d\d:\d\d/)
  await expect(drawer).toContainText('The club sees: 7 of 8')
  await page.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
  await expect(name).toBeFocused()

  await page.goto(`${portal.url}/items`)
  await page.getByRole('button', { name: 'Gaffer Tape', exact: true }).click()
  await expect(ledger).toContainText('5 on the shelf')
})
