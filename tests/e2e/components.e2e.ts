import type { Page } from '@playwright/test'
import { expect, expectSoundAt, signIn, test } from './fixtures.ts'

const WIDTHS = [1_280, 768, 320]

test('a dialog keeps the focus, waits, and says why it failed', async ({ page, portal }) => {
  const answer = Promise.withResolvers<void>()
  await page.route('**/cart/**', async (route) => {
    if (route.request().method() !== 'DELETE') return route.fallback()
    await answer.promise
    return route.fulfill({ status: 500, body: '' })
  })
  const ids = await portal.addItems({ 'Gaffer Tape': 5 })
  const club = await portal.addClub('Drama Club')
  await portal.placeOrder(club, [{ item_id: ids['Gaffer Tape'], ordered_quantity: 2 }])
  await signIn(page, portal, portal.admin, '/orders')
  await page.getByRole('link', { name: /View Order/ }).click()
  const opener = page.getByRole('button', { name: 'Delete Gaffer Tape' })
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' })
  const confirm = dialog.getByRole('button', { name: 'Yes, Delete' })
  const cancel = dialog.getByRole('button', { name: 'Cancel' })
  await page.emulateMedia({ forcedColors: 'active' })
  const edge = ['border-style', 'solid'] as const
  await expect(page.getByRole('button', { name: 'Save Changes' })).toHaveCSS(...edge)
  await opener.press('Enter')
  await expect(dialog.locator(':focus')).toHaveCount(1)
  for (const button of [confirm, cancel]) await expect(button).toHaveCSS(...edge)
  await page.emulateMedia({ forcedColors: 'none' })
  await confirm.focus()
  await page.keyboard.press('Shift+Tab')
  await expect(cancel).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()

  // Safari: a press of the mouse takes the focus away and gives it to nobody
  await page.evaluate(() =>
    addEventListener('mousedown', (event) => {
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }),
  )
  await opener.click()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0)
  await expect(opener).toBeFocused()

  await opener.click()
  await confirm.click()
  await expect(confirm).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  await page.mouse.click(10, 400)
  await expect(dialog).toBeVisible()
  answer.resolve()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectSoundAt(page, [1_280], 800, 'dialog')
})

test('a message lasts two seconds, and Undo eight', async ({ page, portal }) => {
  await page.clock.install()
  await portal.addItems({ 'Gaffer Tape': 5 })
  await signIn(page, portal, await portal.addClub('Drama Club'))
  await page
    .getByRole('spinbutton', { name: /Gaffer Tape/ })
    .first()
    .fill('2')
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  const added = page.getByRole('status').getByText('Added to Cart')
  await expect(added).toBeVisible()
  // Real time counts too, so a busy machine needs some of the two seconds.
  await page.clock.runFor(1_000)
  await expect(added).toBeVisible()
  await page.clock.runFor(1_300)
  await expect(added).toHaveCount(0)

  await page.getByRole('button', { name: 'View Cart' }).last().click()
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

/** The controls of a screen that are smaller than `least` pixels. */
const findSmall = (page: Page, least: number) =>
  page.evaluate((size) => {
    const all = [...document.querySelectorAll('main a, main button, main input, main select')]
    return all.flatMap((element) => {
      // A label, and the whole of a lever, can be pressed too.
      const pressed =
        element.closest('label') ?? (element.role === 'switch' && element.parentElement)
      const box = (pressed || element).getBoundingClientRect()
      const isSmall = box.width > 1 && Math.min(box.width, box.height) < size
      return isSmall && !element.closest('p') ? [element.textContent || element.ariaLabel] : []
    })
  }, least)

for (const [width, least, hasTouch] of [
  [320, 44, true],
  [1_280, 24, false],
] as const)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch })
    test(`the keyboard skips the navigation, and every target of a screen has at least ${least} px`, async ({
      page,
      portal,
    }) => {
      await page.goto('/register')
      const box = await page.getByRole('link', { name: 'Sign in' }).boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(least)
      await page.keyboard.press('Tab')
      const skip = page.getByRole('link', { name: 'Skip to content' })
      await expect(skip).toBeFocused()
      await expect(skip).toBeInViewport()
      await page.keyboard.press('Enter')
      await expect(page.locator('main')).toBeFocused()
      await portal.addItems({ [`Brush ${width}`]: 5 })
      await signIn(page, portal, portal.admin)
      for (const path of ['/inventoryadp', '/items', '/orders']) {
        if (path !== '/inventoryadp') await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
        expect(await findSmall(page, least), path).toEqual([])
      }
    })
  })

test('accented letters come from the font of the page', async ({ page, portal }) => {
  await page.goto(`${portal.url}/register`)
  const widths = await page.evaluate(async () => {
    await document.fonts.load('40px Hanken')
    const context = document.createElement('canvas').getContext('2d')
    return ['monospace', 'serif'].map((other) => {
      if (context) context.font = `40px Hanken, ${other}`
      return context?.measureText('Mâché, naïve, piñata, Zürich, Ørsted, Œuvre').width
    })
  })
  expect(widths[0]).toBe(widths[1])
})

test('a screen that cannot be shown says so', async ({ page, portal }) => {
  const code = '**/assets/HistoryPage-*.js'
  await page.route(code, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export default () => { throw new Error('broken') }",
    }),
  )
  await signIn(page, portal, portal.admin, '/history')
  await expect(
    page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' }),
  ).toBeVisible()
  await expectSoundAt(page, WIDTHS)
  await page.unroute(code)
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible()
})
