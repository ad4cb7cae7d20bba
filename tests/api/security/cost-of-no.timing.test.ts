/** Attacks on availability by an anonymous client: texts that are slow to refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { connect } from 'node:net'
import { limits } from '#src/contract/limits.ts'
import { handshake } from '#tests/support/flood.ts'
import { callsWithTexts, readSpec, replaceAt, type TextCall } from '#tests/support/hostile-calls.ts'
import { atDepth, seed } from '#tests/support/random.ts'
import { startServerProcess } from '#tests/support/server-process.ts'

/** Not the password of the samples: with it `PUT /users/me/password` would take the new one. */
const ADMIN = { email: 'admin@campus.example', password: 'quiet-harbour-77' }
/** No request occupies the event loop for longer. On a slow machine a harmless text of the same size, refused for its length, is the measure. */
const PROMISED_MS = 20
const MOST_TIMES = 10
/** Repeated, because other load and garbage collection distort single measurements. A slow pattern is slow every time. */
const TRIES = 8

let server: Awaited<ReturnType<typeof startServerProcess>>
let token: string
let calls: TextCall[]
/** The longest time that one request may occupy the event loop, and so the longest wait of another client. */
let mostMs = 0

beforeAll(async () => {
  server = await startServerProcess(undefined, {
    env: { RATE_LIMITS: 'off', ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
  })
  const { status, body } = await send('POST', '/users/login', JSON.stringify(ADMIN))
  expect(status).toBe(200)
  token = (JSON.parse(body) as { token: string }).token
  calls = callsWithTexts(await readSpec(server))
  const guarded = calls.find(({ isGuarded }) => isGuarded)
  if (!guarded) throw new Error('A call needs a sign-in.')
  const { method, path, texts } = guarded
  const harmless = JSON.stringify(replaceAt(guarded.body, texts[0] ?? [], 'x'.repeat(999_000)))
  const costs: number[] = []
  for (let tried = 0; tried < TRIES; tried++) {
    const before = server.workedMs()
    await send(method, path, harmless, token)
    costs.push(server.workedMs() - before)
  }
  mostMs = Math.max(PROMISED_MS, MOST_TIMES * Math.min(...costs))
  console.log(`harmless: ${Math.min(...costs).toFixed(1)} ms of the event loop`)
})
afterAll(() => server.stop())

async function send(method: string, path: string, body: string, bearer?: string) {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body,
  })
  return { status: response.status, body: await response.text() }
}

/**
 * Returns the longest event-loop time during a request for `/health/live` while `attack` runs. Does not use wall-clock time, which also
 * grows on a busy machine.
 */
async function bystanderMs(attack: Promise<unknown>): Promise<number> {
  const state = { isOver: false }
  const over = attack.finally(() => (state.isOver = true))
  let longest = 0
  do {
    const asked = server.workedMs()
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200)
    longest = Math.max(longest, server.workedMs() - asked)
  } while (!state.isOver)
  await over
  return longest
}

/** Returns the event-loop time of one request: the minimum of several measurements. */
async function workedFor(attack: () => Promise<unknown>, of = server): Promise<number> {
  let least = Infinity
  for (let tried = 0; tried < TRIES && least >= mostMs; tried++) {
    const before = of.workedMs()
    await attack()
    least = Math.min(least, of.workedMs() - before)
  }
  return least
}

/** Returns the minimum over several measurements of another client's longest wait. */
async function waitedFor(attack: () => Promise<unknown>): Promise<number> {
  let least = Infinity
  for (let tried = 0; tried < TRIES && least >= mostMs; tried++)
    least = Math.min(least, await bystanderMs(attack()))
  return least
}

async function expectCheap(what: string, attack: () => Promise<unknown>) {
  expect(await workedFor(attack), `${what}: work of the event loop`).toBeLessThan(mostMs)
  expect(await waitedFor(attack), `${what}: wait of a bystander`).toBeLessThan(mostMs)
}

/** Runs of characters that the patterns accept, each with an ending that they reject. */
const ALPHABETS = [' ', '\t', '1', ' 1', '-', 'a', 'a-', 'a.', 'a ', '/', 'https://a/', '+', 'é']
/** Each field gets a few of them on a change, others in the next run, and all of them before a release. */
const alphabetsFor = (field: number) =>
  atDepth(
    [0, 1, 2].map((n) => ALPHABETS[(seed + 3 * field + n) % ALPHABETS.length] ?? ' '),
    ALPHABETS,
  )
const fill = (alphabet: string, length: number, head = '', tail = '\u0001') =>
  head + alphabet.repeat(Math.floor((length - head.length - tail.length) / alphabet.length)) + tail

describe('a text that is slow to refuse', () => {
  it('1 MB in any text field of any call does not block other clients, and is not read before sign-in', async () => {
    expect(calls.length).toBeGreaterThan(10)
    expect(calls.flatMap(({ texts }) => texts).length).toBeGreaterThan(20)
    let field = 0
    for (const { name, method, path, isGuarded, body, texts } of calls)
      for (const place of texts)
        for (const alphabet of alphabetsFor(field++)) {
          const attack = (length: number) => {
            const text = JSON.stringify(replaceAt(body, place, fill(alphabet, length)))
            return () => send(method, path, text, isGuarded ? token : undefined)
          }
          const what = `${name} ${place.join('.')} ${JSON.stringify(alphabet)}`
          // escapes make a tab two characters, and `é` takes two bytes
          const large = attack(alphabet === '\t' || alphabet === 'é' ? 499_000 : 999_000)
          expect((await large()).status, what).toBe(isGuarded ? 422 : 413)
          const fitting = attack(limits.anonymousBodyBytes / 4)
          expect((await fitting()).status, what).toBeWithin(400, 500)
          await expectCheap(what, isGuarded ? large : fitting)
        }
  })

  it('1 MB of deep, wide or long JSON does not block other clients', async () => {
    const wide = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`a${n}`, n]))
    const bodies = {
      wide: JSON.stringify(wide),
      deep: '['.repeat(450_000) + ']'.repeat(450_000),
      'deep objects': '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000),
      'many texts': JSON.stringify({ items: Array.from({ length: 300_000 }, () => '') }),
      'many rows': JSON.stringify({ items: Array.from({ length: 300_000 }, () => 1) }),
      'many wrong rows': JSON.stringify({
        items: Array.from({ length: 20_000 }, () => ({ _id: 'x' })),
      }),
    }
    for (const [what, body] of Object.entries(bodies))
      for (const [method, path] of [
        ['PUT', '/cart/update-multiple-cart-items'],
        ['PUT', '/inventorys/update-inventory-items'],
        ['POST', '/cart/add-items'],
      ] as const)
        await expectCheap(`${what} to ${path}`, async () => {
          const { status } = await send(method, path, body, token)
          expect([400, 413, 422], `${what} to ${path}`).toContain(status)
        })
  })
})

describe('a header that is slow to split', () => {
  const LENGTH = 15_000
  const HEADERS = [
    'accept-encoding',
    'authorization',
    'content-type',
    'host',
    'idempotency-key',
    'if-none-match',
    'origin',
    'sec-websocket-protocol',
    'x-forwarded-for',
  ]
  const repeat = (part: string) => part.repeat(LENGTH / part.length)

  it('15 kB in a header, a path or a query do not block other clients', async () => {
    const proxied = await startServerProcess(undefined, {
      env: { RATE_LIMITS: 'off', TRUST_PROXY: '1' },
    })
    const ask = (path: string, method: string, headers: Record<string, string> = {}) =>
      fetch(proxied.url + path, { method, headers }).then((response) => response.arrayBuffer())
    const attacks: [what: string, once: () => Promise<unknown>][] = [
      ...HEADERS.flatMap((name) =>
        [' ', ',', ' ,', 'a', ',a', '"a",W/', ':', '1.', ';q=', 'Bearer '].map(
          (part): [string, () => Promise<unknown>] => [
            `${name} ${part}`,
            async () => {
              const headers = { [name]: `x${repeat(part)}x` }
              await ask('/inventorys/inventory', 'GET', headers)
              await ask('/cart/confirm-disabled', 'GET', headers)
              await ask('/live', 'GET', headers)
              await ask('/', 'GET', headers)
            },
          ],
        ),
      ),
      ...['/', '/a', '%2f', '.', '//a', '%ff'].map((part): [string, () => Promise<unknown>] => [
        `path ${part}`,
        async () => {
          await ask(`/cart/${repeat(part)}`, 'GET')
          await ask(`/${repeat(part)}`, 'POST')
        },
      ]),
      ...['&', '&a=1', '=', '%', 'year=1&'].map((part): [string, () => Promise<unknown>] => [
        `query ${part}`,
        () => ask(`/endpoint?${repeat(part)}`, 'GET'),
      ]),
    ]
    for (const [what, once] of attacks) {
      expect(await workedFor(once, proxied), what).toBeLessThan(mostMs)
    }
    await proxied.stop()
  })

  it('15,000 spaces between two protocols of a WebSocket do not block other clients', async () => {
    const { port } = new URL(server.url)
    const upgrade = handshake(port, [`Sec-WebSocket-Protocol: a${' '.repeat(15_000)}b`])
    const attack = () =>
      new Promise<string>((resolve, reject) => {
        let answer = ''
        const socket = connect(Number(port), '127.0.0.1', () => socket.write(upgrade))
        socket.on('error', reject)
        socket.on('data', (bytes) => {
          answer += String(bytes)
          socket.destroy()
        })
        socket.on('close', () => resolve(answer))
      })
    expect(await attack()).toStartWith('HTTP/1.1 426')
    const many = () => Promise.all(Array.from({ length: 20 }, attack))
    await expectCheap('twenty upgrades', many)
  })
})
