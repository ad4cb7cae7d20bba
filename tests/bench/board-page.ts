/** The board at its full size, for interaction.ts: what is on it comes from here, so that no hundred clubs have to be made first. */
import type { Browser, Page } from '@playwright/test'
import { type Board, inClubOrder } from '#src/contract/board.ts'
import { type Portal, signIn } from '#tests/e2e/fixtures.ts'

const CLUBS = 100
const ITEMS = 300
const LINES = 6_000
const SLOWDOWN = 4
const KEY_GOAL_MS = 50
/** A frame of 60 a second; the browser's clock rounds. */
const FRAME_GOAL_MS = 17
const FIRST_GOAL_MS = 1_000

const WHEN = Date.UTC(2026, 10, 18, 9)

/** 100 clubs that asked for 60 items each. */
export function fullBoard(): Board {
  const items = Array.from({ length: ITEMS }, (_, at) => ({
    _id: `item-${at}`,
    itemName: `Item ${at + 1}`,
    itemQuantity: 100,
    itemStatus: 'enabled' as const,
    rev: 1,
  }))
  const clubs = Array.from({ length: CLUBS }, (_, at) => ({
    user_id: `club-${at}`,
    cart_id: `cart-${at}`,
    clubName: `Club ${String(at + 1).padStart(3, '0')}`,
    cordName: 'Coordinator',
    rev: 1,
    lines: Array.from({ length: LINES / CLUBS }, (__, turn) => {
      const item = (at * 7 + turn * 5) % ITEMS
      return {
        _id: `line-${at}-${item}`,
        item_id: `item-${item}`,
        ordered_quantity: 3 + ((at + turn) % 17),
        allotted_quantity: turn % 3 === 0 ? 0 : 3,
        delivered_quantity: 0,
        status: 'Pending' as const,
        remarks: '',
        ordered_at: new Date(WHEN + at * 60_000).toISOString(),
      }
    }),
  }))
  return { items, clubs: inClubOrder(clubs) }
}

type Times = Window & { keys?: number[]; first?: number }

/** Collects how long each key took to its frame, and when the first cell was in the page after its data. */
function watch() {
  const times: Times = window
  times.keys = []
  const options = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries())
      if (name === 'keydown') times.keys?.push(duration)
  }).observe(options)
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[role=gridcell][data-state]')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      setTimeout(() => {
        const [data] = performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('/cart/board'))
        times.first =
          performance.now() - (data instanceof PerformanceResourceTiming ? data.responseEnd : 0)
      }),
    )
  }).observe(document, { childList: true, subtree: true })
}

const p98 = (times: readonly number[]) =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.98) - 1] ?? 0

/** Presses a key and waits until after the next frame. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 10))),
  )
}

/** Scrolls a little in every frame and answers how long the frames took. */
const scroll = (page: Page, down: number, along: number) =>
  page.evaluate(
    ([y, x]) =>
      new Promise<number[]>((done) => {
        const grid = document.querySelector('[role="grid"]')?.parentElement
        const frames: number[] = []
        let last = 0
        const step = (now: number) => {
          if (last > 0) frames.push(now - last)
          last = now
          grid?.scrollBy(x ?? 0, y ?? 0)
          if (frames.length < 150) requestAnimationFrame(step)
          else done(frames)
        }
        requestAnimationFrame(step)
      }),
    [down, along],
  )

const KEYS = ['ArrowDown', '1', '2', 'ArrowRight', '=', '+', 'PageDown', 'Tab', 'n', 'Control+z']

/** Measures the board with 6,000 lines on a slowed-down processor; answers whether a goal was missed. */
export async function measureBoard(browser: Browser, portal: Portal): Promise<boolean> {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 900 },
    baseURL: portal.url,
  })
  const page = await context.newPage()
  await signIn(page, portal, portal.admin)
  const body = JSON.stringify(fullBoard())
  await page.route('**/cart/board', (route) =>
    route.fulfill({
      body,
      contentType: 'application/json',
      headers: { etag: 'W/"bench.1"' },
    }),
  )
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto('/board')
  await page.locator('[role=gridcell][data-state]').first().click()
  await page.waitForFunction(() => (window as Times).first !== undefined)
  const first = await page.evaluate(() => (window as Times).first ?? 0)
  for (let turn = 0; turn < 15; turn++) for (const key of KEYS) await press(page, key)
  const told = await page.evaluate(() => (window as Times).keys ?? [])
  // The browser tells of no key that took less than 16 ms.
  const untold = Math.max(0, 15 * KEYS.length - told.length)
  const keys = [...told, ...Array.from({ length: untold }, () => 16)]
  await press(page, 'Control+Home')
  const frames = [...(await scroll(page, 48, 0)), ...(await scroll(page, 0, 32))]
  await context.close()
  const figures = [
    ['first view after its data', first, FIRST_GOAL_MS],
    ['key to frame, p98', p98(keys), KEY_GOAL_MS],
    ['frame while scrolling, p98', p98(frames), FRAME_GOAL_MS],
  ] as const
  for (const [name, ms, goal] of figures)
    console.log(
      `desktop /board, ${name}: ${ms.toFixed(0)} ms (goal ${goal})${ms > goal ? ' – missed' : ''}`,
    )
  return figures.some(([, ms, goal]) => ms > goal)
}
