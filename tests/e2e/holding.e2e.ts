import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'
import { openMore } from './support-board.ts'

const WIDTHS = [320, 768, 1440]

/** Two clubs that asked for the same two items. */
async function fill(portal: Portal) {
  const ids = await portal.addItems({ 'Gaffer Tape': 20, Glue: 20 })
  const rows = Object.values(ids).map((item_id) => ({ item_id, ordered_quantity: 4 }))
  const clubs = [await portal.addClub('Drama Club'), await portal.addClub('Film Club')] as const
  const [drama, film] = [
    await portal.placeOrder(clubs[0], rows),
    await portal.placeOrder(clubs[1], rows),
  ]
  const decide = (lines: typeof drama, name: string, allotted_quantity: number) =>
    portal.decide({ _id: lines[name], allotted_quantity, status: 'Ready', remarks: 'Counter 2' })
  return { clubs, drama, film, decide }
}

const onBoard = (page: Page) => page.getByRole('status').filter({ hasText: 'held back' })
const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'not announced' })

test('decisions are held and announced by keyboard alone', async ({ portal, page, openPage }) => {
  const { clubs, drama, film, decide } = await fill(portal)
  const club = await openPage()
  await signIn(club, portal, clubs[0])
  await club.getByRole('button', { name: 'Your Orders' }).click()
  await signIn(page, portal, portal.admin, '/inventoryadp')
  const hold = page.getByRole('switch', { name: 'Hold decisions back' })
  await hold.focus()
  await page.keyboard.press('Space')
  await expect(hold).toBeChecked()
  await expect(club.getByText('Decisions will be announced together.')).toBeVisible()

  await decide(drama, 'Gaffer Tape', 3)
  await decide(drama, 'Glue', 1)
  await decide(film, 'Glue', 2)
  await expect(bar(page)).toContainText('3 decisions for 2 clubs are not announced.')
  const lines = club.getByRole('table', { name: 'Lines of your orders' })
  await expect(lines).toContainText('Pending')
  await expect(lines).not.toContainText('Ready for Pickup')
  await expectSoundAt(page, WIDTHS, 900)

  // On the board the cell says what the club sees.
  await page.goto(`${portal.url}/board`)
  await expect(
    page.getByRole('gridcell', {
      name: 'Drama Club, Gaffer Tape: 3 of 4 given, 17 on the shelf, Ready for Pickup, held back, club sees 0, Pending',
    }),
  ).toBeVisible()
  await expect(onBoard(page)).toContainText('Decisions are held back. 3 for 2 clubs wait.')
  await expect(onBoard(page).getByRole('button', { name: 'Announce' })).toBeVisible()
  await expectSoundAt(page, WIDTHS, 900)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Sentence and buttons stand in one line: the room belongs to the rows.
  expect((await onBoard(page).boundingBox())?.height).toBeLessThan(64)
  const cell = page.getByRole('gridcell', { name: /^Drama Club, Gaffer Tape/ })
  await cell.click()
  await page.keyboard.press('h')
  const story = page.getByRole('dialog', { name: 'Gaffer Tape' })
  await expect(story).toContainText(/^Gaffer TapeDrama Club .*, asked 4, given 3/)
  await expect(story).toContainText('The club sees: 0 of 4, Pending.')
  await page.keyboard.press('Escape')
  await expect(cell).toBeFocused()
  await page.goto(`${portal.url}/orders`)

  const announce = bar(page).getByRole('button', { name: 'Announce' })
  await announce.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Announce 3 decisions?' })
  await expect(dialog.getByRole('list', { name: /^What Drama Club .* will read$/ })).toContainText(
    'Gaffer Tape given 0 to 3, Pending to Ready for Pickup, new remark',
  )
  await expectSoundAt(page, WIDTHS, 900, 'dialog')
  await dialog.getByRole('checkbox', { name: 'Film Club' }).focus()
  await page.keyboard.press('Space')
  const go = dialog.getByRole('button', { name: 'Announce 2 to 1 club' })
  const message = dialog.getByRole('textbox', { name: 'Message to these clubs' })
  await message.fill('x'.repeat(281))
  await expect(message).toHaveAccessibleDescription('The message is 1 character too long.')
  await expect(go).toBeDisabled()
  await message.fill('Paint was short.')
  await expect(message).toHaveAccessibleDescription(
    'They read it on their page and at the top of the mail. 16 of 280 characters',
  )
  await go.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Announced 2 decisions to 1 club')).toBeVisible()
  await expect(bar(page)).toContainText('1 decision for 1 club is not announced.')

  await expect(
    club.getByText('Decisions were announced: 2 of your 2 lines changed. Paint was short.'),
  ).toBeVisible()
  await expect(lines).toContainText('given 0 to 3, Pending to Ready for Pickup')
  await expectSoundAt(club, WIDTHS, 900)
  await club.reload()
  await club.getByRole('button', { name: 'Your Orders' }).click()
  await expect(club.getByText('From the department: Paint was short.')).toBeVisible()
  await expectSoundAt(club, WIDTHS, 900)

  // holding that ends while something is held asks first, and announces it
  await page.goto(`${portal.url}/inventoryadp`)
  await expect(bar(page)).toBeVisible()
  await hold.click()
  const stop = page.getByRole('dialog', { name: 'Stop holding back?' })
  await expect(stop).toContainText(
    'The 1 decision for 1 club is announced now, and every later one is shown as soon as it is saved.',
  )
  await stop.getByRole('button', { name: 'Keep holding back' }).click()
  await expect(hold).toBeChecked()
  await hold.click()
  await stop.getByRole('button', { name: 'Announce 1 and stop' }).click()
  await expect(hold).not.toBeChecked()
  await expect(bar(page)).toHaveCount(0)
  // The page shows the end before the server has answered.
  await expect(page.getByText('Announced 1 decision to 1 club')).toBeVisible()
  const seen = await portal.call('GET', `/cart/cart-items-final/${clubs[1].id}`, clubs[1])
  expect(JSON.stringify(seen.body)).toContain('"allotted_quantity":2')

  await page.goto(`${portal.url}/history`)
  await expect(page.getByRole('main')).toContainText(
    'stopped holding decisions back and announced 1 to 1 club.',
  )

  // The board switches it too.
  await page.goto(`${portal.url}/board`)
  await openMore(page)
  await page.getByRole('button', { name: 'Hold decisions back' }).press('Enter')
  await expect(onBoard(page)).toContainText('Decisions are held back. None waits yet.')
  await onBoard(page).getByRole('button', { name: 'Stop holding back' }).press('Enter')
  await expect(onBoard(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused()
  await openMore(page)
  await expect(page.getByRole('button', { name: 'Hold decisions back' })).toBeVisible()
})
