/**
 * Measures the board at the size to hold: 100 clubs, 300 items, 6,000 lines, on both stores (on MongoDB if mongod is found). Prints how
 * long and how large the list is, what one decision sends to an open board, and how long a save of 5,000 rows and its undo take and
 * hold the event loop. Run with `bun tests/bench/board.ts`.
 */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Board } from '#src/contract/board.ts'
import { limits } from '#src/contract/limits.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { openMongoStore } from '#src/store/mongo.ts'
import type { Store } from '#src/store/port.ts'
import { enterLive } from '#tests/support/live-client.ts'
import { mongod, startReplicaSet } from '#tests/support/mongod.ts'
import { type Portal, startPortal } from '#tests/support/portal.ts'
import { stockRow } from '#tests/support/rows.ts'
import { until } from '#tests/support/until.ts'

const CLUBS = 100
const ITEMS = 300
const LINES_OF_A_CLUB = 60
const ROUNDS = 20

async function fill({ createClub, deps }: Portal): Promise<void> {
  const { store } = deps
  const items: string[] = []
  for (let n = 0; n < ITEMS; n++) {
    const itemName = `${['Brush Round', 'Felt', 'Rope', 'Wooden board', 'Tape'][n % 5]} ${n}`
    const item = { itemName, itemQuantity: 900, itemStatus: 'enabled' } as const
    items.push((await store.stock.add(item, 'an administrator', Date.now())).value._id)
  }
  for (let n = 0; n < CLUBS; n++) {
    const club = await createClub({ clubName: `Society of Arts ${n}`, cordName: `Person ${n}` })
    const rows = Array.from({ length: LINES_OF_A_CLUB }, (_, k) =>
      stockRow(items[(n * 7 + k * 5) % ITEMS] ?? '', 1 + ((n * k) % 20)),
    )
    const placed = { accountId: club.id, actorId: club.id, rows, toAnswer: () => '' }
    await store.orders.place({ ...placed, now: Date.now() })
  }
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
const ms = (value: number) => `${value.toFixed(1)} ms`
const kB = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`

async function timed<T>(work: () => Promise<T>): Promise<{ took: number; answer: T }> {
  const began = performance.now()
  const answer = await work()
  return { took: performance.now() - began, answer }
}

/** How long work took, and the longest time for which the event loop did nothing else. */
async function held(work: () => Promise<unknown>): Promise<string> {
  let [isOver, longest, last] = [false, 0, performance.now()]
  const watch = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(watch)
  }
  setImmediate(watch)
  const { took } = await timed(work)
  // The answer may come before the loop is seen to have stood still.
  await Bun.sleep(1)
  isOver = true
  return `${ms(took)}, longest hold ${ms(longest)}`
}

async function measure(name: string, store?: Store): Promise<void> {
  const portal = await startPortal({ config: { rateLimits: false }, ...(store && { store }) })
  await fill(portal)
  const admin = await portal.createAdmin()
  const auth = { authorization: `Bearer ${admin.token}` }
  const read = async () =>
    new Uint8Array(await (await fetch(`${portal.url}/cart/board`, { headers: auth })).arrayBuffer())
  const save = async (items: unknown[]) => {
    const { status, body } = await portal.request('PUT', '/cart/update-multiple-cart-items', {
      token: admin.token,
      body: { items },
    })
    if (status !== 200) throw new Error(JSON.stringify(body).slice(0, 500))
    return String(body['batch'])
  }
  const undo = async (batch: string) => {
    const path = `/cart/history/${batch}/undo`
    const { status, body } = await portal.request('POST', path, { token: admin.token })
    if (status !== 200) throw new Error(JSON.stringify(body).slice(0, 500))
  }

  const text = await read()
  const board: Board = JSON.parse(new TextDecoder().decode(text))
  const lines = board.clubs.flatMap((club) => club.lines)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  console.log(
    `${name}: ${board.clubs.length} clubs, ${board.items.length} items, ${lines.length} lines`,
  )
  console.log(
    `  list: ${kB(text.length)}, gzip ${kB(gzipSync(text).length)}, brotli ${kB(brotliCompressSync(text, quality).length)}`,
  )

  const client = await enterLive(portal.url, admin.token)
  client.say({ type: 'open', topic: 'board' })
  await until('the board is open', () => client.state('board') !== undefined)
  const [fresh, kept, told, sent]: number[][] = [[], [], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const { _id } = lines[round * 61] ?? { _id: '' }
    const before = client.texts.length
    const { took } = await timed(async () => {
      await save([{ _id, allotted_quantity: 1 }])
      await until('the club arrives', () =>
        client.texts.slice(before).some((frame) => frame.includes('user_id')),
      )
    })
    told?.push(took)
    const rows = client.texts.slice(before).filter((frame) => /"(?:user|item)_id"/.test(frame))
    sent?.push(rows.reduce((sum, frame) => sum + Buffer.byteLength(frame), 0))
    fresh?.push((await timed(read)).took)
    kept?.push((await timed(read)).took)
  }
  console.log(
    `  list after a change ${ms(median(fresh ?? []))}, unchanged ${ms(median(kept ?? []))}`,
  )
  console.log(
    `  one decision: ${kB(median(sent ?? []))} to each open board, saved and shown within ${ms(median(told ?? []))}`,
  )

  const rows = lines.slice(0, limits.changeRows).map(({ _id }) => ({
    _id,
    allotted_quantity: 1,
    status: 'Ready',
    remarks: 'Shared out on Monday',
  }))
  const bytes = JSON.stringify({ items: rows }).length
  let batch = ''
  const saved = await held(async () => void (batch = await save(rows)))
  console.log(`  save of ${rows.length} rows (${kB(bytes)}): ${saved}`)
  console.log(`  undo of it: ${await held(() => undo(batch))}`)
  const { broken } = await portal.deps.store.upkeep.verify()
  if (broken.length > 0) throw new Error(broken.join('\n'))
  await client.close()
  await portal.close()
}

await measure('embedded')
if (mongod) {
  const set = await startReplicaSet()
  const log = createLogger('silent')
  const store = await openMongoStore({
    url: set.url('board'),
    waitSeconds: 5,
    rateLimits: false,
    log,
  })
  await measure('MongoDB', store)
  await store.close()
  await set.close()
}
