/** A flood of requests cannot erase the log of earlier refusals; with a real server process. */
import { expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { atDepth } from '#tests/support/random.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

/** If each left a line, the file would be too long. */
const REQUESTS = atDepth(8_000, 50_000)
const CONNECTIONS = 16

test(`after ${REQUESTS.toLocaleString('en')} requests by a stranger the log still shows earlier refusals`, async () => {
  const server = await startServerProcess()
  try {
    const before = await fetch(`${server.url}/inventorys/inventory`, {
      headers: { authorization: 'Bearer forged' },
    })
    expect(before.status).toBe(401)
    let left = REQUESTS
    await Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (left-- > 0)
          await (await fetch(`${server.url}/cart/cart-item-summary`)).body?.cancel()
      }),
    )
    const path = join(server.dataDir, 'security.log')
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      stream: 'security',
      event: 'access_refused',
      req_id: before.headers.get('x-request-id'),
    })
    expect(statSync(path).size).toBeLessThan(1_000_000)
    expect(readFileSync(path, 'utf8')).not.toContain('forged')
  } finally {
    await server.stop()
  }
})
