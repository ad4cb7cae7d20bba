/** The list of orders as a list of work. */
import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'

/** Three clubs with glue and rope: Film Club has one undecided line, the others two. */
async function openOrders(page: Page, portal: Portal) {
  const { Glue, Rope } = await portal.addItems({ Glue: 90, Rope: 90 })
  const clubs = []
  for (const [name, glue, rope] of [
    ['Quiz Club', 60, 1],
    ['Film Club', 5, 2],
    ['Art Club', 30, 1],
  ] as const) {
    const club = await portal.addClub(name)
    const lines = await portal.placeOrder(club, [
      { item_id: Glue, ordered_quantity: glue },
      { item_id: Rope, ordered_quantity: rope },
    ])
    if (name === 'Film Club')
      await portal.decide({ _id: lines.Rope, allotted_quantity: 2, status: 'Ready' })
    clubs.push({ club, lines })
  }
  await signIn(page, portal, portal.admin, '/orders')
  await expectOrder(page, 'Quiz Club', 'Film Club', 'Art Club')
  return clubs
}
const expectOrder = (page: Page, ...clubs: string[]) =>
  expect(page.getByRole('table').getByRole('rowheader')).toContainText(clubs)
const rowOf = (page: Page, club: string) => page.getByRole('row').filter({ hasText: club })

test('the heads sort by keyboard: from the largest, from the least, and back', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await openOrders(page, portal)
  const head = (name: string) => page.getByRole('columnheader', { name })
  const press = (name: string) => head(name).getByRole('button').press('Enter')
  await press('Asked')
  await expectOrder(page, 'Quiz Club', 'Art Club', 'Film Club')
  await expect(head('Asked')).toHaveAttribute('aria-sort', 'descending')
  await press('Asked')
  await expectOrder(page, 'Film Club', 'Art Club', 'Quiz Club')
  await expect(head('Asked')).toHaveAttribute('aria-sort', 'ascending')
  await press('Undecided')
  await expectOrder(page, 'Quiz Club', 'Art Club', 'Film Club')
  await expect(page.locator('[aria-sort]')).toHaveCount(1)
  await press('Club Name')
  await expectOrder(page, 'Art Club', 'Film Club', 'Quiz Club')
  await press('Club Name')
  await press('Club Name')
  await expectOrder(page, 'Quiz Club', 'Film Club', 'Art Club')
  await expect(page.locator('[aria-sort]')).toHaveCount(0)
  await expect(head('Club Name').getByRole('button')).toBeFocused()
})

test('on a phone a select sorts, and a correction of a club is marked', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const [quiz] = await openOrders(page, portal)
  const sort = page.getByRole('combobox', { name: 'Sort by' })
  await sort.selectOption('Most ready')
  await expectOrder(page, 'Film Club', 'Quiz Club', 'Art Club')
  await sort.selectOption('Most asked')
  await expectOrder(page, 'Quiz Club', 'Art Club', 'Film Club')
  const correct = (ordered_quantity: number, was: number) =>
    portal.call('PATCH', `/cart/lines/${quiz?.lines.Glue}`, {
      token: quiz?.club.token ?? '',
      body: { ordered_quantity, was },
    })
  await correct(6, 60)
  await expect(rowOf(page, 'Quiz Club')).toContainText('asked changed 61 to 7 just now')
  await expect(rowOf(page, 'Quiz Club')).toHaveAttribute('data-tone', 'live')
  await expectOrder(page, 'Art Club', 'Quiz Club', 'Film Club')
  // under the focus nothing moves
  await rowOf(page, 'Quiz Club').getByRole('link').focus()
  await correct(50, 6)
  await expect(rowOf(page, 'Quiz Club')).toContainText('asked changed 7 to 51 just now')
  await expectOrder(page, 'Art Club', 'Quiz Club', 'Film Club')
  await sort.selectOption('First order first')
  await expectOrder(page, 'Quiz Club', 'Film Club', 'Art Club')
  await expectSoundAt(page, [320, 768, 1440], 1_600)
})
