import type { Page } from '@playwright/test'
import { Workbook } from 'exceljs'
import type { OrderingState } from '#src/contract/frames.ts'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'

const WIDTHS = [320, 768, 1440]

const tape = (page: Page, name: string) => page.getByText(`Edition: ${name}`, { exact: true })
const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).first()
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

const currentOf = async (portal: Portal) =>
  (await portal.asAdmin<OrderingState>('GET', '/cart/confirm-disabled')).edition
const rename = (portal: Portal, name: string) =>
  portal.asAdmin('PATCH', '/cart/editions/current', { name })
/** Answers the change. */
const end = async (portal: Portal, next: string) =>
  portal.asAdmin<{ batch: string }>('POST', '/cart/editions/end', {
    edition: (await currentOf(portal))._id,
    next,
    leftovers: 'shelf',
  })

/** What the sheets of a spreadsheet say. */
async function readSheets(path: string): Promise<Record<string, unknown[][]>> {
  const book = new Workbook()
  await book.xlsx.readFile(path)
  return Object.fromEntries(
    book.worksheets.map((sheet) => [
      sheet.name,
      sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? [row.slice(1)] : [])),
    ]),
  )
}

test('OASIS 2026 ends, a club orders again for APOGEE 2027, and the end of that is taken back', async ({
  page,
  portal,
  openPage,
}) => {
  test.setTimeout(120_000)
  const ids = await portal.addItems({ 'Gaffer Tape': 20, Canvas: 4, Foil: 9 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 8 },
    { item_id: ids.Canvas, ordered_quantity: 4 },
    { item_id: ids.Foil, ordered_quantity: 3 },
    { itemName: 'Mirror Sheet', ordered_quantity: 2 },
  ])
  await portal.decide(
    { _id: lines['Gaffer Tape'], allotted_quantity: 5, status: 'Ready' },
    { _id: lines.Canvas, status: 'Rejected', remarks: 'None left.' },
    { _id: lines['Mirror Sheet'], allotted_quantity: 1 },
  )
  const phone = await openPage()
  await phone.setViewportSize({ width: 320, height: 800 })
  await signIn(phone, portal, club)
  await expect(tape(phone, 'First edition')).toBeVisible()
  await phone.getByRole('button', { name: 'Your Orders' }).click()

  // The name, by keyboard; every page follows.
  await signIn(page, portal, portal.admin, '/editions')
  await expect(page).toHaveTitle(/^Editions/)
  await page.getByRole('button', { name: 'Rename' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('OASIS 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'OASIS 2026' })).toBeVisible()
  await expect(tape(phone, 'OASIS 2026')).toBeVisible()
  for (const fact of ['1 clubs', '4 lines', '1 lines undecided', '5 things ready'])
    await expect(page.getByRole('link', { name: `${fact}: show them` })).toBeVisible()
  await expectSoundAt(page, WIDTHS)

  // What is held back stands against the end, until it is announced.
  await portal.holdDecisions(true)
  await portal.decide({ _id: lines['Gaffer Tape'], allotted_quantity: 1 })
  await page.getByRole('link', { name: '1 decisions held back: show them' }).waitFor()
  await page.getByRole('link', { name: 'End this edition' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'End OASIS 2026' })).toBeFocused()
  const finish = page.getByRole('button', { name: /^End OASIS 2026, begin/ })
  await expect(finish).toHaveAccessibleDescription('1 decision is held back.')
  await expectSoundAt(page, WIDTHS)
  await page.getByRole('button', { name: /^Announce to 1 club/ }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Announce/ })
    .click()
  await expect(finish).not.toHaveAttribute('aria-disabled')

  const other = await openPage()
  await signIn(other, portal, portal.admin, '/editions/end')
  await other.getByText('7 things are given and not handed over.').waitFor()

  await finish.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toContainText(
    'Say where the things are.',
  )
  await page.getByLabel('In the store room').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('6 things go back to the shelf.')).toBeVisible()
  await page.getByLabel('Name of the next edition').focus()
  await page.keyboard.type('oasis 2026')
  await page.keyboard.press('Enter')
  await expect(page.getByText('An edition is called oasis 2026 already.').first()).toBeVisible()
  await page.getByLabel('Name of the next edition').fill('APOGEE 2027')
  await page.keyboard.press('Enter')

  // It has ended: here, on the page of an administrator who was slower, and on the phone.
  await expect(
    said(page, 'OASIS 2026 has ended. 6 things went back to the shelf. APOGEE 2027 has begun'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'APOGEE 2027' })).toBeVisible()
  await expect(other.getByRole('alert')).toContainText(
    /OASIS 2026 has ended already\s*You ended it at \d\d:\d\d\. The current edition is APOGEE 2027\./,
  )
  await expect(tape(phone, 'APOGEE 2027')).toBeVisible()
  const downloading = page.waitForEvent('download')
  await rowOf(page, 'OASIS 2026')
    .getByRole('button', { name: /^Download Excel/ })
    .click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Editions OASIS 2026.xlsx')
  const { Lines: listed, Demand: demand } = await readSheets(await download.path())
  const who = ['Drama Club', 'Test Coordinator']
  expect(listed?.slice(1)).toEqual([
    [...who, 'Canvas', 4, 0, 0, 'Rejected', 'None left.', ''],
    [...who, 'Foil', 3, 0, 0, 'No decision', '', ''],
    [...who, 'Gaffer Tape', 8, 6, 0, '6 went back to the shelf', '', ''],
    [...who, 'Mirror Sheet', 2, 1, 0, '1 not handed over', '', ''],
  ])
  expect(demand).toContainEqual(['Gaffer Tape', 1, 8, 6, 0])
  await other.getByRole('link', { name: 'Show the editions' }).click()
  await expect(other.getByText('the end of OASIS 2026 can be undone.')).toBeVisible()
  await other.getByRole('link', { name: 'Show it in the history' }).click()
  await expect(other.getByRole('button', { name: /^Undo.*ended OASIS 2026/ })).toBeVisible()
  await expectSoundAt(page, WIDTHS)

  // The club reads its earlier order on the phone and orders it again. Canvas is not offered any more.
  await expect(
    phone.getByRole('heading', { name: 'Nothing is ordered yet for APOGEE 2027' }),
  ).toBeVisible()
  await portal.asAdmin('PATCH', `/inventorys/inventory/${ids.Canvas}`, {
    rev: 1,
    itemStatus: 'disabled',
  })
  await expect(phone.getByRole('heading', { name: 'Canvas' })).toHaveCount(0)
  await phone.getByRole('button', { name: /^OASIS 2026 4 lines, ended today/ }).click()
  await expect(rowOf(phone, 'Foil')).toContainText('No decision')
  await expect(rowOf(phone, 'Gaffer Tape')).toContainText('6 went back to the shelf')
  await phone.getByRole('button', { name: /^Order again/ }).click()
  await expect(said(phone, '3 of 4 items are in your cart.')).toBeVisible()
  await expect(phone.getByText('Canvas, 4 It cannot be ordered now.')).toBeVisible()
  await expectSoundAt(phone, WIDTHS)
  await phone.setViewportSize({ width: 320, height: 800 })
  await portal.switchOrdering(false)
  await phone.getByRole('button', { name: 'View Cart' }).first().click()
  await phone.getByRole('button', { name: 'Confirm Order' }).click()
  await phone.getByRole('button', { name: 'Place order of 13 pieces' }).click()
  await expect(said(phone, 'Order Placed')).toBeVisible()
  await expect(phone.getByRole('table', { name: 'Lines of your orders' })).toContainText('Foil')
  // Your Orders is open: nobody has to be told where the order is.
  await expect(phone.getByText(/^Order of 13 pieces placed/)).toHaveCount(0)
  const canUndo = page.getByText('Until something is ordered for')
  await expect(canUndo).toHaveCount(0)

  // An item's ledger compares its editions.
  await other.goto(`${portal.url}/inventoryadp`)
  await expect(tape(other, 'APOGEE 2027')).toBeVisible()
  await other.getByRole('button', { name: /Gaffer Tape.*history|History.*Gaffer Tape/i }).click()
  const compared = other.getByRole('table', { name: 'Demand by edition' }).getByRole('row')
  await expect(compared).toHaveText([
    /^Edition/,
    /^APOGEE 2027 *1 *8 *0 *0$/,
    /^OASIS 2026 *1 *8 *6 *0$/,
  ])
  await expectSoundAt(other, WIDTHS, 800, 'dialog')

  // The end of OASIS 2026 stays, for a club has ordered since; that of APOGEE 2027 is taken back.
  await other.goto(`${portal.url}/history`)
  await expect(other.getByText('ended OASIS 2026 and began')).toHaveCount(0)
  await other.getByLabel('Edition', { exact: true }).selectOption('OASIS 2026')
  await other
    .getByRole('listitem')
    .filter({ hasText: 'ended OASIS 2026 and began APOGEE 2027' })
    .getByRole('button', { name: /^Undo/ })
    .click()
  await other.getByRole('button', { name: 'Undo the end of OASIS 2026' }).click()
  await expect(said(other, 'Cannot undo: ')).toContainText('Drama Club')
  await page.getByRole('link', { name: 'End this edition' }).click()
  await page.getByLabel('Name of the next edition').fill('OASIS 2027')
  await page.keyboard.press('Enter')
  await expect(tape(phone, 'OASIS 2027')).toBeVisible()
  await expect(said(page, 'APOGEE 2027 has ended')).toBeVisible()
  await page.keyboard.press('Alt+Z')
  await expect(
    said(page, 'APOGEE 2027 is the current edition again. Ordering is closed.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'APOGEE 2027' })).toBeVisible()
  await expect(tape(phone, 'APOGEE 2027')).toBeVisible()
  await expect(phone.getByRole('table', { name: 'Lines of your orders' })).toContainText('Foil')
})

test('a cart that was filled for an ended edition asks, and is never sent by itself', async ({
  page,
  portal,
}) => {
  const { 'Gaffer Tape': tapeId } = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await rename(portal, 'OASIS 2026')
  await signIn(page, portal, club)
  const item = page.getByRole('listitem').filter({ hasText: 'Gaffer Tape' })
  await item.getByRole('spinbutton').fill('3')
  await item.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  const sent: unknown[] = []
  await page.route('**/cart/add-items', (route) => {
    sent.push(route.request().postDataJSON())
    return route.abort()
  })
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  await page.getByRole('button', { name: 'Place order of 3 pieces' }).click()
  await expect.poll(() => sent.length).toBe(1)
  await page.getByRole('button', { name: 'Keep editing' }).click()
  const oasis = await currentOf(portal)
  expect(sent).toMatchObject([{ edition: oasis._id }])

  await end(portal, 'APOGEE 2027')
  await portal.switchOrdering(false)
  await page.unroute('**/cart/add-items')
  page.on('request', (request) => {
    if (request.url().endsWith('/cart/add-items')) sent.push(request.postDataJSON())
  })
  const question = said(page, 'This cart was filled for OASIS 2026.')
  await expect(question).toContainText('Keep it for APOGEE 2027?')
  await expect(question).toContainText('Its order of 3 pieces')
  await page.reload()
  await expect(said(page, 'Open it to keep it or to empty it.')).toBeVisible()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await expect(question).toBeVisible()
  const confirm = page.getByRole('button', { name: 'Confirm Order' })
  await expect(confirm).toHaveAccessibleDescription('Answer the question first.')
  await expectSoundAt(page, WIDTHS)
  expect(sent).toHaveLength(1)

  await page.getByRole('button', { name: 'Keep it for APOGEE 2027' }).click()
  await expect(question).toHaveCount(0)
  await confirm.click()
  await page.getByRole('button', { name: 'Place order of 3 pieces' }).click()
  await expect(said(page, 'Order Placed')).toBeVisible()
  const { _id: edition } = await currentOf(portal)
  expect(sent[1]).toMatchObject({ edition, items: [{ item_id: tapeId, ordered_quantity: 3 }] })

  // Emptied, it is gone for good.
  await item.getByRole('spinbutton').fill('2')
  await item.getByRole('button', { name: 'Add to Cart' }).click()
  await end(portal, 'OASIS 2027')
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Empty the cart' }).click()
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('what an administrator typed for an ended edition is kept, and comes back with it', async ({
  page,
  portal,
}) => {
  const ids = await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 3 },
    { itemName: 'Felt', ordered_quantity: 1 },
  ])
  await signIn(page, portal, portal.admin, `/orderwiseitem?club=${club.id}`)
  const remark = page.getByRole('combobox', { name: 'Remarks on Felt' })
  await remark.fill('From the shop at the gate')
  const { batch } = await end(portal, 'APOGEE 2027')
  const words = '1 row you edited is gone: deleted, or of an edition that has ended.'
  await expect(page.getByText(words)).toBeVisible()
  // Nothing was deleted: no row is struck through.
  await expect(rowOf(page, 'Felt')).toHaveCount(0)
  await portal.asAdmin('POST', `/cart/history/${batch}/undo`)
  await expect(remark).toHaveValue('From the shop at the gate')
  await expect(page.getByText(words)).toHaveCount(0)

  await page.goto(`${portal.url}/board`)
  await page.getByRole('gridcell', { name: /^Drama Club, Gaffer Tape/ }).click()
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  const again = await end(portal, 'APOGEE 2028')
  await expect(page.getByText(words)).toBeVisible()
  await page.reload()
  await expect(page.getByText(words)).toBeVisible()
  await portal.asAdmin('POST', `/cart/history/${again.batch}/undo`)
  await expect(page.getByText('1 change in Gaffer Tape for 1 club')).toBeVisible()
})
