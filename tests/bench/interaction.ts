/**
 * The time from a press or key to its frame, in a Chromium on a processor that is slowed down four times: on the lists with 300 rows, as
 * phone and desktop, and on the board with 6,000 lines.
 */
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from '@playwright/test'
import { keep, percentile } from './figures.ts'
import { open, type Running } from './servers.ts'
import { nth, orderFor, PASSWORD, type Person, type Target } from './target.ts'

const SLOWDOWN = 4
/** With fifty presses the slowest one does not decide what 98 of 100 take. */
const PRESSES = 50
/** The browser reports no shorter event. It measures in steps of 8 ms. */
const SHORTEST_MS = 16
const PATIENCE_MS = 60_000
const SIZES = {
  phone: { width: 390, height: 700 },
  desktop: { width: 1_280, height: 700 },
}
const ROWS_OF_ORDER = 150
/** Each asks for all 300 items. */
const CLUBS_ON_BOARD = 20

type Watched = Window & { interactions?: Map<number, number> }

/** Collects the duration of each interaction, which may be several events. Runs in the page. */
function watchInteractions() {
  sessionStorage.setItem('splash', '1')
  const interactions = new Map<number, number>()
  Object.assign(window, { interactions })
  const options = { type: 'event', durationThreshold: 16 }
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId)
        interactions.set(interactionId, Math.max(duration, interactions.get(interactionId) ?? 0))
  }).observe(options)
}

/** Waits until after the next frame, where an interaction ends. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 20))),
      ),
  )

async function takeDurations(page: Page): Promise<number[]> {
  await settle(page)
  return page.evaluate(() => {
    const { interactions } = window as Watched
    const durations = [...(interactions?.values() ?? [])]
    interactions?.clear()
    return durations
  })
}

/** A repeated action. Each step is one interaction. */
type Step = () => Promise<unknown>
type Actions = Record<string, Step[]>

const times = (count: number, step: (turn: number) => Step): Step[] =>
  Array.from({ length: count }, (_, turn) => step(turn))

/** Types a text and deletes it, key by key, until there are enough presses. */
function typing(page: Page, field: Locator, text = 'item 29'): Step[] {
  const press = (key: string) => () => page.keyboard.press(key)
  const keys = [...[...text].map(press), ...times(text.length, () => press('Backspace'))]
  const turns = Math.ceil(PRESSES / keys.length)
  return [() => field.click(), ...Array.from({ length: turns }, () => keys).flat()]
}

/** Looks for an attribute: to compute the accessible names of hundreds of buttons takes a second of this slow processor. */
const labelled = (page: Page, label: string) => page.locator(`button[aria-label="${label}"]`)

/** Presses at the middle of a box that was read before: `locator.click()` runs a listener of its own inside the interaction, 16 ms here. */
const pressing = (page: Page, button: (turn: number) => Locator): Step[] =>
  times(PRESSES, (turn) => async () => {
    const target = button(turn)
    await target.scrollIntoViewIfNeeded()
    const box = await target.boundingBox()
    if (!box) throw new Error('There is nothing to press.')
    await settle(page)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  })

const searching = (page: Page) => typing(page, page.getByRole('searchbox'))

/** What a person does in the rows of an order. */
const answering = (page: Page): Actions => ({
  'type a search': searching(page),
  'go on with Tab': [
    () => page.getByRole('searchbox').click(),
    ...times(PRESSES, () => () => page.keyboard.press('Tab')),
  ],
  'type remarks': typing(page, page.getByRole('combobox', { name: /^Remarks on/ }).nth(3)),
  'choose a status': times(PRESSES, (turn) => async () => {
    await page.locator('tbody select').nth(turn).focus()
    await settle(page)
    await page.keyboard.press('ArrowDown')
  }),
})

const SCREENS: {
  title: string
  path: string
  isClub?: boolean
  /** On a phone it is another screen. */
  isWide?: boolean
  actions: (page: Page) => Actions
}[] = [
  {
    title: 'Shop',
    path: '/inventoryuser',
    isClub: true,
    actions: (page) => ({
      'press a stepper': pressing(page, (turn) => labelled(page, 'One more').nth(turn % 5)),
      'type a search': searching(page),
      'change the view': pressing(page, (turn) => labelled(page, turn % 2 ? 'Grid' : 'List')),
    }),
  },
  {
    title: 'Stock',
    path: '/inventoryadp',
    actions: (page) => ({
      'type a search': searching(page),
      'open and close an item': pressing(page, (turn) =>
        turn % 2
          ? page.locator('dialog[open]').getByRole('button', { name: 'Cancel' })
          : labelled(page, `Edit Item ${String(turn + 1).padStart(3, '0')}`),
      ),
    }),
  },
  {
    title: 'Items',
    path: '/items',
    actions: (page) => ({
      ...answering(page),
      'turn a page': pressing(page, (turn) => labelled(page, turn % 2 ? 'Page 1' : 'Page 2')),
    }),
  },
  {
    title: 'One order',
    path: '/orders',
    actions: (page) => ({
      'press a stepper': pressing(page, (turn) => labelled(page, 'One more').nth(turn % 5)),
      ...answering(page),
    }),
  },
  {
    title: 'Board',
    path: '/board',
    isWide: true,
    actions: (page) => ({
      'move by a key': [
        () => page.getByRole('gridcell').first().click(),
        ...times(PRESSES, (turn) => () => page.keyboard.press(MOVES[turn % MOVES.length] ?? '')),
      ],
      'type a number': [
        () => page.getByRole('gridcell').first().click(),
        ...times(PRESSES, (turn) => () => page.keyboard.press(turn % 2 ? 'Enter' : '3')),
      ],
      'type a search': searching(page),
    }),
  },
]
const MOVES = ['ArrowDown', 'ArrowDown', 'ArrowRight', 'PageDown', 'ArrowLeft', 'PageUp']

/** Clubs with a line of every item. Answers the first. */
async function makeClubs({ url, seed: { admin, clubs, items } }: Running): Promise<Person> {
  for (const club of clubs.slice(0, CLUBS_ON_BOARD))
    for (let first = 0; first < items.length; first += ROWS_OF_ORDER)
      await orderFor(url, admin, club, items.slice(first, first + ROWS_OF_ORDER))
  return nth(clubs, 0)
}

async function openPage(context: BrowserContext, { email }: Person): Promise<Page> {
  context.setDefaultTimeout(PATIENCE_MS)
  await context.addInitScript(watchInteractions)
  const page = await context.newPage()
  // Larger than every page: the headless browser draws less than its window, and an event that changes only what is below seems to wait.
  const session = await context.newCDPSession(page)
  const { windowId } = await session.send('Browser.getWindowForTarget')
  await session.send('Browser.setWindowBounds', {
    windowId,
    bounds: { width: 1_600, height: 1_000 },
  })
  await page.goto('/inventory')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/\/inventory(user|adp)$/)
  return page
}

async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

/** The duration of each step. The browser tells of none that took less than 16 ms. */
async function measure(page: Page, steps: readonly Step[]): Promise<number[]> {
  await takeDurations(page)
  for (const step of steps) {
    await step()
    await settle(page)
  }
  const told = await takeDurations(page)
  const untold = Math.max(0, steps.length - told.length)
  return [...told, ...Array.from({ length: untold }, () => SHORTEST_MS)]
}

function keepDurations(name: string, target: Target, durations: readonly number[]): void {
  const [half, most] = [0.5, 0.98].map((part) => percentile(durations, part).toFixed(0))
  console.log(`${name}, ${target.name}: median ${half} ms, 98 of 100 ${most} ms`)
  keep(`${name}: 98 of 100, ms`, target.name, percentile(durations, 0.98))
}

async function measureLists(browser: Browser, { target, url, seed }: Running, club: Person) {
  for (const size of ['phone', 'desktop'] as const)
    for (const person of [club, seed.admin]) {
      const context = await browser.newContext({ viewport: SIZES[size], baseURL: url })
      const page = await openPage(context, person)
      for (const { title, path, isClub = false, isWide = false, actions } of SCREENS) {
        if (isClub !== (person === club) || (isWide && size === 'phone')) continue
        await page.goto(path)
        if (path === '/orders')
          await page.getByRole('link', { name: /^View Order of Club 000/ }).click()
        await page.getByText('Item 001', { exact: true }).first().waitFor()
        await page.waitForLoadState('networkidle')
        await slowDown(page, SLOWDOWN)
        for (const [name, steps] of Object.entries(actions(page)))
          keepDurations(`${title}, ${size}: ${name}`, target, await measure(page, steps))
        await slowDown(page, 1)
      }
      await context.close()
    }
}

/** Measures the screens of the portal. */
export async function runInteraction(target: Target, browserPath: string | null): Promise<void> {
  if (browserPath === null) throw new Error('There is no Chromium: `bun run setup` installs it.')
  const running = await open(target)
  const args = ['--no-sandbox', '--disable-background-networking']
  const browser = await chromium.launch({ executablePath: browserPath, args })
  try {
    await measureLists(browser, running, await makeClubs(running))
  } finally {
    await browser.close()
    await running.close()
  }
}
