import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'
import { openBoard } from './support-board.ts'

const WIDTHS = [320, 768, 1440]

/** Drama asked for tape and glue, Film for tape alone; ordering is off. */
async function fill(portal: Portal) {
  const ids = await portal.addItems({ 'Gaffer Tape': 9, Glue: 5 })
  const [tape, glue] = [ids['Gaffer Tape'], ids['Glue']]
  const clubs = [await portal.addClub('Drama Club'), await portal.addClub('Film Club')] as const
  await portal.placeOrder(clubs[0], [
    { item_id: tape, ordered_quantity: 4 },
    { item_id: glue, ordered_quantity: 2 },
  ])
  await portal.placeOrder(clubs[1], [{ item_id: tape, ordered_quantity: 3 }])
  await portal.switchOrdering(true)
  return clubs
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add to Film Club’s order' })
const cell = (page: Page, name: string) => page.getByRole('gridcell', { name })

test('a late line is added from the order; the club sees it', async ({
  portal,
  page,
  openPage,
}) => {
  const [, film] = await fill(portal)
  const club = await openPage()
  await signIn(club, portal, film)
  await club.getByRole('button', { name: 'Your Orders' }).click()
  await signIn(page, portal, portal.admin, '/orders')
  await page.getByRole('link', { name: /Film Club/ }).click()

  const open = page.getByRole('button', { name: 'Add to Order' })
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText(
    'Ordering is closed for clubs. You can still add a line; the history says that you did.',
  )
  await expectSoundAt(page, WIDTHS, 900, 'dialog')
  await dialog(page).getByRole('combobox', { name: 'Item' }).selectOption('Glue')
  const asked = dialog(page).getByRole('spinbutton', { name: 'Asked' })
  const given = dialog(page).getByRole('spinbutton', { name: 'Give now' })
  await asked.fill('4')
  await expect(dialog(page).getByRole('button', { name: 'Add 4 Glue' })).toBeVisible()
  await given.fill('9')
  await expect(dialog(page)).toContainText('Only 5 left of Glue.')
  await given.fill('3')
  await dialog(page).getByRole('button', { name: 'Add 4, give 3' }).press('Enter')

  await expect(page.getByText('Added 4 Glue to Film Club’s order')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(open).toBeFocused()
  await expect(page.getByRole('row', { name: /Glue/ })).toContainText('4')
  const lines = club.getByRole('table', { name: 'Lines of your orders' })
  await expect(lines.getByRole('row', { name: /Glue/ })).toContainText('3')
})

test('an empty cell of the board asks what to add', async ({ portal, page }) => {
  await fill(portal)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openBoard(page, portal)
  const empty = cell(page, 'Film Club, Glue')
  const asked = dialog(page).getByRole('spinbutton', { name: 'Asked' })
  await cell(page, 'Film Club, Gaffer Tape').click()
  await page.keyboard.press('ArrowDown')
  await expect(empty).toBeFocused()
  // The first digit opens the dialog, which is not loaded yet; the next one goes there.
  await page.keyboard.type('12')
  await expect(asked).toHaveValue('12')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(empty).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(asked).toBeFocused()
  await expect(dialog(page).getByRole('combobox', { name: 'Item' })).toContainText('Glue')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(empty).toBeFocused()

  await page.getByRole('button', { name: 'Add to Film Club’s order' }).click()
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page, true, 'dialog')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)

  await empty.focus()
  await page.keyboard.press('1')
  await expect(asked).toBeFocused()
  await page.keyboard.press('2')
  await page.keyboard.press('Enter')
  await expect(cell(page, 'Film Club, Glue: 0 of 12 given, 5 on the shelf')).toBeVisible()
})
