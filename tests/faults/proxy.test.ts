/** The repository's own proxy configuration before instances that break. */
import { afterEach, expect, test } from 'bun:test'
import { createServer, type Socket } from 'node:net'
import { freePort } from '#tests/support/mongod.ts'
import { startProxy, whyNoProxy } from '#tests/support/proxy.ts'
import { describeWith } from '#tests/support/servers.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Is well by its own word; reads any other request to its end and breaks the connection instead of answering. */
async function startBreaking() {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      text += data.toString()
      if (text.startsWith('GET /health/ready')) {
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n')
        return
      }
      const [head = '', body = ''] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (!text.includes('\r\n\r\n') || body.length < length) return
      heard.push(head.split('\r\n')[0] ?? '')
      socket.destroy()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, heard }
}

function startAnswering() {
  const server = Bun.serve({ port: 0, fetch: () => new Response('answered') })
  closers.push(() => server.stop(true))
  return server.port ?? 0
}

async function before(...ports: number[]): Promise<string> {
  const proxy = await startProxy(ports)
  closers.push(proxy.close)
  return proxy.url
}

const give = (url: string) =>
  fetch(`${url}/cart/update-multiple-cart-items`, {
    method: 'PUT',
    headers: { 'idempotency-key': crypto.randomUUID(), 'content-type': 'application/json' },
    body: JSON.stringify({ items: [{ allotted_quantity: 5 }] }),
  })

describeWith('the proxy', whyNoProxy, () => {
  test('sends nothing twice that may have reached an instance', async () => {
    const [one, two] = [await startBreaking(), await startBreaking()]
    const url = await before(one.port, two.port)
    expect((await give(url)).status).toBe(502)
    expect([...one.heard, ...two.heard]).toEqual(['PUT /cart/update-multiple-cart-items HTTP/1.1'])
    expect((await fetch(`${url}/inventorys/inventory`)).status).toBe(502)
    expect([...one.heard, ...two.heard]).toHaveLength(2)
  })

  test('sends to another instance what has not reached the first', async () => {
    const answering = startAnswering()
    const url = await before(await freePort(), answering, await freePort())
    for (let count = 0; count < 20; count++) {
      const reply = await give(url)
      expect([reply.status, await reply.text()]).toEqual([200, 'answered'])
    }
  })

  test('asks an instance for nothing more once it says that it is not ready', async () => {
    let isReady = true
    let asked = 0
    const stopping = Bun.serve({
      port: 0,
      fetch({ url }) {
        if (new URL(url).pathname === '/health/ready')
          return new Response('', { status: isReady ? 200 : 503 })
        asked++
        return new Response('from the one that stops')
      },
    })
    closers.push(() => stopping.stop(true))
    const url = await before(stopping.port ?? 0, startAnswering())
    for (let count = 0; count < 10; count++) await (await fetch(`${url}/`)).text()
    expect(asked).toBeGreaterThan(0)
    isReady = false
    const end = performance.now() + 5_000
    for (let alike = 0; alike < 20;) {
      expect(performance.now()).toBeLessThan(end)
      await Bun.sleep(20)
      alike = (await (await fetch(`${url}/`)).text()) === 'answered' ? alike + 1 : 0
    }
  })

  test('tells instances who asked, whatever the asker says of that', async () => {
    const server = Bun.serve({
      port: 0,
      fetch: ({ headers }) => new Response(headers.get('x-forwarded-for')),
    })
    closers.push(() => server.stop(true))
    const url = await before(server.port ?? 0)
    const reply = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(await reply.text()).toBe('127.0.0.1')
  })
})
