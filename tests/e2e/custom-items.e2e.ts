/** What clubs want and the department does not stock: one row for each thing to buy, with who asks for it. */
import type { Page } from '@playwright/test'
import type { CustomLine } from '#src/contract/records.ts'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'

const FELT = 'https://shop.example/felt'

/** Three clubs ask for the same felt, and one for neon. Answers the id of each line of felt, by its club. */
async function openItems(page: Page, portal: Portal) {
  const lines: Record<string, string> = {}
  for (const [name, row] of [
    ['Film Club', { itemName: 'Felt', ordered_quantity: 1, link: FELT }],
    ['Drama Club', { itemName: 'Red felt', ordered_quantity: 2, link: `${FELT}/?utm_source=mail` }],
    ['Dance Club', { itemName: 'felt 1 m', ordered_quantity: 3, link: `${FELT}#reviews` }],
    ['Quiz Club', { itemName: 'Neon', ordered_quantity: 5 }],
  ] as const) {
    const club = await portal.addClub(name)
    lines[name] = (await portal.placeOrder(club, [row]))[row.itemName] ?? ''
  }
  await portal.decide({ _id: lines['Drama Club'], remarks: 'In red' })
  await signIn(page, portal, portal.admin, '/customitems')
  await expect(group(page)).toBeVisible()
  return lines
}
const group = (page: Page) =>
  page.getByRole('button', { name: 'Felt', exact: true }).and(page.locator('[aria-expanded]'))
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const remarksOf = (page: Page, about: string) =>
  page.getByRole('combobox', { name: `Remarks on ${about}`, exact: true })
const statusOf = (page: Page, about: string) =>
  page.getByRole('combobox', { name: `Status of ${about}`, exact: true })
const saveChanges = (page: Page) => page.getByRole('button', { name: 'Save Changes' })

const saved = async (portal: Portal) =>
  Object.fromEntries(
    (await portal.asAdmin<CustomLine[]>('GET', '/cart/cart-item-summary-custom')).map(
      ({ clubName, status, remarks }) => [clubName, [status, remarks]],
    ),
  )

test('one save by keyboard, at 320 px, is for all clubs that ask for the same', async ({
  page,
  portal,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await openItems(page, portal)
  await expect(rowOf(page, 'Felt').first()).toContainText('3 clubs')
  await expect(rowOf(page, 'Drama Club')).toHaveCount(0)
  await group(page).focus()
  await page.keyboard.press('Enter')
  await expect(group(page)).toHaveAttribute('aria-expanded', 'true')
  await expect(rowOf(page, 'Drama Club')).toContainText('Test Coordinator, +91 00000 00001')
  await expect(remarksOf(page, 'Felt, all 3 lines')).toHaveAttribute('placeholder', 'differs')
  await expect(remarksOf(page, 'Red felt for Drama Club')).toHaveValue('In red')
  await page.keyboard.press('Tab')
  await expect(statusOf(page, 'Felt, all 3 lines')).toBeFocused()
  await page.keyboard.type('Ready')
  for (const about of ['Felt for Film Club', 'Red felt for Drama Club', 'felt 1 m for Dance Club'])
    await expect(statusOf(page, about)).toHaveValue('Ready')
  await expect(page.getByText('1 item changed: the status goes to 3 lines.')).toBeVisible()
  await expectSoundAt(page, [320, 768, 1440], 1_600)

  const calls: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && calls.push(request.url()))
  await saveChanges(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved 3 changes')).toBeVisible()
  expect(calls).toHaveLength(1)
  expect(await saved(portal)).toEqual({
    'Film Club': ['Ready', ''],
    'Drama Club': ['Ready', 'In red'],
    'Dance Club': ['Ready', ''],
    'Quiz Club': ['Pending', ''],
  })
})

test('a conflict on one line of a group opens it, and is settled there', async ({
  page,
  portal,
}) => {
  const lines = await openItems(page, portal)
  await remarksOf(page, 'Felt, all 3 lines').fill('Call first')
  await portal.decide({ _id: lines['Dance Club'], remarks: 'Second shop' })
  await expect(rowOf(page, 'Dance Club')).toContainText('Now “Second shop”, was empty.')
  await saveChanges(page).click()
  await expect(rowOf(page, 'Dance Club')).toBeFocused()
  expect((await saved(portal))['Film Club']).toEqual(['Pending', ''])
  await page
    .getByRole('button', { name: 'Take theirs: Remarks on felt 1 m for Dance Club' })
    .click()
  await expect(page.getByText('1 item changed: the remarks go to 2 lines.')).toBeVisible()
  await saveChanges(page).click()
  await expect(page.getByText('Saved 2 changes')).toBeVisible()
  expect(await saved(portal)).toMatchObject({
    'Film Club': ['Pending', 'Call first'],
    'Drama Club': ['Pending', 'Call first'],
    'Dance Club': ['Pending', 'Second shop'],
  })
})

test('what clubs and others change shows at once, and nothing moves', async ({ page, portal }) => {
  const lines = await openItems(page, portal)
  const head = rowOf(page, '3 clubs')
  await portal.asAdmin('PATCH', `/cart/lines/${lines['Dance Club']}`, {
    ordered_quantity: 7,
    was: 3,
  })
  await expect(head).toContainText('Dance Club: ordered changed 3 to 7 just now')
  await expect(head.getByRole('cell').nth(1)).toHaveText('10')

  await page.getByRole('searchbox', { name: 'Search items or clubs' }).fill('dance')
  await expect(rowOf(page, 'Neon')).toHaveCount(0)
  await group(page).click()
  for (const club of ['Film Club', 'Drama Club', 'Dance Club'])
    await expect(rowOf(page, club)).toBeVisible()
  const cart = (
    await portal.asAdmin<{ clubName: string; cart_id: string }[]>('GET', '/cart/get-club-list')
  ).find(({ clubName }) => clubName === 'Drama Club')
  await portal.asAdmin('DELETE', `/cart/remove-cart/${cart?.cart_id}`)
  await expect(rowOf(page, 'Drama Club')).toContainText('deleted')
  await expect(rowOf(page, '2 clubs').getByRole('cell').nth(1)).toHaveText('8')
  await page.getByRole('button', { name: 'Red felt' }).click()
  await expect(page.getByRole('dialog', { name: 'Red felt' })).toContainText('The club sees')
})
