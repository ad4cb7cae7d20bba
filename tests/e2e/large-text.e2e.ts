import type { Page } from '@playwright/test'
import { expect, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'

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

const SCREENS = ['/inventoryadp', '/orders', '/items', '/customitems', '/orderwiseitem']

/** A person's own setting, which media queries follow, and a style sheet of theirs, which they do not. */
const WAYS = ['the setting of the browser', 'a style sheet'] as const

for (const way of WAYS)
  test(`text twice as large by ${way} fits every screen of 640 px`, async ({
    portal,
    playwright,
    launchOptions,
  }) => {
    const ids = await portal.addItems({ 'Gaffer Tape': 6, 'Brush Round 4': 10 })
    const club = await portal.addClub('Drama and Photography Club')
    await portal.placeOrder(club, [
      { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
      { itemName: 'Chromakey green background cloth', ordered_quantity: 2 },
    ])
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        ...(way === WAYS[0] ? ['--blink-settings=defaultFontSize=32'] : []),
      ],
    })
    const page = await browser.newPage({
      viewport: { width: 640, height: 900 },
      baseURL: portal.url,
    })
    const look = async () => {
      if (way === WAYS[1])
        await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
      await expect(page.locator('html')).toHaveCSS('font-size', '32px')
      // a table measures anew, a frame later, whether it must scroll
      await expect.poll(() => findCutOff(page), { message: page.url() }).toEqual([])
      await expectNoSidewaysScroll(page)
    }

    await page.goto('/inventory')
    await look()
    await signIn(page, portal, club)
    await page.getByRole('heading', { name: 'Gaffer Tape' }).waitFor()
    await page.getByRole('button', { name: 'Your Orders' }).click()
    await page.getByRole('table').waitFor()
    await look()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL('**/inventory')

    await signIn(page, portal, portal.admin)
    for (const screen of SCREENS) {
      if (screen === '/orderwiseitem') {
        await page.goto('/orders')
        await page.getByRole('link', { name: /View Order/ }).click()
      } else await page.goto(screen)
      const content =
        screen === '/inventoryadp' ? page.getByRole('listitem') : page.getByRole('row')
      await content.nth(1).waitFor()
      await look()
    }
    await browser.close()
  })

test('with letters twice as large the words of a timeline keep clear of its pictures on a phone', async ({
  portal,
  playwright,
  launchOptions,
}) => {
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'],
  })
  const page = await browser.newPage({
    viewport: { width: 320, height: 640 },
    baseURL: portal.url,
  })
  await page.goto('/treedesign?param=stuccan')
  await expect(page.locator('html')).toHaveCSS('font-size', '32px')
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
