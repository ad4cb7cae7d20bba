/** A document that arrives in two pieces is taken over once, when it is whole. */
import { expect } from './fixtures.ts'
import { test } from './support-site.ts'

/** A server before `upstream` that sends each document up to its navigation, and the rest when it is told to. */
function startSlowLine(upstream: string) {
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
      const cut = Buffer.from(document).indexOf('<main')
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

for (const address of [
  '/',
  '/slideshow?description=OASIS',
  '/endpoint?description=OASIS%202004',
  '/treedesign?param=stuccan',
])
  test(`${address} comes in two pieces, and works without an error`, async ({ page, site }) => {
    const line = startSlowLine(site.url)
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(String(error)))
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text())
    })
    await page.setViewportSize({ width: 390, height: 800 })
    const scripts = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.js'))
    await page.goto(line.url + address, { waitUntil: 'commit' })
    const nav = await page.getByRole('banner').elementHandle()
    await scripts
    // Long enough for scripts that would not wait for the rest.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    line.sendRest()
    await page.waitForLoadState('networkidle')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    await expect(page.locator('footer')).toHaveCount(1)
    await expect(page.locator('h1')).toHaveCount(1)
    expect(await nav?.evaluate((node) => node.isConnected)).toBe(true)
    expect(complaints).toEqual([])
    await line.close()
  })
