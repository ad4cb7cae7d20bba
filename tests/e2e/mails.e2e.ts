import type { Page } from '@playwright/test'
import { expect, expectSoundAt, type Portal, signIn, test } from './fixtures.ts'

const WIDTHS = [320, 768, 1440]

/** A club that asked for four rolls of tape. */
async function fill(portal: Portal) {
  const { 'Gaffer Tape': item_id } = await portal.addItems({ 'Gaffer Tape': 20 })
  const club = await portal.addClub('Drama Club')
  const lines = await portal.placeOrder(club, [{ item_id, ordered_quantity: 4 }])
  /** A decision that is held back and announced, so that a mail says it. */
  async function announce() {
    await portal.holdDecisions(true)
    await portal.decide({ _id: lines['Gaffer Tape'], status: 'Ready' })
    await portal.holdDecisions(false)
  }
  return { club, announce }
}

const mailSwitch = (page: Page) => page.getByRole('switch', { name: 'Mails about orders' })

test('a link of a mail stops the mails, a switch starts them', async ({
  portal,
  page,
  openPage,
}) => {
  const { club: person, announce } = await fill(portal)
  await announce()
  const { text } = await portal.smtp.waitForMail(person.email)
  const link = new URL(/https?:\S+mails-off\S+/.exec(text)?.[0] ?? '')
  const path = link.pathname + link.search

  // Without a session.
  const visitor = await openPage()
  await visitor.goto(path)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText(
    'Stop mails about your order?',
  )
  await expect(visitor.getByText(`Drama Club, ${person.email}.`)).toBeVisible()
  await expectSoundAt(visitor, WIDTHS, 1_200)
  await signIn(page, portal, person, '/account')
  await expect(mailSwitch(page)).toBeChecked()
  await visitor.getByRole('button', { name: 'Stop these mails' }).press('Enter')
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('These mails are off')
  await expectSoundAt(visitor, WIDTHS, 1_200)
  await visitor.goto(`${path}x`)
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('This link does not work')
  await expectSoundAt(visitor, WIDTHS, 1_200)

  await page.reload()
  await expect(mailSwitch(page)).not.toBeChecked()
  await expectSoundAt(page, WIDTHS, 1_200)
  await mailSwitch(page).press('Space')
  await expect(mailSwitch(page)).toBeChecked()
  await page.reload()
  await expect(mailSwitch(page)).toBeChecked()

  await page.route('**/users/preferences', (route) => route.abort())
  await mailSwitch(page).press('Space')
  await expect(page.getByText('Not saved. Mails stay on.')).toBeVisible()
  await expect(mailSwitch(page)).toBeChecked()
})

test('an administrator sees which mail waits, and sends it again', async ({ portal, page }) => {
  const { announce } = await fill(portal)
  await signIn(page, portal, portal.admin, '/history')
  await page.getByRole('link', { name: 'Mails', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mails')
  await expect(page.getByText('No mails wait')).toBeVisible()
  portal.smtp.mode = 'fail'
  await announce()
  const row = page.getByRole('row').filter({ hasText: 'Drama Club' })
  await expect(row).toContainText('The mail server answered 451.')
  await expect(row).toContainText(/Waits, tried (once|\d times), next at/)
  await expectSoundAt(page, WIDTHS, 1_200)
  // The server recovers with the press, so that no try of the outbox's own comes before it.
  await page.route('**/send-again', (route) => {
    portal.smtp.mode = 'accept'
    return route.continue()
  })
  await row.getByRole('button', { name: 'Send again to Drama Club' }).press('Enter')
  await portal.smtp.waitForMail('drama-club@clubs.example')
  await expect(row).toContainText('Sent')
  await expectSoundAt(page, WIDTHS, 1_200)
})
