/** A club changes how many it asks for, and withdraws lines, in Your Orders. */
import type { Page } from '@playwright/test'
import { clubStatusText } from '#src/rules/club-status.ts'
import { atDepth, seed, seededRandom } from '#tests/support/random.ts'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'
import { cellOf, openBoard } from './support-board.ts'

async function openOrders(page: Page, portal: Portal) {
  const ids = await portal.addItems({ Glue: 90, 'Gaffer Tape': 20 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [
    { item_id: ids.Glue, ordered_quantity: 60 },
    { item_id: ids['Gaffer Tape'], ordered_quantity: 4 },
  ])
  await portal.decide({ _id: lines.Glue, allotted_quantity: 8 })
  await page.setViewportSize({ width: 320, height: 700 })
  await signIn(page, portal, club)
  await page.getByRole('button', { name: 'Your Orders' }).click()
  return { club, lines }
}
const rowOf = (page: Page, item: string) =>
  page
    .getByRole('table', { name: 'Lines of your orders' })
    .getByRole('row')
    .filter({
      has: page.getByRole('rowheader', { name: item }),
    })
const numberOf = (page: Page, item: string) =>
  page.getByRole('spinbutton', { name: `How many ${item} you ask for` })
const asked = async (portal: Portal, club: { id: string }) =>
  Object.fromEntries(
    (
      await portal.asAdmin<{ itemName: string; ordered_quantity: number }[]>(
        'GET',
        `/cart/cart-items-user/${club.id}`,
      )
    ).map(({ itemName, ordered_quantity }) => [itemName, ordered_quantity]),
  )

test('a typing error is corrected by thumb, and a line withdrawn', async ({ page, portal }) => {
  const { club } = await openOrders(page, portal)
  await numberOf(page, 'Glue').fill('6')
  await expect(
    page.getByText('Ask for 6 instead of 60? You were given 8: 2 go back to the shelf.'),
  ).toBeVisible()
  await expectSoundAt(page, [320, 768, 1440], 1_600)
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await asked(portal, club)).toEqual({ Glue: 60, 'Gaffer Tape': 4 })
  await page.getByRole('button', { name: 'Ask for 6' }).click()
  await expect(page.getByText('You asked for 6 instead of 60 just now')).toBeVisible()
  expect(await asked(portal, club)).toEqual({ Glue: 6, 'Gaffer Tape': 4 })

  await page.getByRole('button', { name: 'Withdraw Gaffer Tape' }).click()
  await expect(page.getByText('Withdraw 4 Gaffer Tape?')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(numberOf(page, 'Gaffer Tape')).toHaveCount(0)
  await expect(rowOf(page, 'Gaffer Tape')).toContainText('Withdrawn')
  expect(await asked(portal, club)).toEqual({ Glue: 6 })
})

test('the same by keyboard; Escape keeps the old number', async ({ page, portal }) => {
  const { club } = await openOrders(page, portal)
  const tape = numberOf(page, 'Gaffer Tape')
  await tape.focus()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('Ask for 5 instead of 4?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Ask for 5')).toHaveCount(0)
  await expect(tape).toHaveValue('4')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page.getByText('You asked for 5 instead of 4 just now')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw Gaffer Tape' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Gaffer Tape').getByRole('spinbutton')).toHaveCount(0)
  expect(await asked(portal, club)).toEqual({ Glue: 60 })
})

test('what changed meanwhile stands beside what was typed; handed over and closed are said', async ({
  page,
  portal,
}) => {
  const { lines } = await openOrders(page, portal)
  await numberOf(page, 'Glue').fill('9')
  await portal.asAdmin('PATCH', `/cart/lines/${lines.Glue}`, { ordered_quantity: 50, was: 60 })
  await expect(page.getByText('You typed 9. It is 50 now, it was 60.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep 50' }).click()
  await expect(numberOf(page, 'Glue')).toHaveValue('50')

  await portal.decide({ _id: lines.Glue, status: 'Delivered' })
  await expect(rowOf(page, 'Glue')).toContainText('Delivered')
  const withdraw = page.getByRole('button', { name: /^Withdraw / })
  await expect(withdraw).toHaveAccessibleName('Withdraw Gaffer Tape')
  await numberOf(page, 'Glue').fill('5')
  await page.getByRole('button', { name: 'Ask for 5' }).click()
  await expect(page.getByText('8 of Glue were handed over already.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep 50' }).click()

  await portal.asAdmin('PUT', '/cart/confirm-disabled', { isConfirmDisabled: true })
  await expect(page.getByRole('link', { name: 'Ask the department for a change.' })).toBeVisible()
  await expect(page.getByRole('spinbutton', { name: /you ask for$/ })).toHaveCount(0)
})

const CHANGES = atDepth(50, 200)

test(`two people of a club, a board and the wire make ${CHANGES} changes; every page ends as the store`, async ({
  portal,
  openPage,
}) => {
  const next = seededRandom(seed)
  const random = (below: number) => Math.floor(next() * below)
  const pick = <T>(values: readonly T[]): T => values[random(values.length)] as T
  const ids = await portal.addItems({ Glue: 40, Tape: 40, Wire: 40, Paint: 40 })
  const items = Object.keys(ids)
  const club = await portal.addClub('Drama Club')
  const place = (item: string) =>
    portal.call('POST', '/cart/add-items', {
      token: club.token,
      body: { userId: club.id, items: [{ item_id: ids[item], ordered_quantity: 1 + random(9) }] },
    })
  for (const item of items) await place(item)
  const people = [await openPage(), await openPage()] as const
  for (const page of people) {
    await signIn(page, portal, club)
    await page.getByRole('button', { name: 'Your Orders' }).click()
  }
  const board = await openPage()
  await board.setViewportSize({ width: 1440, height: 900 })
  await openBoard(board, portal)

  const lines = async () =>
    (await portal.readBoard()).clubs.flatMap((one) =>
      one.clubName === 'Drama Club' ? one.lines : [],
    )
  const lineOf = async (item: string) =>
    (await lines()).find(({ item_id }) => item_id === ids[item])
  /** Presses a button if it is there: the row may go while somebody reaches for it. */
  const press = (page: Page, name: string | RegExp) =>
    page
      .getByRole('button', { name, exact: typeof name === 'string' })
      .evaluateAll(([button]) => (button as HTMLElement | undefined)?.click())
  /** The number of a line. A new line waits to be shown while somebody works in the list. */
  async function reach(page: Page, item: string) {
    const number = numberOf(page, item)
    await expect(async () => {
      await press(page, /new – Show$/)
      expect(await number.count()).toBe(1)
    }).toPass()
    return number
  }
  /** Gives up what was refused, or crossed with another change. */
  async function settle(page: Page, giveUp: string | RegExp): Promise<void> {
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    await press(page, giveUp)
    const button = page.getByRole('button', { name: giveUp, exact: typeof giveUp === 'string' })
    await expect(button).toHaveCount(0)
  }
  const done: Record<string, number> = {}
  const changes: Record<string, () => Promise<unknown>> = {
    async 'a number typed by a person'() {
      const [page, item] = [pick(people), pick(items)]
      if (!(await lineOf(item))) return
      const number = await reach(page, item)
      await number.fill(String(1 + random(12)))
      await press(page, /^Ask for /)
      await settle(page, /^Keep /)
    },
    async 'a withdrawal by a person'() {
      const [page, item] = [pick(people), pick(items.slice(1))]
      const line = await lineOf(item)
      if (!line) return
      await reach(page, item)
      await press(page, `Withdraw ${item}`)
      await press(page, 'Withdraw')
      await settle(page, /^Keep /)
      if ((await lines()).some(({ _id }) => _id === line._id)) return
      // Nobody reaches for it any more.
      for (const other of people)
        await expect(other.locator(`#row-${line._id}:not([data-tone=gone])`)).toHaveCount(0)
    },
    async 'a correction on the wire'() {
      const line = pick(await lines())
      if (!line) return
      const was = random(4) === 0 ? line.ordered_quantity + 1 : line.ordered_quantity
      const body = { ordered_quantity: 1 + random(12), was }
      const token = pick([club, portal.admin]).token
      await portal.call('PATCH', `/cart/lines/${line._id}`, { token, body })
    },
    'an order': () => place(pick(items)),
    async 'a decision on the wire'() {
      const line = pick(await lines())
      if (!line) return
      const to = pick([
        { allotted_quantity: random(5) - 2 },
        { status: pick(['Pending', 'Ready', 'Rejected', 'Delivered']) },
      ])
      await portal.call('PUT', '/cart/update-multiple-cart-items', {
        token: portal.admin.token,
        body: { items: [{ _id: line._id, ...to }] },
      })
    },
    async 'a decision on the board'() {
      // Its line may be withdrawn while somebody reaches for it.
      const [place] = await cellOf(board, 'Drama Club', pick(items)).evaluateAll((cells) =>
        cells
          .filter(({ textContent }) => textContent.includes(' of '))
          .map((cell) => cell.getBoundingClientRect()),
      )
      if (!place) return
      await board.mouse.click(place.x + place.width / 2, place.y + place.height / 2)
      await board.keyboard.type(String(random(6)))
      await board.keyboard.press('Enter')
      await press(board, 'Save Changes')
      await settle(board, 'Discard')
    },
  }
  const kinds = Object.keys(changes)
  for (let made = 0; made < CHANGES; made += 2) {
    const [first, second] = [pick(kinds), pick(kinds)]
    // Two at once, but one page has one pair of hands.
    const together = first === second ? [first] : [first, second]
    const onPage = together.filter((kind) => kind.endsWith('a person'))
    for (const kind of together) done[kind] = (done[kind] ?? 0) + 1
    if (onPage.length > 1) for (const kind of together) await changes[kind]?.()
    else await Promise.all(together.map((kind) => changes[kind]?.()))
  }
  console.log(done)

  const corrected = await portal.asAdmin<{ entries: unknown[] }>(
    'GET',
    '/cart/history?kind=line_corrected&limit=200',
  )
  expect(corrected.entries.length).toBeGreaterThan(0)

  for (const item of items) {
    const line = await lineOf(item)
    for (const page of people)
      if (!line) await expect(numberOf(page, item)).toHaveCount(0)
      else {
        await expect(await reach(page, item)).toHaveValue(String(line.ordered_quantity))
        // A line that was withdrawn stands above the new one until somebody looks away.
        await expect(rowOf(page, item).last()).toContainText(clubStatusText(line))
      }
    if (line)
      await expect(cellOf(board, 'Drama Club', item)).toContainText(
        `Drama Club, ${item}: ${line.allotted_quantity} of ${line.ordered_quantity} given`,
      )
  }
  expect(await portal.tool('check')).toContain('The store is sound.')
})
