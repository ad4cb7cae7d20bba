/** The board at its full size, for interaction.ts: what is on it comes from here, so that no hundred clubs have to be made first. */
import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Board, type BoardClub, inClubOrder } from '#src/contract/board.ts'
import type { BoardFrame } from '#src/contract/frames.ts'
import { type Portal, signIn } from '#tests/e2e/fixtures.ts'
import { type Measured, percentile, tell } from './interaction-figures.ts'
import {
  AN_HOUR_OF_CHANGES,
  CHANGES_A_SECOND,
  CHANGES_BEFORE,
  grownBy,
  heapOf,
  keepSocket,
  type Told,
} from './page-memory.ts'
import { enlargeWindow } from './window.ts'

const CLUBS = 100
const ITEMS = 300
const LINES = 6_000
const SLOWDOWN = 4
const KEY_GOAL_MS = 50
const TICK_MS = 1_000 / 60
/** A frame in each tick of the screen. */
const FRAME_GOAL_MS = 17
/** Nobody sees an edge of the board that is not filled yet. */
const EDGE_GOAL_PX = 0
const FIRST_GOAL_MS = 1_000

const EPOCH = 'bench'

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
    email: `club-${at}@campus.example`,
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

type Times = Told & {
  keys?: number[]
  first?: number
  change?: () => void
  others?: number
  edges?: number[]
}

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

/** Presses a key and waits until after the next frame. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 10))),
  )
}

/** How fast the wheel scrolls, in pixels a second: two screens down, or half a screen aside. */
const WHEEL_SPEED = { down: 1_200, aside: 600 }
const WHEEL_SECONDS = 4

/**
 * Notes at each scroll event, before the page answers it, how many pixels at the edge of the view have no rows or columns yet. The browser
 * scrolls by itself, so that this is the most that a person saw of it. Runs in the page.
 */
function watchEdges() {
  const times: Times = window
  times.edges = []
  const note = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.querySelector('[role=grid]')) return
    const view = target.getBoundingClientRect()
    const rows = [...target.querySelectorAll('[role=rowgroup] [role=row]')].filter(
      (row) => !row.querySelector('[role=rowheader]'),
    )
    const bottom = Math.max(...rows.map((row) => row.getBoundingClientRect().bottom))
    const planks = [...target.querySelectorAll('[role=columnheader]')]
    const right = Math.max(...planks.map((plank) => plank.getBoundingClientRect().right))
    times.edges?.push(Math.max(0, view.bottom - bottom, view.right - right))
  }
  addEventListener('scroll', note, { capture: true, passive: true })
}

type TraceEvent = { name: string; ph: string; ts: number }
const TRACED = ['disabled-by-default-devtools.timeline.frame', 'input.scrolling']

/** Turns the wheel over the board and answers how long each frame stayed on the screen, in milliseconds. */
async function wheel(browser: Browser, page: Page, session: CDPSession, way: 'down' | 'aside') {
  const speed = WHEEL_SPEED[way]
  const distance = -speed * WHEEL_SECONDS
  await browser.startTracing(page, { categories: TRACED })
  await session.send('Input.synthesizeScrollGesture', {
    x: 900,
    y: 500,
    speed,
    gestureSourceType: 'mouse',
    ...(way === 'down' ? { yDistance: distance } : { xDistance: distance }),
  })
  const trace = await browser.stopTracing()
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const momentsOf = (wanted: string) =>
    traceEvents
      .filter(({ name, ph }) => name === wanted && ph !== 'e')
      .map(({ ts }) => ts / 1_000)
      .toSorted((a, b) => a - b)
  const scrolls = momentsOf('InputLatency::GestureScrollUpdate')
  const [from, to] = [scrolls[0] ?? Infinity, scrolls.at(-1) ?? 0]
  const shown = momentsOf('DrawFrame').filter((at) => at >= from && at <= to)
  if (shown.length < 2) throw new Error('The wheel did not scroll the board.')
  // The screen shows a frame at its next tick, however long before it was drawn.
  return shown
    .slice(1)
    .map((at, turn) => Math.round((at - (shown[turn] ?? at)) / TICK_MS) * TICK_MS)
}

/** Other administrators: each call of `change` gives one line another number and tells the page of it. Runs in the page. */
function bringOthers({ clubs, epoch }: { clubs: BoardClub[]; epoch: string }) {
  let changes = 0
  function change() {
    const club = clubs[changes % clubs.length]
    const line = club?.lines[changes % club.lines.length]
    if (!club || !line) return
    line.allotted_quantity = 1 + (changes % 3)
    club.rev += 1
    changes += 1
    const { user_id, rev } = club
    const of = { type: 'state', epoch, rev, board_rev: 1 + changes } as const
    const frame: BoardFrame = { ...of, topic: 'orders', user_id, data: club }
    const { socket } = window as Times
    socket?.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
  Object.assign(window, { change })
}

/** Tells the page of 100 changes in each frame, until it knows all. */
const changeMany = (page: Page, count: number) =>
  page.evaluate(
    (all) =>
      new Promise<void>((done) => {
        let told = 0
        const step = () => {
          for (let at = 0; at < 100; at++) (window as Times).change?.()
          told += 100
          if (told < all) requestAnimationFrame(step)
          else setTimeout(done, 100)
        }
        step()
      }),
    count,
  )

/** What changes a number follows `n`, which goes to a cell with a line: on an empty cell it would open a dialog. */
const KEYS = 'n 1 2 ArrowRight ArrowDown n = n + PageDown Tab Control+z'.split(' ')

/** Measures the board with 6,000 lines on a slowed-down processor. */
export async function measureBoard(browser: Browser, portal: Portal): Promise<Measured[]> {
  const context = await browser.newContext({
    viewport: { width: 1_440, height: 700 },
    baseURL: portal.url,
  })
  const page = await context.newPage()
  await signIn(page, portal, portal.admin)
  const board = fullBoard()
  const body = JSON.stringify(board)
  await page.route('**/cart/board', (route) =>
    route.fulfill({
      body,
      contentType: 'application/json',
      headers: { etag: `W/"${EPOCH}.1"` },
    }),
  )
  await page.addInitScript(keepSocket)
  await page.addInitScript(watch)
  const session = await context.newCDPSession(page)
  await enlargeWindow(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto('/board')
  await page.locator('[role=gridcell][data-state]').first().click()
  await page.waitForFunction(() => (window as Times).first !== undefined)
  const first = await page.evaluate(() => (window as Times).first ?? 0)
  await page.evaluate(bringOthers, { clubs: board.clubs, epoch: EPOCH })
  await page.evaluate((every) => {
    const times: Times = window
    times.others = window.setInterval(() => times.change?.(), every)
  }, 1_000 / CHANGES_A_SECOND)
  for (let turn = 0; turn < 15; turn++) for (const key of KEYS) await press(page, key)
  const told = await page.evaluate(() => (window as Times).keys ?? [])
  // The browser tells of no key that took less than 16 ms.
  const untold = Math.max(0, 15 * KEYS.length - told.length)
  const keys = [...told, ...Array.from({ length: untold }, () => 16)]
  if ((await page.getByRole('dialog').count()) > 0) throw new Error('A dialog covers the board.')
  await press(page, 'Control+Home')
  await page.evaluate(watchEdges)
  const down = await wheel(browser, page, session, 'down')
  const frames = [...down, ...(await wheel(browser, page, session, 'aside'))]
  const edges = await page.evaluate(() => (window as Times).edges ?? [])
  await page.evaluate(() => clearInterval((window as Times).others))

  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await changeMany(page, CHANGES_BEFORE)
  const before = await heapOf(session)
  await changeMany(page, AN_HOUR_OF_CHANGES)
  const grown = (await heapOf(session)) - before
  await context.close()
  const of = (name: string, values: readonly number[], goal: number): Measured => ({
    name: `Board: ${name}`,
    size: 'desktop',
    unit: 'ms',
    median: percentile(values, 0.5),
    p98: percentile(values, 0.98),
    goal,
  })
  const measured: Measured[] = [
    of('first view after its data', [first], FIRST_GOAL_MS),
    of('key to frame', keys, KEY_GOAL_MS),
    of('frame while scrolling', frames, FRAME_GOAL_MS),
    { ...of('edge without rows while scrolling', edges, EDGE_GOAL_PX), unit: 'px' },
    grownBy('Board', [grown]),
  ]
  for (const one of measured) tell(one)
  return measured
}
