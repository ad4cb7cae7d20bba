import type { Page } from '@playwright/test'
import { atDepth, seed, seededRandom } from '#tests/support/random.ts'
import type { Board } from '#src/contract/board.ts'
import { expect, signIn, test } from './fixtures.ts'
import { cellOf } from './support-board.ts'

const CLUBS = ['Drama Club', 'Music Club', 'Quiz Club', 'Robotics Club', 'Film Club']
const ITEMS = { 'Brush Round 4': 9, Glue: 12, Tape: 30, Wire: 7 }
const NAMES = Object.keys(ITEMS)
const ASKED = 10
/** Saves that reached the server, taken or refused. */
const SAVES = atDepth(12, 400)

/** What is given to each club of each item. */
const givenIn = ({ items, clubs }: Board) =>
  clubs.flatMap(({ clubName, lines }) =>
    lines.map(({ item_id, allotted_quantity }) => ({
      clubName,
      item: items.find(({ _id }) => _id === item_id),
      given: allotted_quantity,
    })),
  )

function expectNothingOversold(board: Board): void {
  for (const [name, quantity] of Object.entries(ITEMS)) {
    const given = givenIn(board).filter(({ item }) => item?.itemName === name)
    const left = board.items.find(({ itemName }) => itemName === name)?.itemQuantity ?? NaN
    expect(left).toBeGreaterThanOrEqual(0)
    expect(given.reduce((sum, one) => sum + one.given, left)).toBe(quantity)
  }
}

const saveButton = (page: Page) => page.getByRole('button', { name: 'Save Changes' })
const isWrite = (url: string) => url.includes('/cart/update-multiple-cart-items')

const discardButton = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true })

/**
 * Presses Save. Answers whether the server took it; what it refuses stays typed. `null` if nothing was sent: what was typed is what the store
 * has, or somebody must choose first.
 */
async function save(page: Page): Promise<boolean | null> {
  if (!(await discardButton(page).isVisible())) return null
  const answer = page
    .waitForResponse((reply) => isWrite(reply.url()) && reply.request().method() === 'PUT', {
      timeout: 3_000,
    })
    .catch(() => null)
  await saveButton(page).click()
  return (await answer)?.ok() ?? null
}

test.use({ viewport: { width: 1440, height: 900 } })

test(`two administrators on one board and a third on an order save ${SAVES} times`, async ({
  portal,
  openPage,
}) => {
  const next = seededRandom(seed)
  const random = (below: number) => Math.floor(next() * below)
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
  const ids = await portal.addItems(ITEMS)
  for (const name of CLUBS) {
    const club = await portal.addClub(name)
    const rows = NAMES.map((item) => ({ item_id: ids[item], ordered_quantity: ASKED }))
    await portal.placeOrder(club, rows)
  }
  async function open(path: string): Promise<Page> {
    const page = await openPage()
    await signIn(page, portal, portal.admin, path)
    return page
  }
  const boards = [await open('/board'), await open('/board')] as const
  const order = await open('/orders')
  await order
    .getByRole('row')
    .filter({ hasText: 'Drama Club' })
    .getByRole('link', { name: /View Order/ })
    .click()
  await expect(order).toHaveURL(/\/orderwiseitem\?club=/)
  const rowOf = (item: string) => order.getByRole('row').filter({ hasText: item })

  type Typed = { club: string; item: string; value: number }
  /** `null` if the cell had that value already: then there is nothing to keep. */
  async function type(page: Page): Promise<Typed | null> {
    const typed = { club: pick(CLUBS), item: pick(NAMES), value: random(7) }
    await cellOf(page, typed.club, typed.item).click()
    await page.keyboard.type(String(typed.value))
    await page.keyboard.press('Enter')
    const name = await cellOf(page, typed.club, typed.item).textContent()
    return name?.includes('not saved') ? typed : null
  }
  /** What was typed is still there, also beside another value that somebody else saved; or the store has the very same. */
  async function expectKept(page: Page, { club, item, value }: Typed): Promise<void> {
    await expect(cellOf(page, club, item)).toHaveAccessibleName(
      new RegExp(`: ${value} of ${ASKED}(, not saved| given)`),
    )
  }
  /** Gives a number of units on the order's page; answers whether the server took it. */
  async function giveOnOrder(): Promise<boolean | null> {
    await rowOf(pick(NAMES))
      .getByRole('spinbutton')
      .fill(String(1 + random(2)))
    return save(order)
  }
  /** Discards what is left; the button goes by itself when somebody else saves the same value. */
  const settle = (page: Page): Promise<void> =>
    expect(async () => {
      if (await discardButton(page).isVisible()) await discardButton(page).click({ timeout: 1_000 })
      await expect(discardButton(page)).toBeHidden({ timeout: 1_000 })
    }).toPass()

  const done = { taken: 0, refused: 0 }
  const count = (isTaken: boolean) => (isTaken ? (done.taken += 1) : (done.refused += 1))
  for (let round = 0; done.taken + done.refused < SAVES; round++) {
    const [first, second] = round % 2 === 0 ? boards : [boards[1], boards[0]]
    const draft = await type(first)
    await type(second)
    // The other one saves, and at the same time somebody gives units on the order's page.
    const others = await Promise.all([save(second), giveOnOrder()])
    for (const isTaken of others) if (isTaken !== null) count(isTaken)
    if (draft) await expectKept(first, draft)
    const own = await save(first)
    if (own !== null) count(own)
    expectNothingOversold(await portal.readBoard())
    for (const page of [...boards, order]) await settle(page)
  }
  console.log(done)
  expect(done.taken).toBeGreaterThan(SAVES / 4)

  // All three pages come to show what the store has.
  const board = await portal.readBoard()
  expectNothingOversold(board)
  for (const { clubName, item, given } of givenIn(board)) {
    const left = item?.itemQuantity
    for (const page of boards)
      await expect(cellOf(page, clubName, item?.itemName ?? '')).toHaveAccessibleName(
        // "changed from 3 just now" may follow.
        new RegExp(
          `^${clubName}, ${item?.itemName}: ${given} of ${ASKED} given, ${left} on the shelf`,
        ),
      )
    if (clubName === 'Drama Club')
      await expect(rowOf(item?.itemName ?? '').locator('[data-label="Given Quantity"]')).toHaveText(
        new RegExp(`^${given}(\\d+ over)?$`),
      )
  }
  expect(await portal.tool('check')).toContain('The store is sound.')
})
