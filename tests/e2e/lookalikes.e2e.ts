/** What an administrator can tell apart that looks alike: clubs of one name, and the addresses behind links. */
import type { Page } from '@playwright/test'
import { expect, expectSoundAt, signIn, test } from './fixtures.ts'

const HONEST = 'film-club@institute-of-technology.example'
const STRANGER = 'film.club@mail.example'

/** The last letter but one is Cyrillic. */
const LOOKALIKE = 'https://shop.ex\u0430mple/felt'
const LONG = `https://${'a-very-long-name-of-a-shop.'.repeat(4)}example/felt`

async function sees(page: Page, text: string) {
  await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
}

test('two clubs of one name differ by their address, and a link shows its host', async ({
  page,
  portal,
}) => {
  // High enough that the bar with `Save Changes` covers no field.
  const look = () => expectSoundAt(page, [320, 768, 1440], 1_600)
  const honest = await portal.addClub('Film Club', HONEST)
  const stranger = await portal.addClub('Film Club', STRANGER)
  await portal.placeOrder(honest, [{ itemName: 'Black felt', ordered_quantity: 1 }])
  await portal.placeOrder(stranger, [
    { itemName: 'Gold leaf', ordered_quantity: 9, link: LOOKALIKE },
    { itemName: 'Silver leaf', ordered_quantity: 9, link: LONG },
  ])
  await signIn(page, portal, portal.admin, '/orders')
  await sees(page, HONEST)
  await sees(page, STRANGER)
  await look()
  await page.getByRole('button', { name: `Delete the cart of Film Club, ${STRANGER}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete cart' })
  await expect(dialog).toContainText(`The cart of Film Club (${STRANGER}) leaves this list`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('link', { name: `View Order of Film Club, ${STRANGER}` }).click()
  await expect(page.getByText(STRANGER)).toBeVisible()
  const seesHosts = async () => {
    await sees(page, 'shop.xn--exmple-4nf')
    await sees(page, new URL(LONG).hostname)
    await expect(page.getByRole('link', { name: /^View Link/ }).first()).toBeVisible()
    await look()
  }
  await seesHosts()
  await page.goto(`${portal.url}/customitems`)
  await seesHosts()
})
