/** A document that arrives in two pieces is taken over once, when it is whole. */
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { test } from './support-site.ts'

/** A server before `upstream` that sends each document up to `end`, and the rest when it is told to. */
function startSlowLine(upstream: string, end: string) {
  const rest = Promise.withResolvers<void>()
  const server = Bun.serve({
    port: 0,
    idleTimeout: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const response = await fetch(upstream + pathname + search, {
        headers: { 'accept-encoding': 'identity' },
      })
      const headers = new Headers(response.headers)
      headers.delete('content-length')
      const { status } = response
      // Whole, because a stream that is passed on may stay open.
      const document = await response.bytes()
      if (!headers.get('content-type')?.includes('text/html'))
        return new Response(document, { status, headers })
      const cut = Buffer.from(document).indexOf(end) + end.length
      const pieces = new ReadableStream({
        async start(controller) {
          controller.enqueue(document.subarray(0, cut))
          await rest.promise
          controller.enqueue(document.subarray(cut))
          controller.close()
        },
      })
      return new Response(pieces, { status, headers })
    },
  })
  return {
    url: `http://127.0.0.1:${server.port}`,
    sendRest: rest.resolve,
    close: () => server.stop(true),
  }
}

/** Collects what a page complains about. */
function listen(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return complaints
}

/** Opens a page and sends its rest after its scripts could have run, if they would not wait. */
async function openInPieces(page: Page, line: ReturnType<typeof startSlowLine>, address: string) {
  const scripts = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.js'))
  await page.goto(line.url + address, { waitUntil: 'commit' })
  await scripts
  // A page that paints nothing while it loads may never be idle.
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 })),
  )
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await expect(page).toHaveURL(line.url + address)
  line.sendRest()
}

for (const [address, end] of [
  ['/', '</header>'],
  ['/', '</header><main id="ma'],
  ['/slideshow?description=OASIS', '</header>'],
  ['/endpoint?description=OASIS%202004', '</header>'],
  ['/treedesign?param=stuccan', '</header>'],
] as const)
  test(`${address} comes in two pieces, up to ${end}, and works`, async ({ page, site }) => {
    const line = startSlowLine(site.url, end)
    const complaints = listen(page)
    await page.setViewportSize({ width: 390, height: 800 })
    const nav = page.waitForSelector('header')
    await openInPieces(page, line, address)
    await expect(page.locator('footer')).toHaveCount(1)
    // A press before the page is taken over does nothing.
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(async () => {
      if (!(await menu.isVisible())) await page.getByRole('button', { name: 'Menu' }).click()
      await expect(menu).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(page.locator('h1')).toHaveCount(1)
    expect(await (await nav).evaluate((node) => node.isConnected)).toBe(true)
    expect(complaints).toEqual([])
    await line.close()
  })

// a visitor of the administrators' document is sent to the sign-in, by scripts
for (const address of ['/inventory', '/inventoryadp'])
  for (const end of ['</header>', '<div id="ro'])
    test(`${address} comes in two pieces, up to ${end}, and works`, async ({ page, site }) => {
      await page.routeWebSocket(/\/live$/, () => {})
      const line = startSlowLine(site.url, end)
      const complaints = listen(page)
      await openInPieces(page, line, address)
      await page.waitForURL(/\/inventory$/)
      await expect(page.getByLabel('Email')).toBeEditable()
      expect(complaints).toEqual([])
      await line.close()
    })
