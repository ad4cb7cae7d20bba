import type { Locator, Page } from '@playwright/test'
import { expect, signIn, test } from './fixtures.ts'

/** Walks with Tab alone until the element has the focus, which must then be visible. */
async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport()
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never came to ${target}.`)
}

async function press(page: Page, target: Locator, key = 'Enter') {
  await target.waitFor()
  await tabTo(page, target)
  await page.keyboard.press(key)
}

async function type(page: Page, target: Locator, text: string) {
  await target.waitFor()
  await tabTo(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

test.use({ viewport: { width: 320, height: 640 } })

test('everything is done with the keyboard alone, at 320 px', async ({
  portal,
  page,
  openPage,
}) => {
  await portal.addItems({ 'Brush Round 4': 10, 'Gaffer Tape': 6, 'Foam Board 5 mm': 3 })
  const club = await portal.addClub('Drama Club')

  await page.goto('/inventory')
  await type(page, page.getByLabel('Email'), club.email)
  await type(page, page.getByLabel('Password', { exact: true }), club.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/inventoryuser')
  // a screen reader begins here, and nothing can be pressed
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeFocused()
  await expect(title).toHaveCSS('outline-style', 'none')

  await type(page, page.getByRole('searchbox', { name: 'Search items' }), 'tape')
  await expect(page.getByRole('heading', { name: 'Brush Round 4' })).toHaveCount(0)
  const quantity = page.getByRole('group', { name: 'Quantity of Gaffer Tape' })
  await tabTo(page, quantity.getByRole('spinbutton'))
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await press(page, page.getByRole('button', { name: 'Add to Cart' }))
  await press(page, page.getByRole('button', { name: 'View Cart' }))
  const cart = page.getByRole('dialog', { name: /Cart/ })
  await expect(cart).toBeVisible()
  await press(page, cart.getByRole('button', { name: 'Confirm Order' }))
  const confirm = page.getByRole('dialog', { name: 'Confirm Order' })
  await press(page, confirm.getByRole('button', { name: /Place order of 2 pieces/ }))
  await expect(page.getByText('Order Placed')).toBeVisible()
  await expect(confirm).toBeHidden()

  const admin = await openPage()
  await admin.goto('/inventory')
  await type(admin, admin.getByLabel('Email'), portal.admin.email)
  await type(admin, admin.getByLabel('Password', { exact: true }), portal.admin.password)
  await admin.keyboard.press('Enter')
  await admin.waitForURL('**/inventoryadp')
  await press(admin, admin.getByRole('link', { name: /View All Orders/ }))
  await press(admin, admin.getByRole('link', { name: /View Order of Drama Club/ }))
  await admin.waitForURL(/\/orderwiseitem\?club=/)

  const row = admin.getByRole('row').filter({ hasText: 'Gaffer Tape' })
  await row.waitFor()
  await tabTo(admin, row.getByRole('spinbutton'))
  await admin.keyboard.press('ArrowUp')
  await tabTo(admin, row.getByRole('combobox', { name: /Status/ }))
  await admin.keyboard.type('Ready')
  await type(admin, row.getByRole('combobox', { name: /Remarks/ }), 'One now, one tomorrow.')
  await press(admin, admin.getByRole('button', { name: 'Save Changes' }))
  await expect(row.getByRole('spinbutton')).toHaveValue('0')

  await press(page, page.getByRole('button', { name: 'Your Orders' }))
  const mine = page
    .getByRole('table', { name: 'Your Orders' })
    .getByRole('row')
    .filter({ hasText: 'Gaffer Tape' })
  await expect(mine).toContainText('Ready for Pickup')
  await press(page, mine.getByRole('button', { name: /Remarks/ }))
  await expect(page.getByRole('dialog', { name: 'Remarks' })).toContainText(
    'One now, one tomorrow.',
  )
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(mine.getByRole('button', { name: /Remarks/ })).toBeFocused()

  const downloading = admin.waitForEvent('download')
  await admin.evaluate(() => document.querySelector('h1')?.focus())
  await press(admin, admin.getByRole('button', { name: 'Download Excel' }))
  expect((await downloading).suggestedFilename()).toBe('Drama Club.xlsx')

  await press(admin, admin.getByRole('link', { name: /Back to Orders/ }))
  await press(admin, admin.getByRole('link', { name: /Back to Home/ }))
  await press(admin, admin.getByRole('switch', { name: 'Orders Enabled' }), 'Space')
  await expect(page.getByText(/Ordering is closed/).first()).toBeVisible()
})

test('what has the focus is never under the head of a table', async ({
  portal,
  page,
  browserName,
}) => {
  const names = Array.from({ length: 25 }, (_, at) => `Brush Round ${at}`)
  await portal.addItems(Object.fromEntries(names.map((name) => [name, 1])))
  await page.setViewportSize({ width: 1_440, height: 620 })
  await signIn(page, portal, portal.admin, '/items')
  await expect(page.locator('tbody input')).toHaveCount(25)
  await page.locator('tbody input').last().focus()
  const head = page.getByRole('rowgroup').first()
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Shift+Tab')
    const { under, height } = await head.evaluate((element) => {
      const { top, height } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
      return { under: element.getBoundingClientRect().bottom - top, height }
    })
    // Firefox scrolls only to what is wholly hidden.
    expect(under).toBeLessThan(browserName === 'firefox' ? height : 1)
  }
})
