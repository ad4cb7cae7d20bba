/** The main flows by mouse and keyboard, once for every browser. Each step stands for what broke, or could break, outside of Chromium. */
import { expect } from '@playwright/test'
import type { Person, Portal } from '../fixtures.ts'
import { givenOf } from '../support-board.ts'

/** What drives a page of any browser. */
export type Hand = {
  open(address: string): Promise<unknown>
  /** Runs a function in the page. */
  read<T, Given>(look: (given: Given) => T, given?: Given): Promise<T>
  resize(width: number, height: number): Promise<unknown>
  /** Presses keys, by their names in Playwright. */
  press(...chords: string[]): Promise<unknown>
  clickAt(x: number, y: number): Promise<unknown>
}

/** The middle of the first element of an XPath that can be pressed. Runs in the page. */
function middleOf(xpath: string): { x: number; y: number } | null {
  const found = document.evaluate(xpath, document, null, XPathResult.ORDERED_NODE_SNAPSHOT_TYPE)
  for (let at = 0; at < found.snapshotLength; at++) {
    const element = found.snapshotItem(at)
    if (!(element instanceof Element) || !element.checkVisibility()) continue
    element.scrollIntoView({ block: 'nearest' })
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (element.contains(document.elementFromPoint(x, y))) return { x, y }
  }
  return null
}

const button = (words: string) => `//button[starts-with(normalize-space(), "${words}")]`
const field = (label: string) => `//input[@aria-label="${label}" or @id=//label[.="${label}"]/@for]`
const cell = (club: string, item: string) =>
  `//*[@role="gridcell"][starts-with(normalize-space(), "${club}, ${item}: ")]`

const wait = { timeout: 20_000 }

async function click(hand: Hand, xpath: string) {
  let place: { x: number; y: number } | null = null
  await expect.poll(async () => (place = await hand.read(middleOf, xpath)), wait).not.toBeNull()
  const { x, y } = place ?? { x: 0, y: 0 }
  await hand.clickAt(x, y)
}
const type = (hand: Hand, text: string) => hand.press(...text)

const sees = (hand: Hand, words: string) =>
  expect.poll(() => hand.read(() => document.body.innerText), wait).toContain(words)
const typed = (hand: Hand) =>
  hand.read(() => (document.activeElement as HTMLInputElement | null)?.value)
/** The text of what has the focus. */
const focused = (hand: Hand) => hand.read(() => document.activeElement?.textContent ?? '')

async function signIn(hand: Hand, portal: Portal, { email, password }: Person) {
  await hand.open(`${portal.url}/inventory`)
  await click(hand, field('Email'))
  await type(hand, email)
  await hand.press('Tab')
  await type(hand, password)
  await hand.press('Enter')
  await expect
    .poll(() => hand.read(() => location.pathname), wait)
    .toMatch(/^\/inventory(user|adp)$/)
}

/** The least room between a line of a hoarding and the capitals of the next, in pixels. Runs in the page. */
function roomBetweenLines(): number {
  const lines = [...document.querySelectorAll<HTMLElement>('h1 > span, h1 > span > span')]
    .filter(
      (line) => /(Part|Line)/.test(line.className) && getComputedStyle(line).display === 'block',
    )
    .map((line) => {
      const mark = document.createElement('span')
      mark.style.display = 'inline-block'
      line.append(mark)
      const base = mark.getBoundingClientRect().bottom
      mark.remove()
      return { base, top: base - 0.675 * parseFloat(getComputedStyle(line).fontSize) }
    })
  return Math.min(...lines.slice(1).map(({ top }, at) => top - (lines[at]?.base ?? 0)))
}

/** Keeps how far a dialog moves and how high the page becomes until the dialog is gone. Runs in the page. */
function watchLeaving() {
  const seen = { moved: 0, grown: 0, isGone: false }
  Object.assign(window, { seen })
  function top() {
    const dialog = document.querySelector('dialog')
    return dialog?.checkVisibility() ? dialog.getBoundingClientRect().top : undefined
  }
  const [first = 0, height] = [top(), document.documentElement.scrollHeight]
  function look() {
    seen.moved = Math.max(seen.moved, Math.abs((top() ?? first) - first))
    seen.grown = Math.max(seen.grown, document.documentElement.scrollHeight - height)
    seen.isGone = top() === undefined
    if (!seen.isGone) requestAnimationFrame(look)
  }
  look()
}
async function closesInPlace(hand: Hand) {
  await expect
    .poll(() => hand.read(() => document.querySelector('dialog')?.matches(':modal')), wait)
    .toBe(true)
  // it has arrived when nothing moves any more
  await expect
    .poll(
      () =>
        hand.read(() => document.getAnimations().every(({ playState }) => playState !== 'running')),
      wait,
    )
    .toBe(true)
  await hand.read(watchLeaving)
  await hand.press('Escape')
  const seen = () => hand.read(() => (window as unknown as { seen: unknown }).seen)
  await expect.poll(seen, wait).toEqual({ moved: 0, grown: 0, isGone: true })
}

const CLUBS = 14
const ITEMS = 40

/** A board that scrolls both ways. */
async function fill(portal: Portal) {
  const names = Array.from({ length: ITEMS }, (_, at) => `Item ${at + 10}`)
  const ids = await portal.addItems(Object.fromEntries(names.map((name) => [name, 40])))
  for (let at = 0; at < CLUBS; at++)
    await portal.placeOrder(
      await portal.addClub(`Club ${String.fromCharCode(65 + at)}`),
      names.map((item) => ({ item_id: ids[item], ordered_quantity: 9 })),
    )
}

/** Scrolls the board, and answers where a cell can be pressed and how its name begins: one in the middle, or one that is cut by the side. */
function scrollBoard({ left, isCut }: { left: number; isCut: boolean }) {
  const grid = document.querySelector('section[aria-label=Board]')
  const side = document.querySelector('[data-part=corner]')?.getBoundingClientRect()
  if (!grid || !side) return null
  grid.scrollTo(left, 300)
  const x = isCut ? side.right + 4 : side.right + 300
  // below the edge of the head
  const y = side.bottom + (isCut ? 10 : 200)
  const there = document.elementFromPoint(x, y)?.closest('[role=gridcell]')
  return there ? { x, y, name: there.textContent.split(':')[0] ?? '' } : null
}

async function clickScrolled(hand: Hand, portal: Portal, left: number, isCut: boolean) {
  await hand.open(`${portal.url}/board`)
  let place: ReturnType<typeof scrollBoard> = null
  // the cells of the place come one frame after the scrolling
  await expect
    .poll(async () => (place = await hand.read(scrollBoard, { left, isCut })), wait)
    .not.toBeNull()
  const { x, y, name } = place ?? { x: 0, y: 0, name: 'no cell' }
  await hand.clickAt(x, y)
  expect(await focused(hand)).toMatch(new RegExp(`^${name}:`))
}

export async function walk(hand: Hand, portal: Portal) {
  await fill(portal)
  const club = await portal.addClub('Drama Club')

  await hand.resize(600, 800)
  await hand.open(portal.url)
  await expect.poll(() => hand.read(() => document.fonts.status), wait).toBe('loaded')
  expect(await hand.read(roomBetweenLines)).toBeGreaterThan(6)
  await hand.open(`${portal.url}/nowhere`)
  await expect.poll(() => hand.read(() => document.fonts.status), wait).toBe('loaded')
  expect(await hand.read(roomBetweenLines)).toBeGreaterThan(6)

  // a club finds an item, types how many, orders, and reads the answer as it is given
  await hand.resize(1280, 800)
  await signIn(hand, portal, club)
  await sees(hand, 'Live')
  await click(hand, '//input[@type="search"]')
  await type(hand, 'item 12')
  await expect
    .poll(() => hand.read(() => document.querySelectorAll('input[role=spinbutton]').length), wait)
    .toBe(1)
  await click(hand, field('Quantity of Item 12'))
  await type(hand, '7')
  expect(await typed(hand)).toBe('7')
  await click(hand, button('Add to Cart'))
  await click(hand, button('View Cart'))
  await click(hand, button('Add Custom Item'))
  await closesInPlace(hand)
  await click(hand, button('Confirm Order'))
  await click(hand, button('Place order of 7 pieces'))
  await sees(hand, 'Order Placed')
  await click(hand, button('Your Orders'))
  await sees(hand, 'Pending')
  const { items, clubs } = await portal.readBoard()
  const item = items.find(({ itemName }) => itemName === 'Item 12')?._id
  const line = clubs
    .find(({ clubName }) => clubName === 'Drama Club')
    ?.lines.find(({ item_id }) => item_id === item)
  await portal.decide({ _id: line?._id, allotted_quantity: 2, status: 'Ready' })
  await sees(hand, 'Ready for Pickup')

  // an administrator adds an item, reads its ledger and decides on the board
  await hand.read(() => localStorage.clear())
  await signIn(hand, portal, portal.admin)
  await click(hand, field('Quantity'))
  await type(hand, '7')
  expect(await typed(hand)).toBe('7')
  await click(hand, '//button[@aria-label="History of Item 10"]')
  await closesInPlace(hand)
  await clickScrolled(hand, portal, 360, false)
  await clickScrolled(hand, portal, 350, true)
  await hand.open(`${portal.url}/board?q=item+1`)
  await click(hand, cell('Club A', 'Item 10'))
  await type(hand, '3')
  await hand.press('ArrowRight')
  await type(hand, '4')
  await hand.press(
    'ArrowLeft',
    'Shift+ArrowRight',
    'Control+c',
    'Escape',
    'ArrowDown',
    'ArrowLeft',
    'Control+v',
  )
  await sees(hand, '4 changes in 2 items for 2 clubs')
  await click(hand, button('Save Changes'))
  await sees(hand, 'Saved 4 changes in 2 items')
  for (const item of ['Item 10', 'Item 11']) {
    expect(await givenOf(portal, item, 'Club A')).toEqual([3])
    expect(await givenOf(portal, item, 'Club B')).toEqual([4])
  }
}
