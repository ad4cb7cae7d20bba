/** Checks a target. After a fault its figures do not count. */
import { spawn } from 'bun'
import { keepTrack, open, type Running, type Server } from './servers.ts'
import { CLUBS, calls, isSame, ITEMS, send, STOCK, type Target, type Totals } from './target.ts'

/** The faults, printed again at the end. */
export const faults: string[] = []

export function expectTrue(
  target: Pick<Target, 'name'>,
  what: string,
  isTrue: boolean,
  detail: unknown = '',
): void {
  if (isTrue) return
  const fault = `${target.name}: ${what} ${JSON.stringify(detail)}`
  faults.push(fault)
  console.error(`  FAULT ${fault}`)
}

const isRefused = (status: number) => status >= 400 && status < 500

const SYNCED_ORDERS = 50

/** How often the server waited for the disk, or `null` without strace. */
async function countSyncs({ pid, url }: Server, seed: Running['seed']): Promise<number | null> {
  if (!Bun.which('strace')) return null
  const options = ['-f', '-c', '-e', 'trace=fsync,fdatasync', '-p', String(pid)]
  const trace = keepTrack(spawn(['strace', ...options], { stdout: 'ignore', stderr: 'pipe' }))
  await Bun.sleep(1_000)
  for (let i = 0; i < SYNCED_ORDERS; i++)
    await send(url, calls.order(seed, i % CLUBS, crypto.randomUUID()))
  trace.kill('SIGINT')
  const report = await new Response(trace.stderr).text()
  await trace.exited
  const rows = report.matchAll(/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s.*(?:fsync|fdatasync)$/gm)
  return [...rows].reduce((sum, [, count]) => sum + Number(count), 0)
}

async function verifyOrders({ target, server: { url }, dataDir, seed }: Running): Promise<void> {
  const totals = () => target.totals(dataDir)
  const before = totals()
  const key = crypto.randomUUID()
  const placed = await send(url, calls.order(seed, 0, key))
  const after = totals()
  const isStored = placed.status === 200 && after.ordered === before.ordered + 10
  expectTrue(target, 'an order of five lines of two is stored', isStored, { placed, before, after })

  /** Sends a call that must write nothing. */
  async function writesNothing(what: string, call: Parameters<typeof send>[1], status?: number) {
    const answer = await send(url, call)
    const isRight = status === undefined ? isRefused(answer.status) : answer.status === status
    expectTrue(target, what, isRight && isSame(after, totals()), answer)
    return answer
  }
  const again = await writesNothing(
    'the same key writes nothing twice',
    calls.order(seed, 0, key),
    200,
  )
  expectTrue(target, 'the same key gets the same answer', again.text === placed.text, again)
  await writesNothing(
    'the same key with another order is refused',
    calls.order(seed, 0, key, 3),
    422,
  )

  const fresh = calls.order(seed, 0, crypto.randomUUID())
  const [first, ...rest] = fresh.body.items
  const item_id = `${first?.item_id.slice(0, -3)}zzz`
  const items = [...rest, { item_id, ordered_quantity: 2 }]
  await writesNothing('an order with one unknown item is refused whole', {
    ...fresh,
    body: { ...fresh.body, items },
  })
  await writesNothing('an order without a token is refused', {
    ...fresh,
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
}

async function verifySwitch({ target, server: { url }, dataDir, seed }: Running): Promise<void> {
  await send(url, calls.flip(seed, true))
  const { ordered } = target.totals(dataDir)
  const closed = await send(url, calls.order(seed, 0, crypto.randomUUID()))
  const isClosed = closed.status === 409 && target.totals(dataDir).ordered === ordered
  expectTrue(target, 'nothing is ordered while ordering is off', isClosed, closed)
  await send(url, calls.flip(seed, false))
}

async function verifyList({ target, server: { url }, seed }: Running): Promise<void> {
  const { text } = await send(url, calls.list(seed))
  const rows: { itemQuantity: number }[] = JSON.parse(text)
  const units = rows.reduce((sum, { itemQuantity }) => sum + itemQuantity, 0)
  const isWhole = rows.length === ITEMS && units === ITEMS * STOCK
  expectTrue(target, 'the list has every item and its quantity', isWhole, {
    rows: rows.length,
    units,
  })
  const hidden = await send(url, { ...calls.list(seed), headers: {} })
  expectTrue(target, 'the list without a token is a 401', hidden.status === 401, hidden.status)
}

async function verifyAllotments({ target, server: { url }, dataDir, seed }: Running) {
  const totals = () => target.totals(dataDir)
  const before = totals()
  const given = await send(url, calls.allot(seed, 0))
  const after = totals()
  const isMoved =
    given.status === 200 &&
    after.stock === before.stock - 10 &&
    after.allotted === before.allotted + 10 &&
    after.moved === before.moved - 10
  expectTrue(target, 'ten units given leave the stock, and the record says so', isMoved, {
    given,
    before,
    after,
  })
  const greedy = await send(
    url,
    calls.allot(seed, 0, (row) => (row === 9 ? STOCK : 1)),
  )
  const isUndone = isRefused(greedy.status) && isSame(after, totals())
  expectTrue(target, 'one change too many undoes all ten', isUndone, greedy)
}

/** Runs each workload once, step by step. Returns a note on how the disk is used. */
export async function verify(target: Target): Promise<string> {
  const running = await open(target)
  try {
    await verifyOrders(running)
    await verifySwitch(running)
    await verifyList(running)
    await verifyAllotments(running)
    const syncs = await countSyncs(running.server, running.seed)
    return syncs === null ? '' : `${syncs} syncs for ${SYNCED_ORDERS} orders one after another`
  } finally {
    await running.close()
  }
}

/** Reads the store until unfinished requests no longer change it. */
export async function settled(read: () => Totals | Promise<Totals>): Promise<Totals> {
  let last = await read()
  for (const end = performance.now() + 20_000; performance.now() < end;) {
    await Bun.sleep(400)
    const now = await read()
    if (isSame(now, last)) return now
    last = now
  }
  return last
}
