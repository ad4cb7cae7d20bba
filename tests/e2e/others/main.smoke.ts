import { expect, type Page, test as plain } from '@playwright/test'
import { findProgram, findWebKit } from '#scripts/servers.ts'
import { signIn, startPortal, test } from '../fixtures.ts'
import { type Hand, walk } from './smoke.ts'
import { withWebKit } from './webkit.ts'

const handOf = (page: Page): Hand => ({
  open: (address) => page.goto(address),
  async read(look, given) {
    const read = () => page.evaluate(look as (given: unknown) => never, given)
    // A read that a navigation interrupts is made on the page that follows.
    return await read().catch(async (error: unknown) => {
      if (!String(error).includes('context was destroyed')) throw error
      await page.waitForLoadState()
      return read()
    })
  },
  resize: (width, height) => page.setViewportSize({ width, height }),
  async press(...chords) {
    for (const chord of chords) await page.keyboard.press(chord)
  },
  clickAt: (x, y) => page.mouse.click(x, y),
})

const inFirefox = findProgram('firefox-esr') === null ? test.skip : test
const inWebKit = findWebKit() === null ? plain.skip : plain

inFirefox('Firefox: a club orders, an administrator answers on the board', ({ page, portal }) =>
  walk(handOf(page), portal),
)

// Firefox keeps a module that failed as failed.
inFirefox(
  'Firefox: a screen that could not be loaded opens when it can',
  async ({ page, portal }) => {
    await signIn(page, portal, portal.admin)
    await page.route('**/assets/HistoryPage-*', (route) => route.abort())
    await page.getByRole('link', { name: 'History', exact: true }).first().click()
    await expect(page.getByText(/cannot be loaded now/)).toBeVisible()
    await page.unroute('**/assets/HistoryPage-*')
    await expect(page.getByRole('heading', { name: 'History', level: 1 })).toBeVisible()
  },
)

inWebKit('WebKit: a club orders, an administrator answers on the board', async () => {
  const portal = await startPortal()
  try {
    await withWebKit((hand) => walk(hand, portal))
  } finally {
    await portal.close()
  }
})
