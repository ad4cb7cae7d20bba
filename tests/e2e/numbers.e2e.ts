import type { Locator, Page } from '@playwright/test'
import { expect, expectSoundAt, signIn, test } from './fixtures.ts'
import { cellOf, givenOf, openBoard } from './support-board.ts'

/** The text stays in its box, is marked, and the box says why. */
async function expectRefused(box: Locator, text: string, why: string | RegExp) {
  await expect(box).toHaveValue(text)
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  await expect(box).toHaveAccessibleDescription(why)
}

async function typeOver(page: Page, box: Locator, text: string) {
  await box.fill('')
  await box.focus()
  await page.keyboard.type(text)
}

test('a club’s numbers are taken whole or not at all', async ({ page, portal }) => {
  await portal.addItems({ 'Gaffer Tape': 5 })
  await signIn(page, portal, await portal.addClub('Drama Club'))
  const box = page.getByRole('spinbutton', { name: 'Quantity of Gaffer Tape', exact: true })
  const add = page.getByRole('button', { name: 'Add to Cart' }).first()
  for (const [text, why] of [
    ['1.5', 'Whole numbers only'],
    ['1,5', 'Whole numbers only'],
    ['12,50', 'Whole numbers only'],
    ['1e3', 'Whole numbers only'],
    ['0x10', 'Whole numbers only'],
    ['12 pcs', 'Whole numbers only'],
    ['-3', 'Not below 0'],
    ['20000', 'At most 10,000 in one order'],
  ] as const) {
    await typeOver(page, box, text)
    await expectRefused(box, text, why)
    await add.click()
    await expectRefused(box, text, why)
    await expect(box).toBeFocused()
  }
  await expectSoundAt(page, [320, 768, 1440], 900)
  await box.fill('')
  await add.click()
  await expectRefused(box, '', 'Enter a number')
  await expect(page.getByText('Added to Cart')).toHaveCount(0)
  await typeOver(page, box, '१,२३४')
  await expect(box).not.toHaveAttribute('aria-invalid')
  await box.press('Enter')
  await expect(page.getByText('1,234 in cart')).toBeVisible()

  await page.getByRole('button', { name: 'View Cart' }).first().click()
  const own = page.getByRole('spinbutton', { name: 'Quantity of Gaffer Tape in the cart' })
  await typeOver(page, own, '2.5')
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  await expectRefused(own, '2.5', 'Whole numbers only')
  await expect(page.getByRole('dialog', { name: 'Confirm Order' })).toHaveCount(0)
  await page.getByRole('button', { name: 'One more' }).last().click()
  await expect(own).toHaveValue('1235')

  await page.getByRole('button', { name: 'Add Custom Item' }).first().click()
  const custom = page.getByRole('dialog', { name: 'Add Custom Item' })
  await custom.getByLabel('Item name').fill('Felt')
  for (const text of ['1e3', '0x10', '1.000']) {
    await custom.getByLabel('Quantity').fill(text)
    await custom.getByRole('button', { name: 'Add to Cart' }).click()
    await expectRefused(custom.getByLabel('Quantity'), text, /whole number/)
  }
})

test('an administrator’s numbers are taken whole or not at all', async ({ page, portal }) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 37, 'Brush Round 4': 30 })
  const club = await portal.addClub('Drama Club')
  const asked = { ordered_quantity: 20 }
  await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ...asked },
    { item_id: ids['Brush Round 4'], ...asked },
  ])
  await signIn(page, portal, portal.admin)
  await page.getByRole('heading', { name: 'Gaffer Tape' }).dblclick()
  const dialog = page.getByRole('dialog', { name: 'Edit item' })
  for (const text of ['', '3.7', '-1']) {
    await dialog.getByLabel('Quantity', { exact: true }).fill(text)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expectRefused(dialog.getByLabel('Quantity', { exact: true }), text, /whole number/)
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.goto(`/orderwiseitem?club=${club.id}`)
  const add = page.getByRole('spinbutton', { name: 'Add quantity of Gaffer Tape' })
  for (const text of ['1.5', '-', '1,00,00']) {
    await typeOver(page, add, text)
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expectRefused(add, text, /Whole numbers only|Enter a number/)
  }
  // What is typed and not saved is kept, wrong or not.
  await page.reload()
  await expectRefused(add, '1,00,00', 'Whole numbers only')
  await typeOver(page, add, '-0')
  await expect(page.getByText('unsaved', { exact: true })).toHaveCount(0)

  await openBoard(page, portal)
  const cell = cellOf(page, 'Drama Club', 'Brush Round 4')
  await cell.click()
  await page.keyboard.type('12.50')
  await expect(cell).toHaveAccessibleName(/: 0 of 20 given, .*“12.50” was not taken$/)
  await expect(cell).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Enter')
  await expect(cell).toContainText('12.50')
  await cell.click()
  const give = page.getByRole('spinbutton', { name: 'Give Drama Club' })
  await expectRefused(give, '12.50', 'Whole numbers only')
  await expectSoundAt(page, [768, 1440], 900)
  await typeOver(page, give, '7,5')
  await expect(cell).toHaveAccessibleName(/“7,5” was not taken$/)
  await cell.click()
  await page.keyboard.type('12')
  await expect(cell).toHaveAccessibleName(/: 12 of 20, not saved/)
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Saved 1 change in 1 item')).toBeVisible()
  expect(await givenOf(portal, 'Brush Round 4')).toEqual([12])
  expect(await givenOf(portal, 'Gaffer Tape')).toEqual([0])
})

test('a time that is none is a fault of its field, and others’ times are not replaced unseen', async ({
  page,
  portal,
}) => {
  await signIn(page, portal, portal.admin)
  await page.getByRole('button', { name: 'Set Times' }).click()
  const closes = page.getByLabel('Closes')
  const save = page.getByRole('button', { name: 'Save Times' })
  await expect(closes).toHaveAttribute('max', '9999-12-31T23:59')
  await closes.focus()
  await page.keyboard.type('1130')
  await page.keyboard.press('Enter')
  await expect(closes).toHaveAttribute('aria-invalid', 'true')
  await expect(closes).toHaveAccessibleDescription('Enter the whole date and time.')
  await closes.fill('9999-11-30T18:00')
  await expect(closes).toHaveAccessibleDescription('The year is from 2000 to 9998.')
  await closes.fill('2030-11-30T18:00')
  await expect(closes).not.toHaveAttribute('aria-invalid')

  const theirs = { opensAt: null, closesAt: '2031-01-01T12:00:00.000Z', message: 'Theirs' }
  await portal.asAdmin('PUT', '/cart/ordering-window', theirs)
  await save.click()
  await expect(page.getByText(/^Somebody else set other times meanwhile: closes /)).toBeVisible()
  expect(await portal.asAdmin('GET', '/cart/confirm-disabled')).toMatchObject(theirs)
  await save.click()
  await expect(page.getByText('Times saved')).toBeVisible()
})
