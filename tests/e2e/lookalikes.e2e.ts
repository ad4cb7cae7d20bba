/** What an administrator can tell apart that looks alike: clubs of one name, and the addresses behind links. */
import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'
import { openBoard, openMore } from './support-board.ts'

const HONEST = 'film-club@institute-of-technology.example'
const STRANGER = 'film.club@mail.example'

/** The last letter but one is Cyrillic. */
const LOOKALIKE = 'https://shop.ex\u0430mple/felt'
const LONG = `https://${'a-very-long-name-of-a-shop.'.repeat(4)}example/felt`

async function sees(page: Page, text: string) {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

test('clubs of one name differ by address, and links by their host', async ({ page, portal }) => {
  // High enough that the bar with `Save Changes` covers no field.
  const look = () => expectSoundAt(page, [320, 768, 1440], 1_600)
  const honest = await portal.addClub('Film Club', HONEST)
  const stranger = await portal.addClub('Film Club', STRANGER)
  await portal.placeOrder(honest, [{ itemName: 'Black felt', ordered_quantity: 1 }])
  await portal.placeOrder(stranger, [
    { itemName: 'Gold leaf', ordered_quantity: 9, link: LOOKALIKE },
    { itemName: 'Silver leaf', ordered_quantity: 9, link: LONG },
  ])
  await signIn(page, portal, portal.admin, '/orders')
  await sees(page, HONEST)
  await sees(page, STRANGER)
  await look()
  await page.getByRole('button', { name: `Delete the cart of Film Club, ${STRANGER}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete cart' })
  await expect(dialog).toContainText(`This deletes the order of Film Club (${STRANGER})`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: `View Order of Film Club, ${STRANGER}` }).click()
  await expect(page.getByText(`${STRANGER} · 2 items, 0 of 18 given`)).toBeVisible()
  const seesHosts = async () => {
    await sees(page, 'shop.xn--exmple-4nf')
    await sees(page, new URL(LONG).hostname)
    await expect(page.getByRole('link', { name: /^View Link/ }).first()).toBeVisible()
    await look()
  }
  await seesHosts()
  await page.goto(`${portal.url}/customitems`)
  await seesHosts()
})

const WIDTHS = [320, 768, 1440]
const SHORT = 'films@mail.example'

/** Three clubs that could be one another, and one that could not, each with five brushes asked for. */
async function fillBoard(portal: Portal) {
  const { Brush } = await portal.addItems({ Brush: 40, Rope: 9 })
  const clubs = [
    await portal.addClub('Film Club', HONEST),
    await portal.addClub('Film\u00a0Club', STRANGER),
    await portal.addClub('Film', SHORT),
    await portal.addClub('Quiz Club'),
  ]
  const lines: string[] = []
  for (const club of clubs)
    lines.push(
      ...Object.values(await portal.placeOrder(club, [{ item_id: Brush, ordered_quantity: 5 }])),
    )
  return lines
}

const LABELS = [`Film Club (${HONEST})`, `Film Club (${STRANGER})`, `Film (${SHORT})`]

test('clubs that could be one another stand with their addresses', async ({ page, portal }) => {
  const lines = await fillBoard(portal)
  await openBoard(page, portal)
  const plank = (name: string) => page.getByRole('button', { name: `Select ${name}`, exact: true })
  for (const [at, label] of LABELS.entries()) {
    await expect(page.getByRole('columnheader', { name: `${label}: 0 of 5 given` })).toBeVisible()
    const address = [HONEST, STRANGER, SHORT][at] ?? ''
    await expect(plank(label).getByText(address)).toBeVisible()
    await expect(plank(label)).toHaveAttribute('title', new RegExp(`\\(${address}\\)$`))
  }
  await expect(plank('Quiz Club')).toHaveText('Quiz')
  const waiting = page.waitForEvent('download')
  await openMore(page)
  await page.getByRole('button', { name: 'Download Excel' }).click()
  const { Workbook } = await import('exceljs')
  const workbook = new Workbook()
  await workbook.xlsx.readFile(await (await waiting).path())
  const heads = JSON.stringify(workbook.getWorksheet('Given')?.getRow(1).values)
  const asRead = heads.replace('\u00a0', ' ')
  expect(JSON.parse(asRead)).toEqual([null, 'Item', ...LABELS, 'Quiz Club'])

  await page
    .getByRole('gridcell', { name: /^Film Club .*, Brush:/ })
    .first()
    .click()
  for (const label of LABELS) {
    await expect(page.locator('[role=gridcell]:focus')).toHaveAccessibleName(
      `${label}, Brush: 0 of 5 given, 40 on the shelf`,
    )
    await expect(page.getByRole('group', { name: `Give ${label}` })).toBeVisible()
    await sees(page, label)
    await page.keyboard.press('ArrowRight')
  }
  await expect(page.getByRole('group', { name: 'Give Quiz Club' })).toBeVisible()
  await expectSoundAt(page, WIDTHS)

  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('link', { name: /^Brush/ }).click()
  for (const label of LABELS) {
    await sees(page, label)
    await expect(page.getByRole('group', { name: `Give Brush for ${label}` })).toBeVisible()
  }
  await expectSoundAt(page, [320], 1_600)

  await portal.holdDecisions(true)
  for (const [at, _id] of lines.entries()) await portal.decide({ _id, allotted_quantity: at + 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${portal.url}/orders`)
  await page.getByRole('button', { name: 'Announce to 4 clubs' }).click()
  const dialog = page.getByRole('dialog', { name: /^Announce 4 decisions/ })
  await expect(
    dialog.getByRole('checkbox', { name: `Film Club ${STRANGER} 1`, exact: true }),
  ).toBeChecked()
  await expect(dialog.getByRole('list', { name: `What Film (${SHORT}) will read` })).toBeVisible()
  await expectSoundAt(page, WIDTHS, 800, 'dialog')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${portal.url}/history`)
  for (const [at, label] of LABELS.entries())
    await expect(page.getByText(`gave ${label} ${at + 1} Brush`, { exact: true })).toBeVisible()
  await expect(page.getByText('gave Quiz Club 4 Brush', { exact: true })).toBeVisible()
  const filter = page.getByRole('combobox', { name: 'Club' })
  await filter.selectOption({ label: `Film Club (${STRANGER})` })
  await expect(
    page.getByText(`gave Film Club (${STRANGER}) 2 Brush`, { exact: true }),
  ).toBeVisible()
  await expect(page.getByText(`gave Film Club (${HONEST})`)).toHaveCount(0)
  await expectSoundAt(page, WIDTHS)
})
