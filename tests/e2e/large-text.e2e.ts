import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, type Portal, signIn, test } from './fixtures.ts'

/** Controls and words that stand out of the page at either side, where nothing scrolls to them: they would be cut off. */
const findCutOff = (page: Page) =>
  page.evaluate(() => {
    const isCutOff = (element: Element) => {
      const { left, right, width } = element.getBoundingClientRect()
      const sticksOut = left < -1 || right > document.documentElement.clientWidth + 1
      return sticksOut && width > 1 && !element.closest('[data-scrolls], .sr')
    }
    return [
      ...document.querySelectorAll('main :is(a, button, input, select, h1, h2, h3, p, th, td)'),
    ]
      .filter((element) => element.checkVisibility() && isCutOff(element))
      .map((element) => `${element.tagName} ${element.textContent || element.ariaLabel}`)
  })

/** Looks at every screen of the portal, as a club and as the administrator. `enlarge` runs on each. */
async function lookAtScreens(page: Page, portal: Portal, enlarge = async () => {}) {
  const ids = await portal.addItems({ 'Gaffer Tape': 6, 'Brush Round 4': 10 })
  const club = await portal.addClub('Drama and Photography Club')
  await portal.placeOrder(club, [
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
    { itemName: 'Chromakey green background cloth', ordered_quantity: 2 },
  ])
  await page.setViewportSize({ width: 640, height: 900 })
  const look = async () => {
    await enlarge()
    await expect(page.locator('html')).toHaveCSS('font-size', '32px')
    // a table measures anew, a frame later, whether it must scroll
    await expect.poll(() => findCutOff(page), { message: page.url() }).toEqual([])
    await expectNoSidewaysScroll(page)
  }
  await page.goto('/inventory')
  await page.getByLabel('Email').waitFor()
  await look()
  await signIn(page, portal, club)
  await page.getByRole('heading', { name: 'Gaffer Tape' }).waitFor()
  await page.getByRole('button', { name: 'Your Orders' }).click()
  await page.getByRole('table').waitFor()
  await look()
  await signIn(page, portal, portal.admin)
  for (const screen of ['/inventoryadp', '/items', '/customitems', '/orders', '/orderwiseitem']) {
    if (screen === '/orderwiseitem') await page.getByRole('link', { name: /View Order/ }).click()
    else if (screen !== '/inventoryadp') await page.goto(screen)
    const content = screen === '/inventoryadp' ? page.getByRole('listitem') : page.getByRole('row')
    await content.nth(1).waitFor()
    await look()
  }
}

test('text twice as large by a style sheet fits every screen of 640 px', ({ portal, page }) =>
  lookAtScreens(page, portal, () =>
    page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%')),
  ))

// unlike a style sheet, it changes media queries too
test('text twice as large by the setting of the browser fits', async ({
  portal,
  playwright,
  launchOptions,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  const page = await browser.newPage({ baseURL: portal.url })
  await lookAtScreens(page, portal)

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/treedesign?param=stuccan')
  const entries = page.getByRole('main').getByRole('article')
  await expect(entries).toHaveCount(13)
  const covered = await entries.evaluateAll((articles) =>
    articles.flatMap((article) => {
      const picture = article.lastElementChild?.getBoundingClientRect()
      return [...article.querySelectorAll('h2, p, a')].filter((words) => {
        const { right, bottom } = words.getBoundingClientRect()
        return picture && right > picture.left && bottom > picture.top
      })
    }),
  )
  expect(covered).toHaveLength(0)
  expect(await findCutOff(page)).toEqual([])
  await expectNoSidewaysScroll(page)
  await browser.close()
})
