/** Clubs with several people, approval, and what everybody sets for themselves. On a phone, by keyboard. */
import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Portal, signIn, signInByForm, test } from './fixtures.ts'

const WIDTHS = [320, 768, 1440]
const PASSWORD = 'a-long-enough-passphrase'
const ENDED = /^You were signed out\. Perhaps somebody changed/

test.use({ viewport: { width: 320, height: 800 }, actionTimeout: 8_000 })

/** Registers by the mailed code and signs in; `clubName` is what stands in the form. */
async function register(page: Page, portal: Portal, email: string, clubName: string) {
  await page.goto('/register')
  await page.getByLabel('Email ID').fill(email)
  await page.getByRole('button', { name: 'Get OTP At Email' }).press('Enter')
  await expect(page.getByText('OTP sent to your email.').first()).toBeVisible()
  const codeOf = async (): Promise<string> =>
    // An invitation may have come before it.
    (await portal.smtp.waitForMail(email)).code ?? codeOf()
  await page.getByLabel('Verification Code').fill(await codeOf())
  await page.getByLabel('Co-ordinator Name').fill(email.split('@')[0] ?? '')
  await page.getByLabel('Club Name').fill(clubName)
  await page.getByLabel('Phone Number').fill('+91 00000 00002')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register', exact: true }).press('Enter')
  await page.waitForURL('**/inventory')
  await signInByForm(page, { email, password: PASSWORD })
}

async function order(page: Page, item: string) {
  await page
    .getByRole('group', { name: `Quantity of ${item}` })
    .getByRole('spinbutton')
    .fill('2')
  await page
    .getByRole('listitem')
    .filter({ hasText: item })
    .getByRole('button', { name: 'Add to Cart' })
    .press('Enter')
  await page.getByRole('button', { name: 'View Cart' }).press('Enter')
  await page.getByRole('button', { name: 'Confirm Order' }).press('Enter')
}

/** Presses what an administrator finds in the menu of a club or a person. */
async function choose(page: Page, of: string, what: string) {
  await page.getByRole('button', { name: `More for ${of}` }).press('Enter')
  const menu = page.getByRole('list', { name: `More for ${of}` })
  const item = menu.getByRole('button', { name: what })
  while (!(await item.evaluate((one) => one === document.activeElement)))
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(menu).toBeHidden()
}
const say = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).first()).toBeVisible()
const orders = (page: Page) => page.getByRole('table', { name: 'Lines of your orders' })
const openAccount = (page: Page) =>
  page.getByRole('link', { name: 'Account', exact: true }).press('Enter')
const answer = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter')
/** Says yes to a question, and waits until nothing covers the page. */
async function confirm(page: Page, name: string, done: string) {
  await answer(page, name)
  await say(page, done)
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a club waits, is approved, gets a second person, and both order at once', async ({
  portal,
  page,
  openPage,
}) => {
  await portal.addItems({ 'Gaffer Tape': 20, Glue: 9 })
  await signIn(page, portal, portal.admin, '/people')
  await say(page, 'No club has registered yet')
  await say(page, 'Nobody is invited now.')
  await expectSoundAt(page, WIDTHS, 1_200)
  const approval = page.getByRole('switch', { name: 'New clubs wait for approval' })
  await approval.press('Space')
  await expect(approval).toBeChecked()

  const meera = await openPage()
  await meera.setViewportSize({ width: 320, height: 800 })
  await register(meera, portal, 'meera@clubs.example', 'Drama Club')
  await say(meera, 'The department has to approve your club.')
  await order(meera, 'Glue')
  await expect(meera.getByRole('button', { name: 'Confirm Order' })).toHaveAccessibleDescription(
    'You can order as soon as the department has approved your club.',
  )
  await expectSoundAt(meera, WIDTHS)
  await meera.setViewportSize({ width: 320, height: 800 })

  await page.getByRole('link', { name: 'Stock', exact: true }).click()
  const waits = page.getByRole('link', { name: '1 club waits for approval' })
  await expect(waits).toBeVisible()
  await expectSoundAt(page, WIDTHS, 1_200)
  await waits.press('Enter')
  await expect(page.getByRole('heading', { name: 'Waiting 1' })).toBeVisible()
  await say(page, 'meera, meera@clubs.example, +91 00000 00002')
  await expectSoundAt(page, WIDTHS, 1_200)
  await page.getByRole('button', { name: 'Approve Drama Club' }).press('Enter')
  await say(page, 'Drama Club is approved. meera gets a mail.')
  await expect(page.getByRole('heading', { name: 'Clubs 1' })).toBeFocused()
  await expect(page.getByRole('heading', { name: /^Waiting/ })).toHaveCount(0)
  expect((await portal.smtp.waitForMail('meera@clubs.example')).text).toContain('approved')

  // The page of the club notices by itself.
  await expect(meera.getByText('The department has to approve your club.')).toHaveCount(0)
  await meera.getByRole('button', { name: 'Confirm Order' }).press('Enter')
  await confirm(meera, 'Place order of 2 pieces', 'Order Placed')

  await openAccount(meera)
  await meera.getByLabel('Invite somebody to your club').fill('kabir')
  await meera.keyboard.press('Enter')
  await expect(meera.getByLabel('Invite somebody to your club')).toHaveAccessibleDescription(
    'Please enter a valid email address.',
  )
  await meera.getByLabel('Invite somebody to your club').fill('kabir@clubs.example')
  await meera.keyboard.press('Enter')
  await say(meera, 'Invited kabir@clubs.example to Drama Club')
  await say(meera, /^Can register until/)
  await expectSoundAt(meera, WIDTHS, 1_800)
  await meera.setViewportSize({ width: 320, height: 800 })
  await meera.getByLabel('Invite somebody to your club').fill('nobody@clubs.example')
  await meera.keyboard.press('Enter')
  await meera
    .getByRole('button', { name: 'Remove the invitation of nobody@clubs.example' })
    .press('Enter')
  await expect(meera.getByText('nobody@clubs.example', { exact: true })).toHaveCount(0)
  await expect(meera.getByRole('heading', { name: 'Invited' })).toBeFocused()
  await meera.getByRole('link', { name: 'Back to your orders' }).press('Enter')
  await meera.getByRole('button', { name: 'Your Orders' }).press('Enter')
  await expect(orders(meera)).toContainText('Glue')

  const kabir = await openPage()
  await kabir.setViewportSize({ width: 320, height: 800 })
  await register(kabir, portal, 'kabir@clubs.example', 'Any Other Club')
  await say(kabir, 'Welcome, Drama Club')
  await order(kabir, 'Gaffer Tape')
  await confirm(kabir, 'Place order of 2 pieces', 'Order Placed')
  await expect(orders(meera)).toContainText('Gaffer Tape')
  await kabir.getByRole('button', { name: 'Your Orders' }).press('Enter')
  await expect(orders(kabir)).toContainText('Glue')
  await expect(page.getByRole('button', { name: 'Drama Club 2 people, 2 lines' })).toBeVisible()
})

test('an administrator renames, moves, disables and invites', async ({
  portal,
  page,
  openPage,
}) => {
  const film = await portal.addClub('Film Club')
  const music = await portal.addClub('Music Club')
  const [filmPage, musicPage] = [await openPage(), await openPage()]
  await signIn(filmPage, portal, film)
  await signIn(musicPage, portal, music)
  await signIn(page, portal, portal.admin)
  const goTo = (name: string) => page.getByRole('link', { name }).first().press('Enter')
  await goTo('People')
  await expect(page.getByRole('button', { name: /^Film Club/ })).toBeVisible()
  // The history names the same clubs and people.
  await goTo('History')
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  await goTo('People')

  await page.getByRole('button', { name: /^Film Club/ }).press('Enter')
  await page.getByRole('button', { name: 'Rename Film Club' }).press('Enter')
  const name = page.getByLabel('Name of the club')
  await name.fill(' ')
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription('A club name has 1 to 120 characters.')
  await expectSoundAt(page, WIDTHS, 800, 'dialog')
  await page.setViewportSize({ width: 320, height: 800 })
  await name.fill('Cinema Club')
  await name.press('Enter')
  await say(page, 'Film Club is now called Cinema Club')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: /^Cinema Club/ }).focus()
  await choose(page, `${film.cordName}, ${film.email}`, 'Move to another club')
  await answer(page, `Move ${film.cordName}`)
  await expect(page.getByRole('dialog')).toContainText('Choose a club.')
  await page.getByLabel('To which club').selectOption('Music Club')
  await expect(page.getByRole('dialog')).toContainText(
    'is signed out and then sees and changes the order of Music Club. Cinema Club has nobody left.',
  )
  await expectSoundAt(page, WIDTHS, 800, 'dialog')
  await page.setViewportSize({ width: 320, height: 800 })
  await confirm(page, `Move ${film.cordName}`, 'is moved to Music Club')
  await filmPage.waitForURL('**/inventory')
  await say(filmPage, ENDED)
  await signInByForm(filmPage, film)
  await say(filmPage, 'Welcome, Music Club')

  await page.getByRole('button', { name: 'Music Club 2 people, 0 lines' }).press('Enter')
  await expectSoundAt(page, WIDTHS, 1_400)
  await page.setViewportSize({ width: 320, height: 800 })
  await page.getByRole('button', { name: /^Disable this club/ }).press('Enter')
  await expect(page.getByRole('dialog')).toContainText(
    'Its 2 people are signed out at once and cannot sign in. Its order stays.',
  )
  await confirm(page, 'Disable Music Club', 'Music Club is disabled')
  for (const each of [filmPage, musicPage]) {
    await each.waitForURL('**/inventory')
    await say(each, ENDED)
  }
  await page.getByRole('button', { name: /^Enable this club/ }).press('Enter')
  await say(page, 'Music Club is enabled')
  await signInByForm(musicPage, music)

  await page.getByRole('searchbox', { name: 'Search clubs or people' }).fill('film-club@')
  await expect(page.getByRole('button', { name: /^Cinema Club/ })).toHaveCount(0)
  await choose(page, `${film.cordName}, ${film.email}`, 'Disable')
  await confirm(page, `Disable ${film.cordName}`, `${film.cordName} is disabled`)
  await page.getByRole('searchbox').fill('sculpture')
  await say(page, 'Nobody matches “sculpture”')
  await page.getByRole('button', { name: 'Clear search' }).press('Enter')

  await page.getByRole('button', { name: 'Invite', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  const address = dialog.getByLabel('Their address')
  await address.fill(` ${film.email.toUpperCase()}`)
  await dialog.getByLabel('Club', { exact: true }).selectOption('Cinema Club')
  await answer(page, 'Invite')
  await expect(address).toHaveAccessibleDescription(
    `${film.cordName} of Music Club has an account with this address. Move them under Clubs instead.`,
  )
  await expect(address).toBeFocused()
  await address.fill('farah@adp.example')
  await dialog.getByLabel('Club', { exact: true }).selectOption('Choose a club')
  await answer(page, 'Invite')
  await expect(dialog).toContainText('Choose a club.')
  await dialog.getByRole('radio', { name: 'A club' }).press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^The administrators/ })).toBeChecked()
  await expectSoundAt(page, WIDTHS, 800, 'dialog')
  await page.setViewportSize({ width: 320, height: 800 })
  await confirm(page, 'Invite', 'Invited farah@adp.example to the administrators')
  await say(page, /^Administrators, until/)
  await register(filmPage, portal, 'farah@adp.example', 'Any Club')
  await expect(filmPage).toHaveURL(/\/inventoryadp$/)
  await portal.smtp.waitForMail(portal.admin.email)
  await say(page, 'Nobody is invited now.')
  await choose(page, 'farah, farah@adp.example', 'Disable')
  await confirm(page, 'Disable farah', 'farah is disabled')
  await filmPage.waitForURL('**/inventory')
  await say(filmPage, ENDED)
})

test('almost the same name is seen before it is approved', async ({ portal, page, openPage }) => {
  await portal.addClub('Photography Club')
  await portal.asAdmin('PUT', '/users/registration', { mode: 'approval' })
  const ravi = await openPage()
  await register(ravi, portal, 'ravi@clubs.example', 'Photo-graphy club')
  await signIn(page, portal, portal.admin, '/people')
  await say(page, 'Almost the name of Photography Club (1 person, 0 lines).')
  await expectSoundAt(page, WIDTHS, 1_200)
  await page.getByRole('button', { name: 'Move ravi to Photography Club' }).press('Enter')
  await answer(page, 'Move ravi')
  await expect(page.getByRole('button', { name: /^Photography Club 2 people/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Waiting/ })).toHaveCount(0)
  await ravi.waitForURL('**/inventory')
  await signInByForm(ravi, { email: 'ravi@clubs.example', password: PASSWORD })
  await say(ravi, 'Welcome, Photography Club')

  await page.route('**/users/clubs/*', (route) => route.abort())
  await page.getByRole('button', { name: /^Photography Club/ }).press('Enter')
  await page.getByRole('button', { name: /^Disable this club/ }).press('Enter')
  await answer(page, 'Disable Photography Club')
  await expect(page.getByRole('dialog')).toContainText('The server cannot be reached.')
})

test('everybody changes their name, phone and password', async ({ portal, page, openPage }) => {
  const club = await portal.addClub('Drama Club')
  const elsewhere = await openPage()
  await signIn(elsewhere, portal, club)
  await signIn(page, portal, club)
  await openAccount(page)
  await page.getByLabel('Your name').fill('Meera')
  const phone = page.getByLabel('Phone')
  await phone.fill('98')
  await phone.press('Enter')
  await expect(phone).toBeFocused()
  await expect(phone).toHaveAccessibleDescription(/7 to 15 digits/)
  await phone.fill('00000 00015')
  await phone.press('Enter')
  await say(page, 'Saved')
  await expect(page.getByRole('listitem').filter({ hasText: 'Meera' })).toContainText('You')

  const present = page.getByLabel('Present password')
  const next = page.getByRole('textbox', { name: 'New password' })
  await present.fill('not the password')
  await next.fill('another-long-passphrase')
  await next.press('Enter')
  await expect(present).toHaveAccessibleDescription('This is not your password.')
  await expectSoundAt(page, WIDTHS, 1_800)
  await page.setViewportSize({ width: 320, height: 800 })
  await present.fill(club.password)
  await present.press('Enter')
  await say(page, 'Your password is changed')
  await elsewhere.waitForURL('**/inventory')
  await say(elsewhere, ENDED)
  // This page goes on, with the new token.
  await page.getByRole('link', { name: 'Back to your orders' }).press('Enter')
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await page.reload()
  await say(page, 'Welcome, Drama Club')
  await signInByForm(elsewhere, { ...club, password: 'another-long-passphrase' })

  await signIn(elsewhere, portal, portal.admin)
  await openAccount(elsewhere)
  await elsewhere.getByLabel('Your name').fill('Nandini')
  await elsewhere.getByLabel('Your name').press('Enter')
  await say(elsewhere, 'Saved')
  await elsewhere.getByRole('link', { name: 'Back to Home' }).press('Enter')
  await say(elsewhere, 'Hello, Nandini')
})
