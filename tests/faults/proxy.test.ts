/** The repository's own proxy configuration in front of instances that fail, and proxies that others set up in front of one that works. */
import { afterEach, expect, test } from 'bun:test'
import { connect, createServer, type Socket } from 'node:net'
import type * as Api from '#client/portal/data/api.ts'
import { signIn, useSession } from '#client/shared/session.ts'
import { freePort } from '#tests/support/mongod.ts'
import { openTab } from '#tests/support/browser.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { openOffice } from '#tests/support/office.ts'
import { COMPRESSING, startProxy, whyNoProxy } from '#tests/support/proxy.ts'
import { describeWith } from '#tests/support/servers.ts'
import { until } from '#tests/support/until.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Answers the health check, but reads any other request to its end and closes the connection without an answer. */
async function startBreaking() {
  const heard: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let text = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      text += data.toString()
      if (text.startsWith('GET /health/serving')) {
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

/** A server that answers so; answers its port. */
function serve(fetch: (request: Request) => Response | Promise<Response>): number {
  const server = Bun.serve({ port: 0, maxRequestBodySize: 2 ** 30, fetch })
  closers.push(() => server.stop(true))
  return server.port ?? 0
}
const startAnswering = () => serve(() => new Response('answered'))

async function startProxyFor(...ports: number[]): Promise<string> {
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
  test('does not repeat a request that may have reached an instance', async () => {
    const [one, two] = [await startBreaking(), await startBreaking()]
    const url = await startProxyFor(one.port, two.port)
    expect((await give(url)).status).toBe(502)
    expect([...one.heard, ...two.heard]).toEqual(['PUT /cart/update-multiple-cart-items HTTP/1.1'])
    expect((await fetch(`${url}/inventorys/inventory`)).status).toBe(502)
    expect([...one.heard, ...two.heard]).toHaveLength(2)
  })

  test('sends a request to another instance if the first is unreachable', async () => {
    const answering = startAnswering()
    const url = await startProxyFor(await freePort(), answering, await freePort())
    for (let count = 0; count < 20; count++) {
      const reply = await give(url)
      expect([reply.status, await reply.text()]).toEqual([200, 'answered'])
    }
  })

  test('stops sending requests to an instance that stops', async () => {
    let isServing = true
    const stopping = serve(({ url }) =>
      new URL(url).pathname === '/health/serving'
        ? new Response('', { status: isServing ? 200 : 503 })
        : new Response('from the one that stops'),
    )
    const url = await startProxyFor(stopping, startAnswering())
    const answer = async () => (await fetch(`${url}/`)).text()
    // The proxy chooses at random between two idle instances.
    await until('both are asked', async () => (await answer()) === 'from the one that stops')
    isServing = false
    let alike = 0
    await until('only the other is asked', async () => {
      alike = (await answer()) === 'answered' ? alike + 1 : 0
      return alike >= 20
    })
  })

  test('says when to come back if no instance answers', async () => {
    const url = await startProxyFor(await freePort())
    const { status, headers, body } = await fetch(url)
    expect([status, headers.get('retry-after'), headers.get('server')]).toEqual([503, '5', null])
    expect(await new Response(body).text()).toContain('try again')
  })

  test('reports the real client address, whatever X-Forwarded-For the client sends', async () => {
    const server = serve(({ headers }) => new Response(headers.get('x-forwarded-for')))
    const url = await startProxyFor(server)
    const reply = await fetch(url, { headers: { 'x-forwarded-for': '192.0.2.7' } })
    expect(await reply.text()).toBe('127.0.0.1')
  })

  /** Sends raw text that no ordinary client would send. Resolves with the status and the whole reply. */
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

  test('hides health and metrics from outside, in every spelling of the path', async () => {
    const url = await startProxyFor(startAnswering())
    for (const path of [
      '/health',
      '/health/',
      '/health/live',
      '/health/ready?a=b',
      '/HEALTH/ready',
      '//health/serving',
      '/%68ealth/ready',
      '/health%2fready',
      '/./health/serving',
      '/cart/../health/serving',
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

  test('refuses a request with two Host headers', async () => {
    const url = await startProxyFor(startAnswering())
    expect((await get(url, '/', 'Host: other\r\n')).status).toBe(400)
  })

  test('does not forward a body that is larger than any call accepts', async () => {
    let received = 0
    const server = serve(async ({ body }) => {
      for await (const chunk of body ?? []) received += chunk.length
      return new Response('answered')
    })
    const url = await startProxyFor(server)
    const send = (bytes: number) =>
      fetch(url, { method: 'POST', body: new Uint8Array(bytes) }).then(
        ({ status }) => status,
        () => 0,
      )
    expect(await send(1_000_000)).toBe(200)
    expect(received).toBe(1_000_000)
    received = 0
    // Newer versions answer 413; older ones answer 502 or close the connection.
    expect(await send(30_000_000)).toBeOneOf([0, 413, 502])
    expect(received).toBeLessThanOrEqual(2_000_000)
  })
})

for (const { name, why, start } of COMPRESSING)
  describeWith(name, why, () => {
    test('changes nothing for a page: a list, its revalidation, a save and the socket', async () => {
      const port = await freePort()
      const { portal, admin } = await openOffice({
        config: { publicUrl: `http://127.0.0.1:${port}` },
      })
      const proxy = await start(port, Number(new URL(portal.url).port))
      const tab = openTab('/items', proxy.url)
      closers.push(tab.close, proxy.close)
      const api: typeof Api = await import(`#client/portal/data/api.ts?load=${port}`)
      signIn({ ...admin, user: { ...admin, cordName: 'Administrator', access: 'bosslevel' } })
      const { inventory } = api.api.inventorys
      const ITEM = { _id: '', itemName: '', rev: 0 }

      for (let n = 0; n < 20; n++)
        await api.call(
          inventory.post({ itemName: `Paint ${n}`, itemQuantity: n, itemStatus: 'enabled' }),
          ITEM,
        )
      const read = await api.readList(inventory.get(), [ITEM])
      if (read === 'unchanged') throw new Error('It was never known.')
      expect([read.rows.length, read.epoch]).toEqual([20, portal.deps.store.epoch])
      expect(await api.readList(inventory.get(api.unlessAt(read)), [ITEM])).toBe('unchanged')

      // A program that sends back the tag as it came.
      const ask = (known: string) =>
        fetch(`${proxy.url}/inventorys/inventory`, {
          headers: {
            authorization: `Bearer ${admin.token}`,
            'accept-encoding': 'gzip',
            'if-none-match': known,
          },
        })
      const packed = await ask('')
      expect(packed.headers.get('content-encoding')).toBe('gzip')
      const tag = packed.headers.get('etag') ?? ''
      expect((await ask(tag)).status).toBe(304)

      const live = await enterLive(proxy.url, admin.token)
      closers.push(live.close)
      const [row] = read.rows
      const saved = await api.call(
        inventory({ id: row?._id ?? '' }).patch({ rev: row?.rev ?? 0, itemQuantity: 99 }),
        ITEM,
      )
      expect(saved.itemQuantity).toBe(99)
      await until('the socket tells it', () => (live.state('inventory')?.rev ?? 0) > read.rev)
      expect(await api.readList(inventory.get(api.unlessAt(read)), [ITEM])).toMatchObject({
        rev: live.state('inventory')?.rev,
      })
      useSession.setState(null)
    })
  })
