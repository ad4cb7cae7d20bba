/** What the browser enforces for our pages. That our own code never meets it, the fixtures watch in every test. */
import { expect, signIn, test } from './fixtures.ts'

test('the browser refuses what our pages never do', async ({ page, portal, policyReports }) => {
  const write = () =>
    page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.ran=1">')
        return 'written'
      } catch (error) {
        return (error as Error).name
      }
    })
  const createPolicy = () =>
    page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown }
      }
      try {
        trustedTypes.createPolicy('default', { createHTML: (text: string) => text })
        return 'created'
      } catch (error) {
        return (error as Error).name
      }
    })
  for (const path of ['/', '/slideshow?description=OASIS', '/inventory', '/nowhere']) {
    await page.goto(portal.url + path)
    expect([await write(), await createPolicy()], path).toEqual(['TypeError', 'TypeError'])
  }
  await signIn(page, portal, portal.admin)
  expect([await write(), await createPolicy()]).toEqual(['TypeError', 'TypeError'])
  expect(policyReports.length).toBeGreaterThanOrEqual(10)
  policyReports.length = 0

  // features that a page does not need
  const allowed = await page.evaluate(() => {
    const { featurePolicy } = document as unknown as {
      featurePolicy: { allowedFeatures(): string[] }
    }
    return featurePolicy.allowedFeatures()
  })
  const used = ['camera', 'microphone', 'geolocation', 'clipboard-read', 'payment', 'usb', 'hid']
  const films = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture']
  expect(allowed.filter((feature) => [...used, ...films].includes(feature))).toEqual([])
})
