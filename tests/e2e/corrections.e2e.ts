/** A club changes how many it asks for, and withdraws lines, in Your Orders. */
import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'

async function openOrders(page: Page, portal: Portal) {
  const ids = await portal.addItems({ Glue: 90, 'Gaffer Tape': 20 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids.Glue, ordered_quantity: 60 },
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  await portal.decide({ _id: lines.Glue, allotted_quantity: 8 })
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  return { club, lines }
}
const rowOf = (page: Page, item: string) =>
  page
    .getByRole('table', { name: 'Lines of your orders' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', { name: item }),
    })
const numberOf = (page: Page, item: string) =>
  page.getByRole('spinbutton', { name: `How many ${item} you ask for` })
const asked = async (portal: Portal, club: { id: string }) =>
  Object.fromEntries(
    (
      await portal.asAdmin<{ itemName: string; ordered_quantity: number }[]>(
        'GET',
        `/cart/cart-items-user/${club.id}`,
      )
    ).map(({ itemName, ordered_quantity }) => [itemName, ordered_quantity]),
  )

test('a typing error is corrected by thumb, and a line withdrawn', async ({ page, portal }) => {
  const { club } = await openOrders(page, portal)
  await numberOf(page, 'Glue').fill('6')
  await expect(
    page.getByText('Ask for 6 instead of 60? You were given 8: 2 go back to the shelf.'),
  ).toBeVisible()
  await expectSoundAt(page, [320, 768, 1440], 1_600)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await asked(portal, club)).toEqual({ Glue: 60, 'Gaffer Tape': 4 })
  await page.getByRole('button', { name: 'Ask for 6' }).click()
  await expect(page.getByText('You asked for 6 instead of 60 just now')).toBeVisible()
  expect(await asked(portal, club)).toEqual({ Glue: 6, 'Gaffer Tape': 4 })

  await page.getByRole('button', { name: 'Withdraw Gaffer Tape' }).click()
  await expect(page.getByText('Withdraw 4 Gaffer Tape?')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(numberOf(page, 'Gaffer Tape')).toHaveCount(0)
  expect(await asked(portal, club)).toEqual({ Glue: 6 })
})

test('the same by keyboard; Escape keeps the old number', async ({ page, portal }) => {
  const { club } = await openOrders(page, portal)
  const tape = numberOf(page, 'Gaffer Tape')
  await tape.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Ask for 5 instead of 4?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ask for 5')).toHaveCount(0)
  await expect(tape).toHaveValue('4')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You asked for 5 instead of 4 just now')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw Gaffer Tape' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Gaffer Tape').getByRole('spinbutton')).toHaveCount(0)
  expect(await asked(portal, club)).toEqual({ Glue: 60 })
})

test('what changed meanwhile stands beside what was typed; handed over and closed are said', async ({
  page,
  portal,
}) => {
  const { lines } = await openOrders(page, portal)
  await numberOf(page, 'Glue').fill('9')
  await portal.asAdmin('PATCH', `/cart/lines/${lines.Glue}`, { ordered_quantity: 50, was: 60 })
  await expect(page.getByText('You typed 9. It is 50 now, it was 60.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep 50' }).click()
  await expect(numberOf(page, 'Glue')).toHaveValue('50')

  await portal.decide({ _id: lines.Glue, status: 'Delivered' })
  await expect(rowOf(page, 'Glue')).toContainText('Delivered')
  await numberOf(page, 'Glue').fill('5')
  await page.getByRole('button', { name: 'Ask for 5' }).click()
  await expect(page.getByText('8 of Glue were handed over already.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep 50' }).click()

  await portal.asAdmin('PUT', '/cart/confirm-disabled', { isConfirmDisabled: true })
  await expect(page.getByRole('link', { name: 'Ask the department for a change.' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: /you ask for$/ })).toHaveCount(0)
})
