/**
 * `bun tests/trust/measure.ts`: prints figures that depend on the machine, so tests cannot assert them. `--calls 1000` for the comparison of
 * known and unknown addresses, `--slow 1000` slow clients, `--silent 10000` sockets that never say hello, `--sign-ins 500` at once.
 */
import { connect, type Socket } from 'node:net'
import { LIVE_PROTOCOL } from '#src/contract/frames.ts'
import { startAccounts } from '#tests/support/accounts.ts'
import { until } from '#tests/support/until.ts'

const option = (name: string, fallback: number) => {
  const given = process.argv.indexOf(`--${name}`)
  return given === -1 ? fallback : Number(process.argv[given + 1])
}
const quantile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * share))
  ] ?? 0
const ms = (value: number) => `${value.toFixed(1)} ms`

const site = await startAccounts({ rateLimits: false })
const { portal } = site
const club = await site.addAccount({ email: 'known@campus.example' })

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Alternates known and unknown addresses, so that other programs disturb both equally. */
async function compareAddresses(calls: number) {
  const cases: [path: string, rest: Record<string, string>][] = [
    ['/users/login', { password: 'a password that is wrong' }],
    ['/users/request-code', {}],
    ['/users/request-code-pass-reset', {}],
  ]
  for (const [path, rest] of cases) {
    const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
    const answers = new Set<string>()
    for (let n = 0; n < calls; n++)
      for (const who of ['known', 'unknown'] as const) {
        const body = { email: `${who}@campus.example`, ...rest }
        const took = await timeOf(async () => {
          const { status, body: said } = await site.call('POST', path, body)
          answers.add(`${status} ${said?.message}`)
        })
        times[who].push(took)
      }
    const [known, unknown] = [quantile(times.known, 0.5), quantile(times.unknown, 0.5)]
    console.log(
      `${path}: ${calls} calls each, medians known ${ms(known)}, unknown ${ms(unknown)}, apart ${ms(Math.abs(known - unknown))}; answers: ${[...answers].join(' | ')}`,
    )
  }
}

/** Measures how long other clients wait for a list while `work` runs. */
async function watchOthers(what: string, work: () => Promise<unknown>) {
  const times: number[] = []
  const state = { isOver: false }
  const watching = (async () => {
    while (!state.isOver || times.length < 100) {
      times.push(
        await timeOf(() =>
          portal.request('GET', '/inventorys/inventory/user', { token: club.token }),
        ),
      )
      await Bun.sleep(5)
    }
  })()
  const took = await timeOf(work)
  state.isOver = true
  await watching
  const memory = Math.round(process.memoryUsage().rss / 1e6)
  console.log(
    `${what}: ${ms(took)}; others' lists p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))} of ${times.length}; memory of server and clients ${memory} MB`,
  )
}

async function openSlow(count: number) {
  const { port } = new URL(portal.url)
  const starts = [
    '',
    'POST /users/login HTTP/1.1\r\nHost: x\r\nX-Slow: ',
    'POST /users/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{',
    'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20),
  ]
  const sockets: Socket[] = []
  await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(starts[index % starts.length] ?? '')
        socket.pause()
        resolve()
      })
      socket.on('error', () => resolve())
      sockets.push(socket)
      return promise
    }),
  )
  await Bun.sleep(2_000)
  for (const socket of sockets) socket.destroy()
}

async function openSilent(count: number) {
  let closed = 0
  const given = { protocols: [LIVE_PROTOCOL], headers: { origin: portal.url } }
  for (let opened = 0; opened < count; opened++) {
    const socket = new WebSocket(
      `${portal.url.replace('http', 'ws')}/live`,
      given as unknown as string[],
    )
    socket.addEventListener('close', () => void closed++)
    if (opened % 200 === 0) await Bun.sleep(1)
  }
  await until('all silent sockets are closed', () => closed === count)
  console.log(`${closed} of ${count} silent sockets were closed`)
}

async function signInAtOnce(count: number) {
  const statuses = new Map<number, number>()
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const { status } = await site.signIn(`club-${index}@campus.example`, 'a wrong password')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }),
  )
  console.log(`${count} sign-ins at once: ${JSON.stringify(Object.fromEntries(statuses))}`)
}

const [calls, slow, silent, signIns] = [
  option('calls', 1_000),
  option('slow', 1_000),
  option('silent', 10_000),
  option('sign-ins', 500),
]
await watchOthers('nothing else', () => Bun.sleep(1_000))
await watchOthers(`${slow} slow clients`, () => openSlow(slow))
await watchOthers(`${silent} silent sockets`, () => openSilent(silent))
await watchOthers(`${signIns} sign-ins at once`, () => signInAtOnce(signIns))
await compareAddresses(calls)
await site.close()
process.exit(0)
