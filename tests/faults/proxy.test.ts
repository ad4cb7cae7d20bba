/** The repository's own proxy configuration before instances that break. */
import { afterEach, expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
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

  /** Says this word for word, as no well-behaved client would; answers the status and the rest of the reply. */
  const say = (url: string, text: string) =>
    new Promise<{ status: number; reply: string }>((resolve, reject) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text))
      let reply = ''
      socket.on('data', (data) => (reply += data.toString()))
      socket.on('error', reject)
      socket.on('close', () => resolve({ status: Number(reply.split(' ')[1]), reply }))
    })
  const get = (url: string, path: string, more = '') =>
    say(url, `GET ${path} HTTP/1.1\r\nHost: portal\r\n${more}Connection: close\r\n\r\n`)

  test('shows nobody outside how an instance is and what it counts, however it is spelled', async () => {
    const url = await before(startAnswering())
    for (const path of [
      '/health',
      '/health/',
      '/health/live',
      '/health/ready?a=b',
      '/HEALTH/ready',
      '//health/ready',
      '/%68ealth/ready',
      '/health%2fready',
      '/./health/ready',
      '/cart/../health/ready',
      '/metrics',
      '/metrics/',
      '/Metrics',
      '/%6detrics',
      '//metrics',
      '/cart/../metrics',
    ]) {
      const { status, reply } = await get(url, path)
      expect([path, status]).toEqual([path, 404])
      expect(reply).not.toContain('answered')
    }
    for (const path of ['/', '/healthy', '/metricsystem', '/cart/health'])
      expect((await get(url, path)).status).toBe(200)
  })

  test('takes no request for two hosts', async () => {
    const url = await before(startAnswering())
    expect((await get(url, '/', 'Host: other\r\n')).status).toBe(400)
  })

  test('hands on no body that no call takes', async () => {
    let received = 0
    const server = Bun.serve({
      port: 0,
      maxRequestBodySize: 2 ** 30,
      async fetch({ body }) {
        for await (const chunk of body ?? []) received += chunk.length
        return new Response('answered')
      },
    })
    closers.push(() => server.stop(true))
    const url = await before(server.port ?? 0)
    const send = (bytes: number) =>
      fetch(url, { method: 'POST', body: new Uint8Array(bytes) }).then(
        ({ status }) => status,
        () => 0,
      )
    expect(await send(1_000_000)).toBe(200)
    expect(received).toBe(1_000_000)
    received = 0
    // newer proxies say 413, older ones 502 or nothing
    expect(await send(30_000_000)).toBeOneOf([0, 413, 502])
    expect(received).toBeLessThanOrEqual(2_000_000)
  })
})
