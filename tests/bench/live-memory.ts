/**
 * The live screens beside the board, left open under an hour of changes, for interaction.ts. The lists are the server's own, read once; from
 * then on they are answered with other numbers and a growing revision, because the server could not make so many changes so soon.
 */
import type { Browser, Page } from '@playwright/test'
import { type Person, type Portal, signIn } from '#tests/e2e/fixtures.ts'
import { isRecord } from '#client/shared/storage.ts'
import type { Topic } from '#src/contract/topics.ts'
import { type Measured, tell } from './interaction-figures.ts'
import {
  AN_HOUR_OF_CHANGES,
  CHANGES_BEFORE,
  grownBy,
  heapOf,
  keepSocket,
  type Told,
} from './page-memory.ts'

/** The changes of five seconds are told at once, and read once. */
const CHANGES_AT_ONCE = 100
/** The page's timers run so many times faster: between two reads it waits for 12 ms instead of 250. */
const HURRY = 20
/** Above every revision that the server counts meanwhile. */
const FIRST_REVISION = 1_000_000
const CUSTOM_LINES = 30
const PATIENCE_MS = 10_000

type Screen = {
  title: string
  path: string
  role: 'club' | 'admin'
  /** What is told to change. */
  topic: Topic
}

export const LIVE_SCREENS: readonly Screen[] = [
  { title: 'Shop', path: '/inventoryuser', role: 'club', topic: 'inventory' },
  { title: 'Your Orders', path: '/inventoryuser', role: 'club', topic: 'orders' },
  { title: 'Stock', path: '/inventoryadp', role: 'admin', topic: 'inventory' },
  { title: 'Items', path: '/items', role: 'admin', topic: 'carts' },
  { title: 'Orders', path: '/orders', role: 'admin', topic: 'carts' },
  { title: 'One order', path: '/orderwiseitem', role: 'admin', topic: 'carts' },
  { title: 'History', path: '/history', role: 'admin', topic: 'carts' },
  { title: 'Custom items', path: '/customitems', role: 'admin', topic: 'carts' },
]

type Row = Record<string, unknown>
type List = { rows: Row[]; epoch: string }

const isRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRecord)

/** Gives every number of one row another value. */
function changeRow(rows: readonly Row[], change: number): void {
  const row = rows[change % rows.length]
  for (const [name, value] of Object.entries(row ?? {}))
    if (row && typeof value === 'number' && name !== 'rev') row[name] = 1 + (change % 3)
}

/** The newest page of the history after so many changes: each is an entry of its own. */
const newestOf = ({ entries, ...rest }: Row & { entries: Row[] }, changes: number) => ({
  ...rest,
  entries: entries.map((entry, at) => {
    const id = `z${String(changes + entries.length - at).padStart(12, '0')}`
    return { ...entry, _id: id, batch: id }
  }),
})

/** Answers the page's lists, and tells it of changes to them. */
async function playServer(page: Page, topic: Topic) {
  const lists = new Map<string, List>()
  let changes = 0
  let answers = 0
  let epoch = ''
  let lines: Row[] = []
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const frame: unknown = JSON.parse(String(payload))
      if (!isRecord(frame) || frame.type !== 'state') return
      if (typeof frame.epoch === 'string') epoch = frame.epoch
      if (frame.topic === 'orders' && isRows(frame.data)) lines = frame.data
    }),
  )
  await page.route(/\/(cart|inventorys)\//, async (route) => {
    const { href } = new URL(route.request().url())
    if (route.request().method() !== 'GET') return route.fallback()
    answers += 1
    let list = lists.get(href)
    if (!list) {
      const { 'if-none-match': _, ...headers } = route.request().headers()
      const answer = await route.fetch({ headers })
      const body: unknown = await answer.json()
      const [, told] = /"(.+)\.\d+"$/.exec(answer.headers()['etag'] ?? '') ?? []
      if (isRecord(body) && isRows(body.entries))
        return route.fulfill({ json: newestOf({ ...body, entries: body.entries }, changes) })
      if (told === undefined || !isRows(body)) return route.fulfill({ response: answer })
      list = { rows: body, epoch: told }
      lists.set(href, list)
    }
    for (let at = 0; at < CHANGES_AT_ONCE; at++) changeRow(list.rows, changes + at)
    return route.fulfill({
      json: list.rows,
      headers: { etag: `W/"${list.epoch}.${FIRST_REVISION + changes}"` },
    })
  })

  /** Tells of the next changes, and waits until the page has read them, or has shown what came with them. */
  async function change(): Promise<void> {
    for (let at = 0; at < CHANGES_AT_ONCE; at++) changeRow(lines, changes + at)
    const from = FIRST_REVISION + changes
    changes += CHANGES_AT_ONCE
    const before = answers
    const frame = { type: 'state', topic, epoch, ...(topic === 'orders' && { data: lines }) }
    const frames = { frame, from, count: CHANGES_AT_ONCE }
    const isRead = () => topic === 'orders' || answers > before
    await page.evaluate(async ({ frame: state, from: first, count }) => {
      for (let at = 1; at <= count; at++) {
        const data = JSON.stringify({ ...state, rev: first + at })
        ;(window as Told).socket?.dispatchEvent(new MessageEvent('message', { data }))
      }
      await new Promise(requestAnimationFrame)
    }, frames)
    const until = performance.now() + PATIENCE_MS
    while (!isRead()) {
      if (performance.now() > until) throw new Error(`Nobody read ${topic} at ${page.url()}.`)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
  }

  return {
    changeMany: async (count: number) => {
      for (let told = 0; told < count; told += CHANGES_AT_ONCE) await change()
    },
  }
}

/** Lets the page's timers run faster. Runs in the page. */
function hurry(times: number) {
  const { setTimeout: wait } = window
  Object.assign(window, {
    setTimeout: (run: () => void, ms = 0) => wait(run, ms / times),
  })
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path === '/orderwiseitem' ? '/orders' : path)
  if (path === '/orderwiseitem') await page.getByRole('link', { name: /^View Order/ }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
}

/** By how much the heap of each live screen grows in an hour, in kB. */
export async function measureLiveMemory(
  browser: Browser,
  portal: Portal,
  club: Person,
  screens: readonly Screen[],
): Promise<Measured[]> {
  await portal.placeOrder(
    club,
    Array.from({ length: CUSTOM_LINES }, (_, at) => ({
      itemName: `Custom ${at}`,
      ordered_quantity: 3,
    })),
  )
  const measured: Measured[] = []
  for (const { title, path, role, topic } of screens) {
    const context = await browser.newContext({ baseURL: portal.url })
    await context.addInitScript(keepSocket)
    await context.addInitScript(hurry, HURRY)
    const page = await context.newPage()
    await signIn(page, portal, role === 'club' ? club : portal.admin)
    const { changeMany } = await playServer(page, topic)
    await open(page, path)
    const session = await context.newCDPSession(page)
    await changeMany(CHANGES_BEFORE)
    const before = await heapOf(session)
    await changeMany(AN_HOUR_OF_CHANGES)
    const one = grownBy(title, [(await heapOf(session)) - before])
    tell(one)
    measured.push(one)
    await context.close()
  }
  return measured
}
