import { resolve } from 'node:path'
import { type Page, test } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'

const client = resolve(import.meta.dirname, '../../client')

let server: Bun.Server<undefined>
/** The address of the page of all states. It is served as it is: no server of ours is needed to look at components. */
let states = ''

test.beforeAll(async () => {
  const { outputs } = await Bun.build({
    entrypoints: [`${client}/kitchen-sink/index.html`],
    target: 'browser',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    publicPath: '/',
  })
  const files = new Map(outputs.map((file) => [file.path.replace(/^\.?\//, ''), file]))
  server = Bun.serve({
    port: 0,
    fetch: ({ url }) =>
      new Response(files.get(new URL(url).pathname.slice(1)) ?? files.get('index.html')),
  })
  states = server.url.href
})
test.afterAll(() => server.stop(true))
test.beforeEach(({ page }) => open(page))

async function open(page: Page) {
  await page.goto(states)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

const widths = [320, 768, 1280]
const dialogs = ['Delete an item', 'Delete, failed', 'Add Custom Item', 'Structure', 'View Cart']

for (const width of widths)
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 }, hasTouch: width < 800 })

    test('every component can be used by everybody and nothing sticks out', async ({ page }) => {
      if (width >= 640) await page.getByRole('button', { name: 'Our Legacy' }).click()
      await expectAccessible(page, width === 320)
      await expectNoSidewaysScroll(page)
    })

    test('the pages for what is missing or broken can be used by everybody', async ({ page }) => {
      for (const [address, heading] of [
        ['?not-found', 'Nothing stands here'],
        ['?error', 'Unexpected Application Error!'],
      ] as const) {
        await page.goto(states + address)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expectAccessible(page, width === 320)
        await expectNoSidewaysScroll(page)
      }
      await expect(page.getByText('500 Internal Server Error')).toBeVisible()
    })

    test('every dialog can be used by everybody', async ({ page }) => {
      for (const name of dialogs) {
        await page.getByRole('button', { name, exact: true }).click()
        await expect(page.getByRole('dialog')).toHaveCSS('opacity', '1')
        await expectAccessible(page, width === 320)
        await expectNoSidewaysScroll(page)
        await page.keyboard.press('Escape')
        await expect(page.locator('dialog')).toHaveCount(0)
      }
    })

    test('every target is large enough for a finger', async ({ page }) => {
      const smallest = width < 800 ? 44 : 24
      const small = await page.evaluate((smallest) => {
        const boxes = [...document.querySelectorAll('a, button, input, select')].map((element) => {
          // A label, and the whole of a lever, can be pressed too.
          const pressed =
            element.closest('label') ?? (element.role === 'switch' && element.parentElement)
          const { width, height } = (pressed || element).getBoundingClientRect()
          return {
            name: element.textContent || element.ariaLabel,
            width,
            height,
            text: element.closest('p'),
          }
        })
        return boxes.filter(
          ({ width, height, text }) => width > 1 && !text && Math.min(width, height) < smallest,
        )
      }, smallest)
      expect(small).toEqual([])
    })
  })

test.describe('a dialog', () => {
  test('takes the focus, gives it back on Escape, and leaves', async ({ page }) => {
    const opener = page.getByRole('button', { name: 'Delete an item' })
    await opener.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Yes, Delete' }).last()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog')).toHaveCount(0)
    await expect(opener).toBeFocused()
  })

  test('closes by a press on the overlay, not by a drag that ends there', async ({ page }) => {
    await page.getByRole('button', { name: 'Add Custom Item' }).click()
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

  test('stays while something is under way', async ({ page }) => {
    await page.getByRole('button', { name: 'Delete, under way' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('button', { name: 'Yes, Delete' })).toHaveAttribute(
      'aria-busy',
      'true',
    )
    await page.keyboard.press('Escape')
    await page.mouse.click(10, 400)
    await dialog.getByRole('button', { name: 'Yes, Delete' }).click()
    await expect(dialog).toBeVisible()
  })

  test('holds the page behind still', async ({ page }) => {
    await page.getByRole('button', { name: 'Structure' }).click()
    const before = await page.evaluate(() => scrollY)
    await page.mouse.move(10, 400)
    await page.mouse.wheel(0, 600)
    await page.keyboard.press('Escape')
    await expect(page.locator('dialog')).toHaveCount(0)
    expect(await page.evaluate(() => scrollY)).toBe(before)
    await page.mouse.wheel(0, 600)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before)
  })
})

test.describe('a toast', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await open(page)
  })
  const said = (page: Page, text: string) => page.getByRole('status').getByText(text)

  test('is said in a status region and goes after two seconds', async ({ page }) => {
    await page.getByRole('button', { name: 'Say “Added to Cart”' }).click()
    await expect(said(page, 'Added to Cart')).toBeVisible()
    // Real time counts too, so a busy machine needs some of the two seconds.
    await page.clock.runFor(1_000)
    await expect(said(page, 'Added to Cart')).toBeVisible()
    await page.clock.runFor(1_300)
    await expect(said(page, 'Added to Cart')).toHaveCount(0)
  })

  test('offers Undo for eight seconds, and waits while the focus is on it', async ({ page }) => {
    const remove = page.getByRole('button', { name: 'Remove Gaffer Tape', exact: true }).last()
    await remove.click()
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.focus()
    await page.clock.runFor(20_000)
    await expect(undo).toBeVisible()
    await undo.press('Enter')
    await expect(said(page, 'Gaffer Tape is back')).toBeVisible()
    await expect(remove).toBeFocused()
    await page.clock.runFor(2_500)
    await expect(said(page, 'Gaffer Tape')).toHaveCount(0)

    await remove.click()
    await page.clock.runFor(7_500)
    await expect(undo).toBeVisible()
    await page.clock.runFor(1_000)
    await expect(undo).toHaveCount(0)
  })

  test('is heard and can be pressed while a dialog is open', async ({ page }) => {
    await page.getByRole('button', { name: 'Add Custom Item' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(dialog.getByRole('status').getByText('Added to Cart')).toBeVisible()
  })
})

test('the navigation lets the keyboard skip to the content', async ({ page }) => {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('a disabled button can be reached, says why, and does nothing', async ({ page }) => {
  const button = page.getByRole('button', { name: 'Confirm Order' })
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expect(button).toHaveAccessibleDescription(
    'Ordering is closed. Your cart is kept on this device.',
  )
  await button.focus()
  await expect(button).toBeFocused()
})

test('with forced colours the edge of a button can be seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  for (const name of ['Save Changes', 'Discard', 'Yes, Delete', 'Confirm Order'])
    await expect(page.getByRole('button', { name }).first()).toHaveCSS('border-style', 'solid')
})

test('with text twice as large nothing is cut off', async ({ page }) => {
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expect(page.getByRole('button', { name: 'Our Legacy' })).toBeInViewport({ ratio: 1 })
  const [nav, title] = await Promise.all([
    page.getByRole('banner').first().boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ])
  expect((nav?.y ?? 0) + (nav?.height ?? 0)).toBeLessThan(title?.y ?? 0)
  await expectNoSidewaysScroll(page)
})
