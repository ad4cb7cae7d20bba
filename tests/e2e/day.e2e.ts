import type { Page } from '@playwright/test'
import ExcelJS from 'exceljs'
import {
  ADMIN_SCREENS,
  expect,
  expectSoundAt,
  type Portal,
  signIn,
  signInByForm,
  test,
} from './fixtures.ts'

/** The rows of a downloaded sheet, opened again by the library that wrote it. */
async function readSheet(page: Page): Promise<{ fileName: string; rows: unknown[][] }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Excel' }).click()
  const download = await downloading
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.readFile(await download.path())
  const rows: unknown[][] = []
  workbook.worksheets[0]?.eachRow((row) => {
    rows.push((row.values as unknown[]).slice(1))
  })
  return { fileName: download.suggestedFilename(), rows }
}

async function register(page: Page, portal: Portal, email: string) {
  await page.goto('/inventory')
  await page.getByRole('link', { name: 'Register' }).click()
  await page.getByLabel('Email ID').fill(email)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/^12 characters or more\./)
  // what is wrong is said before a code is mailed
  const phone = page.getByLabel('Phone Number')
  await phone.fill('98765')
  await password.fill('abcd')
  await page.getByRole('button', { name: 'Get OTP At Email' }).click()
  await expect(phone).toHaveAccessibleDescription(/7 to 15 digits/)
  await expect(password).toHaveAccessibleDescription(/12 characters or more/)
  await phone.fill('')
  await password.fill('')
  await page.getByRole('button', { name: 'Get OTP At Email' }).click()
  await expect(page.getByText('OTP sent to your email.').first()).toBeVisible()
  const { code } = await portal.smtp.waitForMail(email)
  const codeField = page.getByLabel('Verification Code')
  await codeField.fill(code === '000000' ? '000001' : '000000')
  await page.getByLabel('Co-ordinator Name').fill('Test Coordinator')
  await page.getByLabel('Club Name').fill('Photography Club')
  await phone.fill('+91 00000 00002')
  await password.fill('a-long-enough-passphrase')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await expect(codeField).toHaveAttribute('aria-invalid', 'true')
  await expect(codeField).toHaveAccessibleDescription('Invalid or expired verification code.')
  await codeField.fill(code ?? 'no code came')
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.waitForURL('**/inventory')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByText('Registration successful!').first()).toBeVisible()
}

type Browsers = { portal: Portal; page: Page; openPage: () => Promise<Page> }

async function orderAndDecide({ portal, page, openPage }: Browsers) {
  await portal.addItems({ 'Brush Round 4': 10, 'Gaffer Tape': 6, 'Brush Flat 2': 3 })
  const email = 'photography@clubs.example'
  await register(page, portal, email)
  await signInByForm(page, { email, password: 'a-long-enough-passphrase' })
  await expect(page.getByText('Welcome, Photography Club')).toBeVisible()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()

  // the club fills its cart: two of the list, one of its own
  const round = page.getByRole('group', { name: 'Quantity of Brush Round 4' })
  await round.getByRole('button', { name: 'One more' }).click()
  await round.getByRole('button', { name: 'One more' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Brush Round 4' })
    .getByRole('button', { name: 'Add to Cart' })
    .click()
  await expect(page.getByText('Added to Cart')).toBeVisible()
  await page
    .getByRole('group', { name: 'Quantity of Gaffer Tape' })
    .getByRole('spinbutton')
    .fill('8')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Gaffer Tape' })
    .getByRole('button', { name: 'Add to Cart' })
    .click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Add Custom Item' }).click()
  const custom = page.getByRole('dialog', { name: 'Add Custom Item' })
  await custom.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(custom.getByText('Item name and quantity are required')).toBeVisible()
  const name = custom.getByLabel('Item name')
  await expect(name).toHaveAccessibleDescription('Enter the name of the item.')
  await name.fill('=Neon "Markers"')
  await custom.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(name).not.toHaveAttribute('aria-invalid')
  await expect(custom.getByLabel('Quantity')).toHaveAccessibleDescription(
    'Enter how many you need.',
  )
  await custom.getByLabel('Quantity').fill('1.5')
  await custom.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(custom.getByLabel('Quantity')).toHaveAccessibleDescription(/whole number/)
  await custom.getByLabel('Quantity').fill('3')
  await custom.getByLabel('Link').fill('https://shop.example/markers')
  await custom.getByRole('button', { name: 'Add to Cart' }).click()

  // an administrator looks on from another browser
  const admin = await openPage()
  await signIn(admin, portal, portal.admin)
  await admin.getByRole('link', { name: /View All Orders/ }).click()
  await admin.waitForURL('**/orders')

  await page.getByRole('button', { name: 'Confirm Order' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm Order' })
  await expect(confirm).toContainText('3 items, 13 pieces')
  await confirm.getByRole('button', { name: 'Place order of 13 pieces' }).click()
  await expect(page.getByText('Order Placed')).toBeVisible()

  // the order arrives without a reload; the administrator answers it
  await expect(admin.getByRole('row').filter({ hasText: 'Photography Club' })).toBeVisible()
  await admin.getByRole('link', { name: /View Order/ }).click()
  await admin.waitForURL(/\/orderwiseitem\?club=/)
  await expect(admin.getByRole('heading', { name: 'Photography Club' })).toBeVisible()
  await page.getByRole('button', { name: 'Your Orders' }).click()
  const mine = page.getByRole('table', { name: 'Your Orders' })
  await expect(mine.getByRole('row').filter({ hasText: 'Gaffer Tape' })).toContainText('Pending')

  const row = admin.getByRole('row').filter({ hasText: 'Gaffer Tape' })
  await row.getByRole('button', { name: 'Add the missing 8 of Gaffer Tape' }).click()
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row.getByText('Only 6 left of Gaffer Tape.')).toBeVisible()
  // its key pad has a minus: units can be taken back
  await expect(row.getByRole('spinbutton')).toHaveAttribute('inputmode', 'text')
  await row.getByRole('spinbutton').fill('6')
  await row.getByRole('combobox', { name: /Status/ }).selectOption({ label: 'Ready for Pickup' })
  await row.getByRole('combobox', { name: /Remarks/ }).fill('At the store room, after five.')
  await admin.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row.getByRole('spinbutton')).toHaveValue('0')

  const answered = mine.getByRole('row').filter({ hasText: 'Gaffer Tape' })
  await expect(answered).toContainText('Ready for Pickup')
  await answered.getByRole('button', { name: /Remarks/ }).click()
  await expect(page.getByRole('dialog', { name: 'Remarks' })).toContainText(
    'At the store room, after five.',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  // the sheet that the administrator takes to the store room
  const order = await readSheet(admin)
  expect(order.fileName).toBe('Photography Club.xlsx')
  expect(order.rows[0]).toEqual([
    'Item Name',
    'Items Required',
    'Given Quantity',
    'Remarks',
    'Link',
  ])
  expect(order.rows).toContainEqual([
    'Gaffer Tape',
    8,
    6,
    'At the store room, after five.',
    expect.anything(),
  ])
  expect(order.rows.flat()).toContain('=Neon "Markers"')

  // ordering is switched off and on: the club's page follows
  await admin.getByRole('link', { name: /Back to Orders/ }).click()
  await admin.getByRole('link', { name: /Back to Home/ }).click()
  const lever = admin.getByRole('switch', { name: 'Orders Enabled' })
  await lever.click()
  await expect(page.getByText(/Ordering is closed/).first()).toBeVisible()
  const turned = admin.getByRole('status').filter({ hasText: 'Orders Disabled' })
  await turned.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText(/Ordering is closed/)).toHaveCount(0)

  // stock that is disabled leaves the club's list, and the analysis adds up
  await expect(page.getByRole('heading', { name: 'Brush Flat 2' })).toBeVisible()
  await admin.getByRole('button', { name: 'Edit Brush Flat 2' }).click()
  await admin.getByRole('dialog').getByRole('checkbox').uncheck()
  await admin.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Brush Flat 2' })).toHaveCount(0)

  await admin.getByRole('link', { name: /Inventory Items Analysis/ }).click()
  await admin.waitForURL('**/items')
  await expect(admin.getByRole('row').filter({ hasText: 'Gaffer Tape' })).toBeVisible()
  const items = await readSheet(admin)
  expect(items.fileName).toBe('inventory_items.xlsx')
  expect(items.rows[0]).toEqual([
    'Item Name',
    'Available Quantity',
    'Total Ordered Quantity',
    'Total Allotted Quantity',
  ])
  expect(items.rows).toContainEqual(['Gaffer Tape', 0, 8, 6])

  await admin.goto('/customitems')
  await expect(admin.getByRole('row').filter({ hasText: 'Neon' })).toBeVisible()
  const demand = await readSheet(admin)
  expect(demand.fileName).toBe('external_inventory_items.xlsx')
  expect(demand.rows).toEqual([
    ['Item Name', 'Total Ordered Quantity'],
    ['=Neon "Markers"', 3],
  ])
}

test('a club orders, an administrator decides, both see it at once', ({ portal, page, openPage }) =>
  orderAndDecide({ portal, page, openPage }))

test.describe('beside a translator and an extension', () => {
  test.use({ guests: true })
  test('the same day goes on', ({ portal, page, openPage }) =>
    orderAndDecide({ portal, page, openPage }))
})

test('the session ends after an hour, and the cart stays', async ({ portal, page }) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await page.clock.install()
  /** Signs in; answers the device token that the browser sends, and the one that it is given. */
  async function enter() {
    const answer = page.waitForResponse(/\/users\/login$/)
    await signInByForm(page, club)
    const { device } = (await (await answer).json()) as { device: string }
    return [(await answer).request().headers()['device-token'], device]
  }
  const [unknown, first] = await enter()
  expect(unknown).toBeUndefined()
  await page
    .getByRole('group', { name: 'Quantity of Gaffer Tape' })
    .getByRole('spinbutton')
    .fill('2')
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.clock.fastForward('59:30')
  await expect(page.getByText(/session ends/i).first()).toBeVisible()
  await page.clock.fastForward('00:40')
  await page.waitForURL('**/inventory')
  await expect(page.getByText('Your session has expired.').first()).toBeVisible()
  const left = await page.evaluate(() => [
    localStorage.getItem('token'),
    localStorage.getItem('user'),
  ])
  expect(left).toEqual([null, null])

  const [known, second] = await enter()
  expect(known).toBe(first)
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await expect(
    page
      .getByRole('group', { name: 'Quantity of Gaffer Tape in the cart' })
      .getByRole('spinbutton'),
  ).toHaveValue('2')

  // also after a sign-out the browser proves that it has signed in before
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/inventory')
  expect((await enter())[0]).toBe(second)
})

test('a browser that keeps nothing says so at the sign-in, and works for the page', async ({
  portal,
  page,
}) => {
  await portal.addItems({ 'Gaffer Tape': 6 })
  const club = await portal.addClub('Drama Club')
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError')
    }
  })
  await page.goto('/inventory')
  await expect(page.getByText(/^This browser keeps nothing for this site/)).toBeVisible()
  await page.getByLabel('Email').fill(portal.admin.email)
  await page.getByLabel('Password', { exact: true }).fill(portal.admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toContainText('Administrators need a browser that lets')
  await signInByForm(page, club)
  await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('button', { name: 'View Cart' }).first().click()
  await page.getByRole('button', { name: 'Confirm Order' }).click()
  await page.getByRole('button', { name: 'Place order of 1 piece' }).click()
  await expect(page.getByText('Order Placed')).toBeVisible()
})

test('every guarded screen sends those away who may not see it', async ({ portal, page }) => {
  const club = await portal.addClub('Music Club')
  for (const [person, paths] of [
    [null, ['/inventoryuser', ...ADMIN_SCREENS]],
    [club, ADMIN_SCREENS],
    [portal.admin, ['/inventoryuser']],
  ] as const) {
    if (person) await signIn(page, portal, person)
    for (const path of paths) {
      await page.goto(path)
      await page.waitForURL('**/inventory')
      await expect(page.getByRole('heading', { name: 'Inventory', level: 1 })).toBeVisible()
    }
  }
})

test('every screen is sound at any width', async ({ portal, page }) => {
  const WIDTHS = [320, 768, 1280]
  /** So tall that no bar covers half of a button: a person scrolls, axe reports it as too small. */
  const HEIGHT = 1_600
  const ids = await portal.addItems({
    'Brush Round 4': 10,
    'Acrylic primer for outdoor backdrops, matt, white, 20 litres': 3,
  })
  const club = await portal.addClub(
    'Society for Regional Film, Theatre, Puppetry and Street Performance',
  )
  await portal.placeOrder(club, [
    { item_id: ids['Brush Round 4'], ordered_quantity: 4 },
    { itemName: 'Neon Markers', ordered_quantity: 2, link: 'https://shop.example/' },
  ])
  const foreign: string[] = []
  const faults: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(portal.url)) foreign.push(request.url())
  })
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  for (const path of ['/inventory', '/register', '/forgpass']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectSoundAt(page, WIDTHS, HEIGHT)
  }
  await signIn(page, portal, club)
  await expect(page.getByRole('heading', { name: 'Brush Round 4' })).toBeVisible()
  await expectSoundAt(page, WIDTHS, HEIGHT)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await expect(page.getByRole('table', { name: 'Your Orders' })).toBeVisible()
  await expectSoundAt(page, WIDTHS, HEIGHT)
  for (const path of ['/inventoryadp', '/items', '/customitems', '/board', '/history', '/orders']) {
    if (path === '/inventoryadp') await signIn(page, portal, portal.admin)
    else await page.goto(path)
    await expect(
      page
        .getByText(/Brush Round 4|Neon Markers|Society for Regional/)
        .filter({ visible: true })
        .first(),
    ).toBeVisible()
    await expectSoundAt(page, WIDTHS, HEIGHT)
  }
  await page.getByRole('link', { name: /View Order/ }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Neon Markers' })).toBeVisible()
  await expectSoundAt(page, WIDTHS, HEIGHT)
  expect(foreign).toEqual([])
  expect(faults).toEqual([])
})
