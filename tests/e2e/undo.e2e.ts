import type { Page } from '@playwright/test'
import type { OrderLine } from '#src/contract/records.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectSoundAt,
  type Person,
  type Portal,
  signIn,
  test,
} from './fixtures.ts'
import { findCovered } from './covered.ts'

const WIDTHS = [320, 768, 1440]

/** A club's order of six Gaffer Tape and two Glue, of which five each are on the shelf. */
async function orderTape(portal: Portal) {
  const ids = await portal.addItems({ 'Gaffer Tape': 5, Glue: 5 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 6 },
    { item_id: ids.Glue, ordered_quantity: 2 },
  ])
  return { club, lines }
}

async function openOrder(page: Page, portal: Portal) {
  await signIn(page, portal, portal.admin)
  await page.getByRole('link', { name: /View All Orders/ }).click()
  await page.getByRole('link', { name: /View Order/ }).click()
  await page.getByRole('button', { name: 'Save Changes' }).waitFor()
}

const rowOf = (page: Page, item: string) => page.getByRole('row').filter({ hasText: item })
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })
const undoIn = (page: Page) => page.getByRole('button', { name: 'Undo' })

/** Writes a remark on a row and gives it units, then saves. */
async function decide(page: Page, item: string, units: number, remark: string) {
  const row = rowOf(page, item)
  await row.getByRole('spinbutton').fill(String(units))
  await row.getByRole('combobox', { name: /Remarks/ }).fill(remark)
  await page.getByRole('button', { name: 'Save Changes' }).click()
}

const readLines = (portal: Portal, club: Person) =>
  portal.asAdmin<OrderLine[]>('GET', `/cart/cart-items-user/${club.id}`)
const lineOf = async (portal: Portal, club: Person, item: string) =>
  (await readLines(portal, club)).find(({ itemName }) => itemName === item)

test('a decision is taken back, given again and kept, by keyboard', async ({ page, portal }) => {
  const { club } = await orderTape(portal)
  // So tall that no bar covers half of a control: a person scrolls, axe reports it as too small.
  await page.setViewportSize({ width: 320, height: 1_600 })
  await openOrder(page, portal)
  const row = rowOf(page, 'Gaffer Tape')
  await row.getByRole('spinbutton').focus()
  await page.keyboard.type('3')
  const remark = row.getByRole('combobox', { name: /Remarks/ })
  await remark.focus()
  await page.keyboard.type('At the store room')
  const save = page.getByRole('button', { name: 'Save Changes' })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(said(page, 'Saved 1 change')).toContainText('Alt+Z')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  expect(await findCovered(page)).toEqual([])

  // a draft of another row outlives the undo, which also works from the field that is being filled
  const other = rowOf(page, 'Glue').getByRole('combobox', { name: /Remarks/ })
  await other.focus()
  await page.keyboard.type('Tomorrow')
  await page.keyboard.press('Alt+z')
  await expect(said(page, '1 decision undone')).toBeVisible()
  await expect(remark).toHaveValue('')
  await expect(other).toHaveValue('Tomorrow')
  await expect(other).toBeFocused()
  expect(await lineOf(portal, club, 'Gaffer Tape')).toMatchObject({
    allotted_quantity: 0,
    remarks: '',
  })

  await page.keyboard.press('Alt+z')
  await expect(remark).toHaveValue('At the store room')
  await expect(said(page, '1 decision undone')).toHaveCount(1)
  expect(await lineOf(portal, club, 'Gaffer Tape')).toMatchObject({ allotted_quantity: 3 })
})

test('Undo waits ten seconds, longer under focus or pointer', async ({ page, portal }) => {
  await orderTape(portal)
  await page.clock.install()
  await openOrder(page, portal)
  await decide(page, 'Glue', 2, '')
  await expect(undoIn(page)).toBeVisible()
  await undoIn(page).focus()
  await undoIn(page).hover()
  await page.mouse.move(1, 1)
  await page.clock.runFor(30_000)
  await expect(undoIn(page)).toBeVisible()
  await rowOf(page, 'Glue').getByRole('spinbutton').focus()
  await page.clock.runFor(11_000)
  await expect(undoIn(page)).toHaveCount(0)

  await decide(page, 'Glue', -1, '')
  await expect(undoIn(page)).toBeVisible()
  await page.clock.runFor(8_000)
  await expect(undoIn(page)).toBeVisible()
  await undoIn(page).hover()
  await page.clock.runFor(30_000)
  await expect(undoIn(page)).toBeVisible()
  await page.mouse.move(1, 1)
  await page.clock.runFor(3_000)
  await expect(undoIn(page)).toHaveCount(0)
})

test('a deleted cart and a change of the stock are taken back', async ({ page, portal }) => {
  const { club } = await orderTape(portal)
  await signIn(page, portal, portal.admin, '/orders')
  await page.getByRole('button', { name: /Delete the cart of Drama Club/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete cart' })
  const reason = dialog.getByRole('combobox', { name: 'Reason (optional)' })
  await expect(reason).toHaveAccessibleDescription('The club reads it.')
  await reason.fill('The festival is cancelled')
  await expectAccessible(page, true, 'dialog')
  const sent = page.waitForRequest((request) => request.method() === 'DELETE')
  await dialog.getByRole('button', { name: 'Delete cart' }).click()
  expect(new URL((await sent).url()).searchParams.get('reason')).toBe('The festival is cancelled')
  await expect(said(page, 'Cart of Drama Club deleted')).toBeVisible()
  await expect(rowOf(page, 'Drama Club')).toHaveCount(0)

  await undoIn(page).click()
  await expect(said(page, 'Cart of Drama Club is back')).toBeVisible()
  await expect(rowOf(page, 'Drama Club')).toBeVisible()
  await expect(undoIn(page)).toHaveCount(0)
  expect(await readLines(portal, club)).toHaveLength(2)

  await page.goto(`${portal.url}/inventoryadp`)
  await page.getByRole('heading', { name: 'Gaffer Tape' }).click({ button: 'right' })
  const edit = page.getByRole('dialog', { name: 'Edit item' })
  await edit.getByLabel('Quantity').fill('9')
  await edit.getByRole('button', { name: 'Save' }).click()
  const card = page.getByRole('listitem').filter({ hasText: 'Gaffer Tape' })
  await expect(card).toContainText('9')
  await expect(said(page, 'Saved 1 change')).toBeVisible()
  for (const width of [...WIDTHS, 1280]) {
    await page.setViewportSize({ width, height: 640 })
    await page.getByRole('button', { name: 'Edit Gaffer Tape' }).click()
    await expect(edit).toBeVisible()
    for (const button of ['Save', 'Cancel'])
      expect(await findCovered(page), `at ${width} px`).not.toContain(button)
    await page.keyboard.press('Escape')
    await expect(edit).toBeHidden()
  }
  await page.keyboard.press('Alt+z')
  await expect(said(page, '1 decision undone')).toBeVisible()
  await expect(card).toContainText('5')
})

test('where one row refuses, the rest is undone by keyboard', async ({ page, portal }) => {
  const { club, lines } = await orderTape(portal)
  await page.setViewportSize({ width: 320, height: 800 })
  await openOrder(page, portal)
  for (const item of ['Gaffer Tape', 'Glue'])
    await rowOf(page, item)
      .getByRole('combobox', { name: /Remarks/ })
      .fill('Wait')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(said(page, 'Saved 2 changes')).toBeVisible()
  await portal.decide({ _id: lines.Glue, remarks: 'Come on Monday' })

  await page.keyboard.press('Alt+z')
  const dialog = page.getByRole('dialog', { name: 'Nothing was undone' })
  await expect(dialog).toContainText(
    '1 of the 2 decisions cannot be undone. You can leave it and undo the rest.',
  )
  await expect(dialog.getByRole('listitem')).toHaveText(
    `Drama Club (${club.email}), GlueThe remark was changed since. You changed it last.`,
  )
  await expectSoundAt(page, WIDTHS, 800, 'dialog')
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'Undo the other one' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(said(page, 'Undone, but for 1 row.')).toBeVisible()
  expect(await lineOf(portal, club, 'Gaffer Tape')).toMatchObject({ remarks: '' })
  expect(await lineOf(portal, club, 'Glue')).toMatchObject({ remarks: 'Come on Monday' })

  await page.goto(`${portal.url}/history`)
  const call = page.getByRole('listitem').filter({ hasText: '1 of 2 undone at' })
  const fold = call.getByRole('button', { name: '2 remarks for Drama Club' })
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(call.getByRole('listitem').filter({ hasText: 'Glue' })).toContainText('Not undone')
  await expect(call.getByRole('listitem').filter({ hasText: 'Gaffer Tape' })).not.toContainText(
    'Not undone',
  )
  await expect(call.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expectSoundAt(page, WIDTHS)
})

test('an undo happens once, and says what others took back', async ({ page, portal }) => {
  const { club } = await orderTape(portal)
  await openOrder(page, portal)
  await decide(page, 'Glue', 2, '')
  await expect(undoIn(page)).toBeVisible()
  const keys: (string | undefined)[] = []
  await page.route('**/undo', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await undoIn(page).click()
  await expect(said(page, 'The server cannot be reached.')).toBeVisible()
  await undoIn(page).click()
  await expect(said(page, '1 decision undone')).toBeVisible()
  expect(keys).toEqual([keys[0], keys[0]])
  expect(await lineOf(portal, club, 'Glue')).toMatchObject({ allotted_quantity: 0 })

  await page.getByRole('button', { name: 'Delete Glue' }).click()
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(rowOf(page, 'Glue')).toHaveCount(0)
  await expect(said(page, 'Glue deleted')).toBeVisible()
  await page.keyboard.press('Alt+z')
  await expect(said(page, 'Glue is back')).toBeVisible()
  await expect(rowOf(page, 'Glue')).toBeVisible()

  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await decide(page, 'Glue', 2, '')
  const { batch } = (await (await saved).json()) as { batch: string }
  const undo = page
    .locator('output > [data-type]')
    .filter({ hasText: 'Saved 1 change' })
    .getByRole('button', { name: 'Undo' })
  await expect(undo).toBeVisible()
  await portal.asAdmin('POST', `/cart/history/${batch}/undo`, {})
  await undo.click()
  await expect(said(page, /You undid this at \d\d:\d\d\./)).toBeVisible()

  const remark = rowOf(page, 'Glue').getByRole('combobox', { name: /Remarks/ })
  const suggested = () =>
    remark.evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map(({ value }) => value),
    )
  await remark.focus()
  expect(await suggested()).toEqual([])
  await decide(page, 'Gaffer Tape', 0, 'In the store room, after five')
  await expect(said(page, 'Saved 1 change')).toBeVisible()
  await remark.focus()
  await expect.poll(suggested).toEqual(['In the store room, after five'])
})
