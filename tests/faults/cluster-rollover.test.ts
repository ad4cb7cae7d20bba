/** Instances are replaced one after the other while clients send requests, as at an update. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { connect } from 'node:net'
import { type ConnectionStatus, openConnection } from '#client/portal/data/connection.ts'
import { CLOSE, LIVE_PROTOCOL } from '#src/contract/frames.ts'
import { systemTimers } from '#src/realtime/timers.ts'
import {
  ask,
  createInstance,
  missingServer,
  startCluster,
  type Cluster,
  type Person,
} from '#tests/support/cluster.ts'
import { atDepth } from '#tests/support/random.ts'
import { describeWith } from '#tests/support/servers.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { startProxy, whyNoProxy } from '#tests/support/proxy.ts'
import { openStockRoom } from '#tests/support/stock.ts'
import { until } from '#tests/support/until.ts'

const PER_SECOND = atDepth(20, 40)
/** The limit of simultaneous requests. The test reports the requests that the machine was too slow to send. */
const AT_ONCE = 24
const PAGES = atDepth(30, 300)
const CLUBS = atDepth(4, 10)

/** The live connection of a page, through a proxy. */
function openPage(url: string, { id, token }: Person) {
  let lostAt: number | null = null
  const outages: number[] = []
  const core = openConnection({
    clock: {
      now: Date.now,
      random: Math.random,
      after: systemTimers.after,
    },
    connect(events) {
      const given = { protocols: [LIVE_PROTOCOL], headers: { origin: url } }
      // Bun also accepts headers, which the browser's type does not know.
      const socket = new WebSocket(
        `${url.replace('http', 'ws')}/live`,
        given as unknown as string[],
      )
      socket.addEventListener('open', events.opened)
      socket.addEventListener('message', ({ data }) => events.received(String(data)))
      socket.addEventListener('close', ({ code }) => events.closed(code))
      return { send: (text) => socket.send(text), close: () => socket.close() }
    },
    credentials: () => (id === '' ? null : { personId: id, role: 'user', token }),
    onConnection({ status }: { status: ConnectionStatus }) {
      if (status !== 'live') lostAt ??= performance.now()
      else if (lostAt !== null) {
        outages.push(performance.now() - lostAt)
        lostAt = null
      }
    },
    onSessionEnd() {},
  })
  core.start()
  return { core, outages, isLive: () => core.connection().status === 'live' }
}

const VISITOR: Person = { id: '', email: '', password: '', clubName: '', token: '' }

describeWith('an instance that is asked to stop', missingServer, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await startCluster({ instances: 1 })
  })
  afterAll(() => cluster?.close())

  test('announces the stop before it refuses requests, closes its live connections, and exits with 0', async () => {
    const behindProxy = await createInstance({ ...cluster.env, TRUST_PROXY: '1' })
    await behindProxy.start()
    const { request } = behindProxy
    const page = await enterLive(behindProxy.url)
    const stopped = behindProxy.stop()
    let ready = await request('GET', '/health/ready')
    while (ready.status === 200) ready = await request('GET', '/health/ready')
    expect(ready.status).toBe(503)
    expect(ready.body).toMatchObject({ status: 'down', store: 'ok' })
    // Requests are answered until the proxy has noticed.
    expect((await request('GET', '/cart/confirm-disabled')).status).toBe(200)
    expect(page.isOpen()).toBe(true)
    expect(await page.closeCode()).toBe(CLOSE.restart)
    const { exitCode } = await stopped
    expect(exitCode).toBe(0)
    expect(behindProxy.printed()).not.toMatch(/"level":"error"|Unhandled|Error:/)
    await behindProxy.remove()
  })

  test('answers running requests before it ends', async () => {
    const { url } = cluster.at(0)
    const club = await cluster.addClub('Film Club')
    const body = JSON.stringify({
      userId: club.id,
      items: [{ itemName: 'Felt', ordered_quantity: 3 }],
    })
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    let heard = ''
    socket.on('data', (data) => void (heard += String(data)))
    const half = body.length / 2
    socket.write(
      [
        'POST /cart/add-items HTTP/1.1',
        `host: ${hostname}:${port}`,
        'content-type: application/json',
        `authorization: Bearer ${club.token}`,
        `content-length: ${body.length}`,
        '',
        body.slice(0, half),
      ].join('\r\n'),
    )
    // Requests arrive in order: when this one is answered, the half has arrived.
    await ask(url, 'GET', '/health/live')
    const page = await enterLive(url)
    const stopped = cluster.at(0).stop()
    expect(await page.closeCode()).toBe(CLOSE.restart)
    expect(heard).toBe('')
    socket.write(body.slice(half))
    await until('the answer', () => heard.includes('Order placed.'))
    expect(heard).toStartWith('HTTP/1.1 200')
    const { exitCode } = await stopped
    expect(exitCode).toBe(0)
    socket.destroy()
    await cluster.at(0).start()
    const order = await cluster.room().linesOf(club)
    expect(order).toMatchObject([{ itemName: 'Felt', ordered_quantity: 3 }])
  })
})

describeWith('three instances behind the proxy', missingServer ?? whyNoProxy, () => {
  let cluster: Cluster
  let proxy: Awaited<ReturnType<typeof startProxy>>
  beforeAll(async () => {
    cluster = await startCluster({ instances: 3, env: { TRUST_PROXY: '1' } })
    proxy = await startProxy(cluster.instances.map(({ url }) => Number(new URL(url).port)))
  })
  afterAll(async () => {
    await proxy?.close()
    await cluster?.close()
  })

  test(`instances are replaced one by one under ${PER_SECOND} requests a second: no request fails, and all pages reconnect`, async () => {
    const { admin } = cluster
    const room = openStockRoom(proxy, admin)
    const customers: { club: Person; line: string; order: object[]; counts: number[] }[] = []
    for (let made = 0; made < CLUBS; made++) {
      const club = await cluster.addClub(`Club ${made}`)
      const item = await room.addItem(100_000)
      const order = [{ item_id: item._id, ordered_quantity: 1 }]
      const line = await room.orderLine(club, item)
      customers.push({ club, order, line: line._id, counts: [1, 0] })
    }
    const pages = Array.from({ length: PAGES }, (_, index) =>
      openPage(proxy.url, [admin, ...customers.map(({ club }) => club)][index] ?? VISITOR),
    )
    await until('all pages are live', () => pages.every((page) => page.isLive()))

    const done = { requests: 0, leftOut: 0, slowestMs: 0 }
    const failures: string[] = []
    const underWay = new Set<Promise<void>>()
    async function one(number: number): Promise<void> {
      const kind = number % 40
      const customer = customers[Math.floor(number / 40) % CLUBS]
      if (!customer) return
      const { club, line, order, counts } = customer
      const { token } = club
      const read = (path: string) => proxy.request('GET', path, { token })
      const begun = performance.now()
      try {
        const { status, body } = await (kind === 0
          ? room.order(club, order)
          : kind === 20
            ? room.allot([{ _id: line, allotted_quantity: 1 }])
            : read(
                kind % 3 === 0
                  ? `/cart/cart-items-final/${club.id}`
                  : kind % 3 === 1
                    ? '/inventorys/inventory/user'
                    : '/cart/confirm-disabled',
              ))
        if (status !== 200) failures.push(`${kind} ${status} ${JSON.stringify(body)}`)
        else if (kind % 20 === 0) counts[kind / 20] = (counts[kind / 20] ?? 0) + 1
      } catch (error) {
        failures.push(`${kind} ${String(error)}`)
      }
      done.requests += 1
      done.slowestMs = Math.max(done.slowestMs, performance.now() - begun)
    }

    const begun = performance.now()
    let due = 0
    const ticker = setInterval(() => {
      const wanted = Math.floor(((performance.now() - begun) / 1000) * PER_SECOND)
      for (; due < wanted; due++) {
        if (underWay.size >= AT_ONCE) {
          done.leftOut += 1
          continue
        }
        const request: Promise<void> = one(due).finally(() => void underWay.delete(request))
        underWay.add(request)
      }
    }, 5)

    for (const instance of cluster.instances) {
      const { exitCode } = await instance.stop()
      expect(exitCode).toBe(0)
      await instance.start()
      await until('all pages are live', () => pages.every((page) => page.isLive()))
    }
    clearInterval(ticker)
    await Promise.all(underWay)
    const seconds = (performance.now() - begun) / 1000
    const outages = pages.flatMap((page) => page.outages).toSorted((a, b) => a - b)
    console.log(
      [
        `${done.requests} requests in ${seconds.toFixed(0)} s (${Math.round(done.requests / seconds)}/s, ${done.leftOut} left out)`,
        `${failures.length} failed, the slowest took ${Math.round(done.slowestMs)} ms`,
        `${outages.length} sockets came back, the last after ${Math.round(outages.at(-1) ?? 0)} ms`,
      ].join('; '),
    )
    expect(failures.slice(0, 10)).toEqual([])
    expect(done.requests).toBeGreaterThan(300)
    // Each page lost its instance at least once.
    expect(outages.length).toBeGreaterThanOrEqual(PAGES)

    for (const { club, counts } of customers) {
      const [ordered_quantity = 0, allotted_quantity = 0] = counts
      expect(await room.linesOf(club)).toMatchObject([{ ordered_quantity, allotted_quantity }])
    }
    await room.switchOrdering(true)
    const knows = () =>
      pages.every(({ core }) => {
        const state = core.state('ordering')
        return state?.topic === 'ordering' && state.data?.isConfirmDisabled === true
      })
    await until('every page hears of a change after it', knows)
    for (const { core } of pages) core.stop()
    expect((await cluster.check()).code).toBe(0)
  })
})
