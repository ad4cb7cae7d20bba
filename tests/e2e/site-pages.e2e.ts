import type { Request } from '@playwright/test'
import { isLarge } from '#tests/support/random.ts'
import { ADMIN_SCREENS, expect, expectAccessible, expectNoSidewaysScroll } from './fixtures.ts'
import { ADDRESSES, test } from './support-site.ts'

const WIDTHS = [320, 768, 1280]

for (const address of ADDRESSES)
  test(`${address}: accessible at every width, no foreign requests, hydrated without complaint`, async ({
    page,
    site,
  }) => {
    const complaints: string[] = []
    const foreign: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      const isOfTheStatus = /status of 404/.test(message.text())
      if (['error', 'warning'].includes(message.type()) && !isOfTheStatus)
        complaints.push(message.text())
    })
    page.on('request', (request) => {
      const url = new URL(request.url())
      if (url.protocol !== 'data:' && url.origin !== site.url) foreign.push(url.href)
    })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if (width === 320 || isLarge) await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, width === 320)
    }
    // nothing is lost with text twice as large
    await page.setViewportSize({ width: 640, height: 800 })
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await expectNoSidewaysScroll(page)
    expect(complaints).toEqual([])
    expect(foreign).toEqual([])
  })

test('every page has its own head', async ({ request, site }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const addresses = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = '']) =>
    address.replaceAll('&amp;', '&'),
  )
  expect(addresses).toHaveLength(1 + 2 + 51 + 2)
  const seen = { title: new Set(), description: new Set(), canonical: new Set() }
  for (const address of addresses) {
    const response = await request.get(address)
    expect(response.status()).toBe(200)
    const html = await response.text()
    const one = (pattern: RegExp) => pattern.exec(html)?.[1] ?? `none at ${address}`
    seen.title.add(one(/<title>(.+?)<\/title>/))
    seen.description.add(one(/<meta name="description" content="(.+?)"/))
    const canonical = one(/<link rel="canonical" href="(.+?)"/)
    expect(canonical).toBe(address)
    seen.canonical.add(canonical)
    const picture = one(/<meta property="og:image" content="(.+?)"/)
    expect(picture.startsWith(`${site.url}/share/`)).toBe(true)
    const shared = await request.get(picture)
    expect(shared.headers()['content-type']).toBe('image/png')
    expect((await shared.body()).length).toBeLessThan(200_000)
    const data = JSON.parse(one(/<script type="application\/ld\+json">(.+?)<\/script>/))
    expect(data['@context']).toBe('https://schema.org')
    // What is drawn without scripts is fetched first.
    expect(html).not.toMatch(
      /<(script type="module"|link rel="modulepreload")(?! fetchpriority="low")/,
    )
    expect(html).not.toMatch(/<[^>]+\sstyle=/)
    expect(html).not.toContain('origin.invalid')
  }
  for (const kind of Object.values(seen)) expect(kind.size).toBe(addresses.length)
})

test('robots.txt lists private screens, the manifest its icons', async ({ request, site }) => {
  const robots = await (await request.get('/robots.txt')).text()
  for (const path of ['/inventoryuser', ...ADMIN_SCREENS])
    expect(robots).toContain(`Disallow: ${path}\n`)
  expect(robots).not.toContain('Disallow: /inventory\n')
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  for (const { src, type } of manifest.icons)
    expect((await request.get(src)).headers()['content-type']).toContain(type)
  expect((await request.get('/apple-touch-icon.png')).status()).toBe(200)
})

test('other spellings show the same page, unknown addresses a 404', async ({ page, request }) => {
  const open = async (address: string) => {
    const response = await page.goto(address)
    const heading = await page.getByRole('heading', { level: 1 }).ariaSnapshot()
    return [response?.status(), /^- heading "(.*)"/.exec(heading)?.[1]]
  }
  // the strangest spelling in the browser; the others bring the same document
  for (const [path, status, heading, [strangest, ...others]] of [
    [
      '/endpoint?description=',
      200,
      'Oasis 2024',
      ['%20OASIS%202024%20', 'Oasis+2024', 'oasis%202024', 'OASIS 2024'],
    ],
    ['/slideshow?description=', 200, 'Apogee Through The Years', ['%41pogee', 'APOGEE', 'apogee']],
    ['/treedesign?param=', 200, "Our StuCCAn's over the years...", ['STUCCAN', 'stuccan']],
    [
      '/treedesign',
      200,
      "Our CoStAAn's over the years...",
      ['?param=%00', '', '?param=', '?param=costaan', '?param=anything'],
    ],
    [
      '/endpoint',
      404,
      'No such edition',
      ['?description=%E0%A4%A', '', '?description=', '?description=OASIS%202020'],
    ],
  ] as const) {
    const document = await (await request.get(path + strangest)).text()
    for (const spelling of others) {
      const response = await request.get(path + spelling)
      expect(response.status(), path + spelling).toBe(status)
      expect(await response.text(), path + spelling).toBe(document)
    }
    expect(await open(path + strangest)).toEqual([status, heading])
  }
  await page.getByRole('link', { name: 'APOGEE through the years' }).click()
  await expect(page).toHaveURL(/slideshow\?description=APOGEE$/)
  expect(await open('/slideshow?description=constructor')).toEqual([404, 'No such festival'])
  expect(await open('/__proto__')).toEqual([404, 'Page not found'])
})

test('the first view of the home page is light', async ({ page }) => {
  let requests = 0
  let bytes = 0
  const sizes: Promise<void>[] = []
  async function weigh(request: Request) {
    const { responseBodySize, responseHeadersSize } = await request.sizes()
    bytes += responseBodySize + responseHeadersSize
  }
  page.on('requestfinished', (request) => {
    requests += 1
    sizes.push(weigh(request))
  })
  await page.setViewportSize({ width: 412, height: 823 })
  await page.goto('/', { waitUntil: 'networkidle' })
  await Promise.all(sizes)
  expect(requests).toBeLessThanOrEqual(20)
  expect(bytes).toBeLessThanOrEqual(200_000)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('every text can be read and every page reached', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('.splash')).toBeHidden()
    const verticals = page.locator('noscript dl')
    await expect(verticals).toContainText('gates, towers, photo booths')
    await expect(verticals).toContainText('Members: Structure coordinator, Oasis')
    await page.getByRole('link', { name: 'Our Projects' }).click()
    await expect(page.getByRole('heading', { name: 'Our Projects' })).toBeInViewport()
    await page
      .getByRole('link', { name: /^Oasis/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Oasis 2004 | #33' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Oasis 2004' })).toBeVisible()
    await expect(page.locator('noscript li')).toHaveCount(7)
    await page.getByRole('link', { name: 'CoStAAn' }).click()
    await expect(page.getByRole('article')).toHaveCount(8)
    await expect(page.getByRole('article').filter({ hasText: 'CoStAAn 20' })).toHaveCount(7)
  })
})

test('pages are complete in forced colours and on paper', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Home', exact: true })).toHaveCSS(
    'color',
    await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('a'))
      probe.href = '/'
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    }),
  )
  const poster = page.getByRole('heading', { name: 'Oasis' })
  await expect(poster).toBeVisible()
  await page.emulateMedia({ forcedColors: 'none', media: 'print' })
  await page.goto('/slideshow?description=OASIS')
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByText('Skip to content')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Editions by year' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('no entry of a timeline overlaps another', async ({ page }) => {
  for (const param of ['stuccan', 'costaan']) {
    await page.goto(`/treedesign?param=${param}`)
    for (const width of [320, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const { steps, overlaps } = await page.getByRole('main').evaluate((main) => {
        const rows = [...main.querySelectorAll('ol > li')]
        const tops = rows.map((row) => row.getBoundingClientRect().top)
        const cards = [...main.querySelectorAll('ol > li > article')].map((card) =>
          card.getBoundingClientRect(),
        )
        return {
          // the tape is longer where years without an entry follow
          steps: tops
            .slice(1)
            .map((top, index) => top - (tops[index] ?? 0))
            .filter((_, index) => !rows[index]?.hasAttribute('data-absent')),
          overlaps: cards.flatMap((one, index) =>
            cards
              .slice(index + 1)
              .filter(
                (other) =>
                  one.left < other.right &&
                  other.left < one.right &&
                  one.top < other.bottom &&
                  other.top < one.bottom,
              ),
          ).length,
        }
      })
      expect(overlaps, `${param} at ${width} px`).toBe(0)
      if (width >= 768)
        expect(Math.max(...steps) - Math.min(...steps), `${param} at ${width} px`).toBeLessThan(1)
    }
  }
})

test('a picture that does not load keeps its space and shows its text', async ({ page }) => {
  await page.route('**/studies/**', (route) => route.abort())
  await page.goto('/endpoint?description=OASIS%202019')
  const figure = page.getByRole('figure').first()
  await figure.scrollIntoViewIfNeeded()
  await expect
    .poll(() => figure.locator('img').evaluate((image: HTMLImageElement) => image.complete))
    .toBe(true)
  expect((await figure.locator('img').boundingBox())?.height).toBeGreaterThan(100)
  await expect(figure.locator('img')).toHaveAttribute(
    'alt',
    'Stand-in drawing for Oasis 2019, 1 of 8',
  )
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })

  test('a wide picture opens whole, and can be enlarged', async ({ page }) => {
    await page.goto('/endpoint?description=OASIS%202004')
    await expect(page.getByRole('link', { name: 'home' }).first()).toHaveCSS(
      'touch-action',
      'manipulation',
    )
    await page.getByRole('button', { name: 'Open photo 1 of 8' }).click()
    const picture = page.getByRole('dialog').getByRole('img', { name: /^Stand-in/ })
    await expect(picture).toBeVisible()
    const seen = async () => (await picture.boundingBox())?.width ?? 0
    expect(await seen()).toBeLessThanOrEqual(320)
    await page.getByRole('button', { name: 'See it larger' }).click()
    await expect.poll(seen).toBeGreaterThan(500)
    const left = () => picture.evaluate((image) => Math.round(image.getBoundingClientRect().left))
    const width = await seen()
    await expect.poll(left).toBe(Math.round((320 - width) / 2))
    await picture.evaluate((image) => image.parentElement?.scrollTo(0, 0))
    await expect.poll(left).toBe(0)
    await page.getByRole('button', { name: 'See all of it' }).click()
    await expect.poll(seen).toBeLessThanOrEqual(320)
  })
})
