import { test as base, startPortal, type Portal } from './fixtures.ts'

/** The public site changes nothing: one server does for all tests of a worker. `splash` off: as on the second page of a visit. */
export const test = base.extend<{ splash: boolean }, { site: Portal }>({
  site: [
    async ({}, use) => {
      const portal = await startPortal()
      await use(portal)
      await portal.close()
    },
    { scope: 'worker' },
  ],
  splash: [false, { option: true }],
  baseURL: async ({ site }, use) => use(site.url),
  page: async ({ page, splash }, use) => {
    if (!splash) await page.addInitScript(() => sessionStorage.setItem('splash', '1'))
    // A link pressed before the page was taken over is followed by the browser itself, which is right, but another test.
    const goto = page.goto.bind(page)
    page.goto = (address, options) => goto(address, { waitUntil: 'networkidle', ...options })
    await use(page)
  },
})

export const ADDRESSES = [
  '/',
  '/slideshow?description=OASIS',
  '/slideshow?description=APOGEE',
  '/endpoint?description=OASIS%202004',
  '/endpoint?description=OASIS%202003',
  '/endpoint?description=APOGEE%202019',
  '/treedesign?param=stuccan',
  '/treedesign?param=costaan',
  '/endpoint?description=nothing',
  '/slideshow',
  '/nowhere',
]
