import { expect, expectAccessible, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'
import type { Page } from '@playwright/test'

const PLACES: Record<string, string> = {
  'Brush Round 4': 'Shelf A10',
  'Gaffer Tape': 'Shelf A2',
  'Mirror ball': '',
}

/** Drama and Music have each item given; nothing is ready. Answers the clubs, and the id of each line. */
async function prepare(portal: Portal) {
  const ids: string[] = []
  for (const [itemName, place] of Object.entries(PLACES)) {
    const body = { itemName, itemQuantity: 40, itemStatus: 'enabled', place, unit: 'pieces' }
    ids.push((await portal.asAdmin<{ _id: string }>('POST', '/inventorys/inventory', body))._id)
  }
  const rows = ids.map((item_id) => ({ item_id, ordered_quantity: 8 }))
  const [drama, music] = [await portal.addClub('Drama Club'), await portal.addClub('Music Club')]
  const lines = {
    drama: await portal.placeOrder(drama, rows),
    music: await portal.placeOrder(music, rows),
  }
  const all = [...Object.values(lines.drama), ...Object.values(lines.music)]
  await portal.decide(...all.map((_id) => ({ _id, allotted_quantity: 5 })))
  return { drama, music, lines }
}
const ready = (portal: Portal, ...ids: (string | undefined)[]) =>
  portal.decide(...ids.map((_id) => ({ _id, status: 'Ready' })))

const deskOf = (page: Page, club: string) => page.getByRole('article', { name: club })
const numberOf = (page: Page, item: string) =>
  page.getByRole('spinbutton', { name: `Hand over: ${item}` })

test('things are packed by keyboard, handed out on a phone in two presses, and taken back', async ({
  portal,
  page,
}) => {
  const { drama, lines } = await prepare(portal)
  await signIn(page, portal, portal.admin, '/handout')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Shelf A2',
    'Shelf A10',
    'No place',
  ])
  await expect(page.getByRole('link', { name: 'Pack 6' })).toBeVisible()
  const tick = page.getByRole('checkbox', { name: /^Gaffer Tape, Drama Club/ })
  await tick.press('Space')
  await expect(page.getByText('Ready: 5 Gaffer Tape, Drama Club')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pack 5' })).toBeVisible()
  // A second Space takes it back; the line stands there all the time.
  await tick.press('Space')
  await expect(page.getByRole('link', { name: 'Pack 6' })).toBeVisible()
  await tick.press('Space')
  await expect(page.getByRole('link', { name: 'Pack 5' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  // All of an item at once, undone at once.
  const all = page.getByRole('checkbox', { name: /^Brush Round 4, All 2 lines/ })
  await expect(all).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByText('Ready: 10 Brush Round 4, 2 lines')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Pack 3' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: /^Brush Round 4/, checked: true })).toHaveCount(3)
  await page.keyboard.press('Alt+z')
  await expect(page.getByRole('link', { name: 'Pack 5' })).toBeVisible()
  await expect(all).not.toBeChecked()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('checkbox', { name: /^Brush Round 4, Drama Club/ })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(page.getByRole('link', { name: 'Pack 4' })).toBeVisible()
  await page.getByRole('searchbox').fill('shelf a10')
  await expect(page.getByRole('checkbox')).toHaveCount(3)
  await page.getByRole('searchbox').fill('nowhere')
  await expect(page.getByText('No lines match “nowhere”')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expectSoundAt(page, [1440, 768, 320])

  await page.getByRole('link', { name: 'Clubs 2' }).click()
  await expectSoundAt(page, [320, 768, 1440])
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('link', { name: /^Drama Club 10 ready 5 to pack/ }).click()
  const button = page.getByRole('button', { name: /^Hand over/ })
  await expect(button).toHaveText('Hand over 10 things')
  await expect(button).toBeInViewport()
  await button.click()
  await expect(page.getByText('10 things handed over to Test Coordinator')).toBeVisible()
  await expect(deskOf(page, 'Drama Club')).toContainText('Nothing more is ready. 5 to pack')
  await expect(page.getByRole('heading', { name: 'Drama Club' })).toBeFocused()
  await page.keyboard.press('Alt+z')
  await expect(page.getByText('Hand-over undone: 10 things')).toBeVisible()

  // Some of it, to somebody else.
  await numberOf(page, 'Brush Round 4').fill('2')
  await numberOf(page, 'Gaffer Tape').fill('6')
  await expect(page.getByText('Only 5 are left to hand over')).toBeVisible()
  await button.click()
  await expect(numberOf(page, 'Gaffer Tape')).toBeFocused()
  await numberOf(page, 'Gaffer Tape').fill('0')
  await page.getByLabel('Or somebody else').fill('Meera')
  await numberOf(page, 'Brush Round 4').press('Enter')
  await expect(button).toHaveText('Hand over 2 things')
  await button.click()
  await expect(page.getByText('2 things handed over to Meera')).toBeVisible()
  await expect(deskOf(page, 'Drama Club')).toContainText('Shelf A10, 2 of 5 handed over')
  // What comes back is booked in the order.
  await page.getByRole('link', { name: 'Correct its order' }).click()
  await expect(page.getByRole('heading', { name: 'Drama Club' })).toBeVisible()
  await expect(page.getByRole('row', { name: /Brush Round 4/ })).toBeVisible()
  await page.goBack()
  await expectSoundAt(page, [320, 768, 1440])

  await portal.decide({ _id: lines.drama['Brush Round 4'], status: 'Rejected' })
  const back = page.getByRole('button', { name: 'Take back 3 Brush Round 4 from Drama Club' })
  await back.click()
  await expect(page.getByText('3 things taken back')).toBeVisible()
  await expect(back).toHaveCount(0)
  const left = await portal.asAdmin<{ itemName: string; allotted_quantity: number }[]>(
    'GET',
    `/cart/cart-items-user/${drama.id}`,
  )
  expect(left.find(({ itemName }) => itemName === 'Brush Round 4')?.allotted_quantity).toBe(2)
  await page.keyboard.press('Alt+z')
  await expect(back).toBeVisible()
})

test('two desks see each other, and nobody hands over what another has taken', async ({
  portal,
  page,
  openPage,
}) => {
  const { drama, lines } = await prepare(portal)
  await ready(portal, lines.drama['Gaffer Tape'], lines.drama['Brush Round 4'])
  const other = await openPage()
  await signIn(page, portal, portal.admin, `/handout?club=${drama.id}`)
  await signIn(other, portal, portal.admin, `/handout?club=${drama.id}`)
  await expect(numberOf(page, 'Gaffer Tape')).toHaveValue('5')
  await numberOf(other, 'Gaffer Tape').fill('1')
  await numberOf(other, 'Brush Round 4').fill('0')
  await other.getByRole('button', { name: 'Hand over 1 thing' }).click()
  await expect(other.getByText('1 thing handed over to Test Coordinator')).toBeVisible()
  await expect(numberOf(page, 'Gaffer Tape')).toHaveValue('4')

  // What this desk shows is late, so it asks for too many.
  let release = () => {}
  const isLate = new Promise<void>((done) => (release = done))
  await page.route('**/cart/handout', async (route) => {
    await isLate
    await route.continue()
  })
  await numberOf(other, 'Gaffer Tape').fill('3')
  await numberOf(other, 'Brush Round 4').fill('0')
  await other.getByRole('button', { name: 'Hand over 3 things' }).click()
  await expect(other.getByText('3 things handed over to Test Coordinator')).toBeVisible()
  await page.getByRole('button', { name: 'Hand over 9 things' }).click()
  release()
  await expect(page.getByText('Nothing was handed over: 1 line asks for too many.')).toBeVisible()
  await expect(page.getByText('Only 1 of Gaffer Tape can be handed over now.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Hand over 6 things' }).click()
  await expect(page.getByText('6 things handed over to Test Coordinator')).toBeVisible()
  await expect(deskOf(other, 'Drama Club')).toContainText('Nothing more is ready.')

  await page.getByRole('link', { name: /^Pack/ }).click()
  await other.getByRole('link', { name: /^Pack/ }).click()
  await other.getByRole('checkbox', { name: /^Mirror ball, Drama Club/ }).check()
  await expect(page.getByRole('checkbox', { name: /^Mirror ball, Drama Club/ })).toBeChecked()
})

test('a hand-over that was not answered is sent again, once', async ({ portal, page }) => {
  const { drama, lines } = await prepare(portal)
  await ready(portal, lines.drama['Gaffer Tape'])
  await signIn(page, portal, portal.admin, `/handout?club=${drama.id}`)
  await numberOf(page, 'Gaffer Tape').fill('2')
  await page.route('**/cart/hand-over', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Hand over 2 things' }).click()
  await expect(page.getByText('The last hand-over has no answer yet.')).toBeVisible()
  await page.unroute('**/cart/hand-over')
  await page.context().setOffline(true)
  await expect(
    page.getByText('You can look, but nothing can be ticked or handed over.'),
  ).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('2 things handed over to Test Coordinator')).toBeVisible()
  await expect(numberOf(page, 'Gaffer Tape')).toHaveValue('3')
  await expect(deskOf(page, 'Drama Club')).toContainText('2 of 5 handed over')
})

test('pick-up words reach a phone, and the screen in the store room shows what is ready', async ({
  portal,
  page,
  openPage,
}) => {
  const { drama, lines } = await prepare(portal)
  await ready(portal, lines.drama['Gaffer Tape'], lines.music['Gaffer Tape'])
  const phone = await openPage()
  await phone.setViewportSize({ width: 320, height: 800 })
  await signIn(phone, portal, drama)
  await expect(phone.getByText('5 things are ready.')).toBeVisible()
  await signIn(page, portal, portal.admin, '/handout?view=clubs')
  await page.getByRole('button', { name: 'Write it' }).click()
  await page.getByLabel(/^When and where clubs collect/).fill('Store room, 5 to 7 pm.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved. Clubs with something ready read it now.')).toBeVisible()
  await expect(phone.getByText('5 things are ready. Store room, 5 to 7 pm.')).toBeVisible()
  await expectSoundAt(phone, [320, 768, 1440])

  await page.getByRole('button', { name: 'Screen in the store room' }).click()
  const dialog = page.getByRole('dialog', { name: 'Screen in the store room' })
  const end = dialog.getByRole('button', { name: /^End (the|this) address/ })
  await expect(dialog.getByRole('button', { name: 'Make an address' })).toBeFocused()
  await expect(end).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Make an address' }).click()
  const address = await dialog.locator('code').innerText()
  await expect(dialog.getByRole('link', { name: 'Open' })).toHaveAttribute('href', address)
  await expectSoundAt(page, [320, 768, 1440], 800, 'dialog')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Screen in the store room' }).click()
  await expect(dialog).toContainText('An address was made today.')
  await expect(end).toBeVisible()
  await page.keyboard.press('Escape')

  const screen = await openPage()
  const key = new URL(address).hash.slice(1)
  const sentElsewhere: string[] = []
  screen.on('request', async (request) => {
    const headers = await request.allHeaders()
    const told = `${request.url()} ${request.postData() ?? ''} ${JSON.stringify({ ...headers, 'pickup-key': '' })}`
    if (told.includes(key)) sentElsewhere.push(request.url())
  })
  await screen.setViewportSize({ width: 1920, height: 1080 })
  await screen.goto(portal.url + new URL(address).pathname + new URL(address).hash)
  await expect(screen.getByRole('listitem')).toHaveText([
    'Drama Club5 things',
    'Music Club5 things',
  ])
  await expect(screen.getByText('Store room, 5 to 7 pm.')).toBeVisible()
  await expectSoundAt(screen, [1920, 320], 1080)
  await portal.asAdmin('POST', '/cart/hand-over', {
    user_id: drama.id,
    to: 'Meera',
    lines: [{ _id: lines.drama['Gaffer Tape'], quantity: 4 }],
  })
  await expect(screen.getByRole('listitem').first()).toHaveText('Drama Club1 thing')
  await expect(phone.getByText('1 thing is ready. Store room, 5 to 7 pm.')).toBeVisible()
  await phone.getByRole('button', { name: 'Your Orders' }).click()
  const row = phone.getByRole('row', { name: /Gaffer Tape/ })
  await expect(row).toContainText('4 of 5 handed over')
  await row.getByRole('button', { name: 'Gaffer Tape', exact: true }).click()
  await expect(phone.getByText('The department handed 4 to Meera.')).toBeVisible()

  // A name is 1/18 of the height where there are many; pages turn by themselves, until somebody pauses them.
  await screen.setViewportSize({ width: 1920, height: 1080 })
  for (let number = 10; number < 40; number++) {
    const club = await portal.addClub(`Club ${number}`, `club-${number}@clubs.example`)
    const order = await portal.placeOrder(club, [{ itemName: 'Balloon', ordered_quantity: 2 }])
    await portal.decide({ _id: order.Balloon, allotted_quantity: 2, status: 'Ready' })
  }
  await expect(screen.getByText('Page 1 of 2')).toBeVisible()
  const name = screen.getByText('Club 10')
  expect(await name.evaluate((one) => parseFloat(getComputedStyle(one).fontSize))).toBeCloseTo(60)
  await expect(screen.getByText('Music Club')).not.toBeInViewport()
  await expect(screen.getByText('Music Club')).toBeInViewport()
  await screen.getByRole('button', { name: 'Pause' }).press('Enter')
  await expect(screen.getByText('Page 2 of 2')).toBeVisible()

  await portal.kill()
  await expect(
    screen.getByText(/^No connection since \d\d:\d\d\. This list may be old\.$/),
  ).toBeVisible()
  await expectAccessible(screen)
  await portal.start()
  await expect(screen.getByText(/^No connection/)).toHaveCount(0)
  await screen.getByRole('button', { name: 'Go on' }).click()
  await portal.asAdmin('DELETE', '/cart/pickup-screen', {})
  await expect(
    screen.getByText('This address has ended. Make a new one under Hand out.'),
  ).toBeVisible()
  expect(sentElsewhere).toEqual([])
})

test('the screen stays true for a day in which the server is away, and never receives what is held back', async ({
  portal,
  page,
}) => {
  const { drama, lines } = await prepare(portal)
  await ready(portal, lines.drama['Gaffer Tape'])
  await portal.holdDecisions(true)
  await ready(portal, lines.drama['Mirror ball'], ...Object.values(lines.music))
  const { url } = await portal.asAdmin<{ url: string }>('POST', '/cart/pickup-screen', {})
  const received: string[] = []
  page.on('response', async (response) => {
    if (response.url().endsWith('/cart/pickup') && response.status() === 200)
      received.push(await response.text())
  })
  await page.clock.install({ time: new Date(2026, 10, 27, 12) })
  await page.goto(portal.url + new URL(url).pathname + new URL(url).hash)
  const clubs = page.getByRole('listitem')
  await expect(clubs).toHaveText(['Drama Club5 things'])
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length)
  const before = await nodes()

  await portal.kill()
  await page.clock.runFor(10_000)
  await expect(page.getByText(/^No connection since \d\d:\d\d\./)).toBeVisible()
  await page.clock.fastForward('24:00:00')
  await expect(page.getByText(/^No connection since Fri 27 Nov, 12:0\d\. This/)).toBeVisible()
  await portal.start()
  await portal.asAdmin('POST', '/cart/hand-over', {
    user_id: drama.id,
    to: 'Meera',
    lines: [{ _id: lines.drama['Gaffer Tape'], quantity: 4 }],
  })
  await page.clock.runFor(10_000)
  await expect(clubs).toHaveText(['Drama Club1 thing'])
  await expect(page.getByText(/^No connection/)).toHaveCount(0)
  expect(await nodes()).toBe(before)
  expect(received.length).toBeGreaterThan(1)
  expect(received.join()).not.toContain('Music Club')
  await portal.holdDecisions(false)
  await portal.asAdmin('DELETE', '/cart/pickup-screen', {})
  await page.clock.runFor(10_000)
  await expect(page.getByText(/^This address has ended\./)).toBeVisible()
})

test('both views are printed: a list by place, and one page for each club to sign', async ({
  portal,
  page,
}) => {
  const { lines } = await prepare(portal)
  await ready(portal, lines.drama['Gaffer Tape'], lines.music['Gaffer Tape'])
  await signIn(page, portal, portal.admin, '/handout')
  await expect(page.getByRole('checkbox')).toHaveCount(6)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByText('4 lines to pack, by place')).toBeVisible()
  await expect(page.getByRole('columnheader')).toHaveText(['Shelf A10', 'No place'])
  await expect(page.getByRole('row', { name: 'Brush Round 4 pieces 5 Drama Club' })).toBeVisible()

  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.getByRole('link', { name: 'Clubs 2' }).click()
  await expect(page.getByRole('link', { name: /^Drama Club/ })).toBeVisible()
  const printed = await page.pdf({ format: 'A4', preferCSSPageSize: true })
  expect(printed.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const drama = page.getByRole('article').filter({ hasText: 'Drama Club' })
  await expect(drama.getByRole('row', { name: '5 Gaffer Tape pieces Shelf A2' })).toBeVisible()
  await expect(drama).toContainText('Still to pack: 5 Brush Round 4, 5 Mirror ball')
  await expect(drama.getByText('Signature')).toBeVisible()
})
