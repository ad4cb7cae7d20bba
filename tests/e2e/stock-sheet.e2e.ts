import { expect, expectSoundAt, signIn, test } from './fixtures.ts'
import type { Page } from '@playwright/test'
import type { StockItem } from '#src/contract/records.ts'

/** Pastes as the keyboard does. */
async function paste(page: Page, text: string) {
  await page.evaluate((copied) => {
    const data = new DataTransfer()
    data.setData('text/plain', copied)
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}
/** Goes on by Tab until the control has the focus. */
async function tabTo(page: Page, name: string | RegExp, role: 'button' | 'textbox' = 'button') {
  const wanted = page.getByRole(role, { name })
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 400; presses++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${String(name)}.`)
}

test('300 names are pasted into an empty stock by keyboard on a narrow screen, counted by an .xlsx file, and undone', async ({
  page,
  portal,
}) => {
  const stock = () => portal.asAdmin<StockItem[]>('GET', '/inventorys/inventory')
  await page.setViewportSize({ width: 320, height: 800 })
  await signIn(page, portal, portal.admin)
  await expect(page.getByRole('heading', { name: 'Paste your list' })).toBeVisible()
  await expectSoundAt(page, [320])

  await tabTo(page, 'Cells of your list', 'textbox')
  const names = Array.from(
    { length: 300 },
    (_, n) => `Item ${n + 1}\t${n + 1}\ttubes\tShelf A${n % 9}`,
  )
  await paste(
    page,
    ['Stock of October', 'Item\tQuantity\tUnit\tPlace', ...names, '\t45,150'].join('\n'),
  )
  await expect(
    page.getByRole('heading', { name: /^These arrived\. 301 rows pasted/ }),
  ).toBeFocused()
  const save = page.getByRole('button', { name: 'Save 301 rows' })
  await expect(save).toHaveAccessibleDescription(
    '1 row is wrong. Nothing is saved before it is right.',
  )
  expect(await stock()).toEqual([])
  await expectSoundAt(page, [320, 768, 1440])
  await page.setViewportSize({ width: 320, height: 800 })

  // A sum is left out, a wrong number is mended in its place.
  await tabTo(page, 'Leave out row 303')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: /^Wrong/ })).toHaveCount(0)
  await tabTo(page, 'Save 300 rows')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved: 300 items added', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/inventoryadp$/)
  expect(await stock()).toHaveLength(300)

  // A search finds a place.
  await page.getByLabel('Search items or places').fill('shelf a7')
  await expect(page.getByRole('listitem').filter({ hasText: 'Item 8' }).first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Item 9', exact: true })).toHaveCount(0)

  await page.getByRole('link', { name: 'Stock sheet' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the stock sheet' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Stock sheet.xlsx')
  const path = await download.path()
  // What arrives or is given meanwhile is taken into account.
  const [first] = await stock()
  await portal.asAdmin('PATCH', `/inventorys/inventory/${first?._id}`, {
    rev: first?.rev,
    itemQuantity: 41,
  })
  const { Workbook } = await import('exceljs')
  const workbook = new Workbook()
  await workbook.xlsx.readFile(path)
  const sheet = workbook.worksheets[0]
  expect(sheet?.getCell('B2').value).toBe(1)
  if (sheet) {
    sheet.getCell('B2').value = 3
    sheet.getCell('B3').value = '2 boxes'
    sheet.getCell('D4').value = 'Yard'
    for (const cell of ['B5', 'B6']) sheet.getCell(cell).value = 'many'
  }
  const buffer = Buffer.from(await workbook.xlsx.writeBuffer())
  const file = { name: 'count.xlsx', mimeType: 'application/octet-stream', buffer }
  await page.setInputFiles('input[type=file]', { ...file, buffer: buffer.subarray(0, 900) })
  await expect(page.getByText('This file cannot be read')).toBeVisible()
  const choosing = page.waitForEvent('filechooser')
  await tabTo(page, 'Choose a file')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(file)
  await expect(page.getByText('300 rows are read. Say what their numbers mean.')).toBeVisible()
  await expectSoundAt(page, [320, 1440])
  await page.getByRole('radio', { name: /This is on the shelf/ }).press('Space')
  await expect(
    page.getByRole('heading', { name: /^This is on the shelf\. Stock sheet of/ }),
  ).toBeVisible()
  const wrong = page.getByLabel('Quantity, row 3')
  await expect(wrong).toHaveAccessibleDescription('“2 boxes” is not a number.')
  await wrong.fill('5')
  // It stays in its place while it is being mended.
  await expect(wrong).toBeFocused()
  // So does what is pressed next.
  await page.getByRole('button', { name: 'Leave out row 5' }).click()
  await expect(page.getByRole('heading', { name: /^Wrong 1/ })).toBeVisible()
  const last = page.getByLabel('Quantity, row 6')
  await last.fill('5')
  for (const control of [last, page.getByRole('button', { name: 'Leave out row 6' })])
    await control.press('Tab')
  await expect(page.getByRole('heading', { name: /^Wrong/ })).toHaveCount(0)
  await expect(page.getByText('3 items change.', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Save 3 rows' }).press('Enter')
  await expect(page.getByText('Saved: 3 items changed')).toBeVisible()
  const byName = async (name: string) => (await stock()).find(({ itemName }) => itemName === name)
  expect((await byName('Item 1'))?.itemQuantity).toBe(43)
  expect((await byName('Item 2'))?.itemQuantity).toBe(5)
  expect((await byName('Item 3'))?.place).toBe('Yard')

  await page.keyboard.press('Alt+z')
  await expect(page.getByText('Undone: 3 items are as before', { exact: true })).toBeVisible()
  expect((await byName('Item 1'))?.itemQuantity).toBe(41)

  // The ledger shows large numbers whole.
  await page.setViewportSize({ width: 320, height: 800 })
  for (const itemQuantity of [123_456, 999_999]) {
    const { rev, _id } = (await byName('Item 1')) ?? {}
    await portal.asAdmin('PATCH', `/inventorys/inventory/${_id}`, { rev, itemQuantity })
  }
  await page.getByRole('button', { name: 'History of Item 1', exact: true }).click()
  const cells = page.getByRole('table', { name: 'Changes of Item 1' }).getByRole('cell')
  await expect(cells.filter({ hasText: '9,99,999' }).first()).toBeVisible()
  // The rule of its chart has its times.
  await expect(page.getByRole('dialog').locator('svg text').first()).toBeVisible()
  const cut = await cells.evaluateAll((all) =>
    all.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
  )
  expect(cut).toEqual([])
})
