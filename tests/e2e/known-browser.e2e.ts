/** A browser that has signed in before is known to the server, and strangers cannot delay it. */
import { expect, signInByForm, test } from './fixtures.ts'

test('a browser proves at its next sign-in that it has signed in before', async ({
  page,
  portal,
}) => {
  const club = await portal.addClub('Film Club')
  const first = page.waitForResponse(/\/users\/login$/)
  await signInByForm(page, portal, club)
  const { device } = (await (await first).json()) as { device: string }
  expect((await first).request().headers()['device-token']).toBeUndefined()

  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL(/\/inventory$/)
  const second = page.waitForRequest(/\/users\/login$/)
  await signInByForm(page, portal, club)
  expect((await second).headers()['device-token']).toBe(device)
})
