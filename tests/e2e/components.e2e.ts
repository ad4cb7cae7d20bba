import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  type Portal,
  signIn,
  test,
} from './fixtures.ts'

/** The shop, with Gaffer Tape in the cart. */
async function fillCart(page: Page, portal: Portal) {
  await portal.addItems({ 'Gaffer Tape': 5 })
  await signIn(page, portal, await portal.addClub('Drama Club'))
  await page
    .getByRole('spinbutton', { name: /Gaffer Tape/ })
    .first()
    .fill('2')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
}

async function openCart(page: Page, portal: Portal) {
  await fillCart(page, portal)
  await page.getByRole('button', { name: 'View Cart' }).last().click()
}

/** An administrator's view of an order of Gaffer Tape. */
async function openOrder(page: Page, portal: Portal) {
  const ids = await portal.addItems({ 'Gaffer Tape': 5 })
  const club = await portal.addClub('Drama Club')
  await portal.placeOrder(club, [{ item_id: ids['Gaffer Tape'], ordered_quantity: 2 }])
  await signIn(page, portal, portal.admin, '/orders')
  await page.getByRole('link', { name: /View Order/ }).click()
  return page.getByRole('button', { name: 'Delete Gaffer Tape' })
}

const DELETION = '**/cart/**'
const said = (page: Page, text: string) => page.getByRole('status').getByText(text)

test.describe('a dialog', () => {
  test('takes the focus, gives it back on Escape, and leaves', async ({ page, portal }) => {
    const opener = await openOrder(page, portal)
    await opener.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' })
    await expect(dialog.locator(':focus')).toHaveCount(1)
    await dialog.getByRole('button', { name: 'Yes, Delete' }).focus()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('stays while something is under way, and says why it failed', async ({ page, portal }) => {
    const answer = Promise.withResolvers<void>()
    await page.route(DELETION, async (route) => {
      if (route.request().method() !== 'DELETE') return route.fallback()
      await answer.promise
      return route.fulfill({ status: 500, body: '' })
    })
    await (await openOrder(page, portal)).click()
    const dialog = page.getByRole('dialog')
    const confirm = dialog.getByRole('button', { name: 'Yes, Delete' })
    await confirm.click()
    await expect(confirm).toHaveAttribute('aria-busy', 'true')
    await page.keyboard.press('Escape')
    await page.mouse.click(10, 400)
    await expect(dialog).toBeVisible()
    answer.resolve()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  })

  test('closes by a press on the overlay, not by a drag that ends there', async ({
    page,
    portal,
  }) => {
    await openCart(page, portal)
    await page.getByRole('button', { name: 'Add Custom Item' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Add Custom Item' })
    const name = dialog.getByLabel('Item name')
    await expect(name).toBeFocused()
    await name.hover()
    await page.mouse.down()
    await page.mouse.move(10, 400)
    await page.mouse.up()
    await expect(dialog).toBeVisible()
    await page.mouse.click(10, 400)
    await expect(page.locator('dialog')).toHaveCount(0)
  })
})

test.describe('a message', () => {
  test.beforeEach(({ page }) => page.clock.install())

  test('is said in a status region and goes after two seconds', async ({ page, portal }) => {
    await fillCart(page, portal)
    await expect(said(page, 'Added to Cart')).toBeVisible()
    // Real time counts too, so a busy machine needs some of the two seconds.
    await page.clock.runFor(1_000)
    await expect(said(page, 'Added to Cart')).toBeVisible()
    await page.clock.runFor(1_300)
    await expect(said(page, 'Added to Cart')).toHaveCount(0)
  })

  test('offers Undo for eight seconds, and waits while the focus is on it', async ({
    page,
    portal,
  }) => {
    await openCart(page, portal)
    const remove = page.getByRole('button', { name: 'Remove Gaffer Tape' })
    await remove.click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.clock.runFor(20_000)
    await expect(undo).toBeVisible()
    await undo.press('Enter')
    await expect(remove).toBeVisible()

    await remove.click()
    await page.clock.runFor(7_500)
    await expect(undo).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(undo).toHaveCount(0)
  })
})

test('every target of a screen is large enough for a finger', async ({ portal, browser }) => {
  for (const [width, smallest] of [
    [320, 44],
    [1_280, 24],
  ] as const) {
    const context = await browser.newContext({
      viewport: { width, height: 800 },
      hasTouch: width === 320,
      baseURL: portal.url,
    })
    const page = await context.newPage()
    await portal.addItems({ [`Brush ${width}`]: 5 })
    await signIn(page, portal, portal.admin)
    for (const path of ['/inventoryadp', '/items', '/orders']) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      const small = await page.evaluate((least) => {
        const all = [...document.querySelectorAll('main a, main button, main input, main select')]
        return all.flatMap((element) => {
          // A label, and the whole of a lever, can be pressed too.
          const pressed =
            element.closest('label') ?? (element.role === 'switch' && element.parentElement)
          const box = (pressed || element).getBoundingClientRect()
          const isSmall = box.width > 1 && Math.min(box.width, box.height) < least
          return isSmall && !element.closest('p') ? [element.textContent || element.ariaLabel] : []
        })
      }, smallest)
      expect(small, `${path} at ${width} px`).toEqual([])
    }
    await context.close()
  }
})

test('the keyboard skips the navigation, and a press outside closes Our Legacy', async ({
  page,
}) => {
  await page.goto('/inventory')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()

  const link = page.getByRole('link', { name: 'StuCCAn' })
  await page.getByRole('button', { name: 'Our Legacy' }).click()
  await expect(link).toBeVisible()
  await page.getByRole('heading', { level: 1 }).click()
  await expect(link).toBeHidden()
})

test('with forced colours the edge of a button can be seen', async ({ page, portal }) => {
  const opener = await openOrder(page, portal)
  await page.emulateMedia({ forcedColors: 'active' })
  const edged = (name: string) =>
    expect(page.getByRole('button', { name })).toHaveCSS('border-style', 'solid')
  await edged('Save Changes')
  await opener.click()
  for (const name of ['Cancel', 'Yes, Delete']) await edged(name)
})

test('a screen that cannot be shown says so', async ({ page, portal }) => {
  const item = { _id: 'item', itemName: {}, itemQuantity: 1, itemStatus: 'enabled', rev: 1 }
  await page.route('**/inventorys/inventory', (route) =>
    route.fulfill({ json: [item], headers: { etag: 'W/"epoch.1"' } }),
  )
  await signIn(page, portal, portal.admin)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeVisible()
  await expectAccessible(page)
  for (const width of [320, 768, 1_280]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoSidewaysScroll(page)
  }
})
