/** Servers that are killed while they write, on both stores: no answered change is lost, applied twice or applied in part. */
import { expect, test } from 'bun:test'
import { asPersonId, type PersonId } from '#src/contract/ids.ts'
import type { Store } from '#src/store/port.ts'
import { useFolder } from '#tests/support/folder.ts'
import { whyNoMongod, withDatabase } from '#tests/support/mongod.ts'
import { runTool } from '#tests/support/program.ts'
import { atDepth } from '#tests/support/random.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { describeWith } from '#tests/support/servers.ts'
import { ADMIN, callsOn, NOON, times } from '#tests/support/stores.ts'
import {
  CLIENTS,
  keyOf,
  makePlan,
  openAt,
  type Place,
  readPlan,
  runWriter,
  type Work,
} from './support/writer.ts'

const folder = useFolder()
const inFile = (): Place => ({ STORE_PATH: folder('portal.sqlite') })

async function fill(place: Place, how: (store: Store) => Promise<void>): Promise<void> {
  const store = await openAt(place)
  await how(store)
  await store.close()
}

type IsDue = Parameters<typeof runWriter>[1]

/** Kills a process at that work, once for each `isDue`; each time `check` looks at the store and at what the process has said. */
async function killAt(
  place: Place,
  work: Work,
  dues: IsDue[],
  check: (store: Store, said: string[], round: string) => Promise<void>,
): Promise<void> {
  for (const [kill, isDue] of dues.entries()) {
    const round = `round ${kill}`
    const { lines, signal } = await runWriter({ ...place, WORK: work, ROUND: round }, isDue)
    expect(signal).toBe('SIGKILL')
    const store = await openAt(place)
    await check(store, lines, round)
    expect((await store.upkeep.verify()).broken).toEqual([])
    await store.close()
  }
}

type Call = 'order' | 'allot'

/** Checks that no answered order or allotment of a round is missing, client by client. */
async function checkRound(store: Store, said: string[], round: string) {
  /** How many answers of a client's calls the store has kept, without a gap between them. */
  async function countKept(actorId: PersonId, call: Call): Promise<number> {
    for (let count = 0; ; count++)
      if ((await store.orders.findAnswer(actorId, keyOf(round, call, count), NOON)) === null)
        return count
  }
  const { clubs } = await readPlan(store)
  let orders = 0
  let given = 0
  for (const [client, clubId] of clubs.entries()) {
    const kept = {
      order: await countKept(asPersonId(clubId), 'order'),
      allot: await countKept(asPersonId(`${ADMIN} ${client}`), 'allot'),
    }
    for (const call of ['order', 'allot'] as const) {
      const answered = said.filter((line) => line.startsWith(`${call} ${client} `)).length
      // A client has one call at a time, so at most one is stored but not answered.
      expect(kept[call]).toBeWithin(answered, answered + 2)
    }
    orders += kept.order
    for (let count = 0; count < kept.allot; count++) given += count % 3 === 2 ? -1 : 1
  }
  return { orders, given }
}

async function expectSums(store: Store, { orders, given }: { orders: number; given: number }) {
  expect((await store.stock.listSummary()).rows).toMatchObject([
    {
      totalOrderedQuantity: orders + CLIENTS,
      totalAllottedQuantity: given,
      availableQuantity: 1_000_000 - given,
    },
  ])
}

/** So many milliseconds after the process has said a word for the second time. Nothing is waited for: the pause chooses the step that a kill hits. */
const afterSecond =
  (word: string) =>
  (ms: number): IsDue =>
  async (said) => {
    if (said.filter((line) => line === word).length < 2) return false
    await Bun.sleep(ms)
    return true
  }

const KILLS = atDepth(4, 40)

test(`killed ${KILLS} times during orders and allotments: no answered change is lost or applied twice`, async () => {
  const place = inFile()
  await fill(place, makePlan)
  const done = { orders: 0, given: 0 }
  // A little later each time, so that the kill hits another step of a commit.
  const dues = times(
    KILLS,
    (kill): IsDue =>
      ({ length }) =>
        length > 21 + (kill * 340) / KILLS,
  )
  await killAt(place, 'orders', dues, async (store, said, round) => {
    const { orders, given } = await checkRound(store, said, round)
    done.orders += orders
    done.given += given
    await expectSums(store, done)
  })
  expect(done.orders).toBeGreaterThan(KILLS * 10)
})

test('on a full disk writes are refused, reads continue, and no answered change is lost', async () => {
  const place = inFile()
  await fill(place, makePlan)
  const env = { ...place, WORK: 'orders', ROUND: 'full' } as const
  const { lines: said } = await runWriter(env, () => false, 600)
  expect(said.at(-1)).toBe('refused store_unavailable true')
  await fill(place, async (store) => {
    const done = await checkRound(store, said, 'full')
    expect(done.orders).toBeGreaterThan(10)
    await expectSums(store, done)
    expect((await store.upkeep.verify()).broken).toEqual([])
  })
})

/** Each answered undo is there with its answer, each batch was taken back once, and the sums are right. */
async function crashUndos(place: Place, kills: number) {
  await fill(place, makePlan)
  const said: string[] = []
  const dues = times(
    kills,
    (kill): IsDue =>
      ({ length }) =>
        length > 11 + kill * 7,
  )
  await killAt(place, 'undos', dues, async (store, lines) => {
    said.push(...lines.filter((line) => line.startsWith('undone ')))
    const entries = await callsOn(() => store).entries({ kinds: ['line_decided'] }, 1_000_000)
    const undos = entries.flatMap(({ undoes, batch }) =>
      undoes === null ? [] : [[undoes, batch] as const],
    )
    const undone = new Map(undos)
    expect(undos).toHaveLength(undone.size)
    for (const line of said) {
      const [, batch = '', own = ''] = line.split(' ')
      expect(undone.get(batch)).toBe(own)
      const kept = { key: batch, bodyHash: '' }
      expect(await store.orders.findAnswer(ADMIN, kept, NOON)).toBe(own)
    }
    // A client has one call at a time, so at most one of its batches in a round is given and not taken back.
    const given = 3 * (entries.length - undos.length - undone.size)
    await expectSums(store, { orders: 0, given })
  })
  expect(said.length).toBeGreaterThan(kills * CLIENTS)
}

const CLUBS = atDepth(15, 100)
const EACH = 60
const LINES = CLUBS * EACH

/** Clubs see all of an announcement or nothing. Each kill is so many milliseconds after the second announcement began. */
async function crashAnnouncements(place: Place, pauses: number[]) {
  await fill(place, async (store) => {
    const { club, order } = callsOn(() => store)
    for (const _ of times(CLUBS, Number))
      await order(
        await club(),
        times(EACH, (index) => customRow(`Item ${index}`, 3)),
      )
  })
  const dues = pauses.map(afterSecond('announcing'))
  await killAt(place, 'announcements', dues, async (store) => {
    const held = (await store.orders.listHeld()).rows
    const ahead = held.reduce((sum, { lines }) => sum + lines.length, 0)
    // What was decided before the announcement was one half, or all.
    expect([0, LINES / 2, LINES]).toContain(ahead)
    const announced = await callsOn(() => store).entries({ kinds: ['announced'] }, 1_000_000)
    const batches = [...Map.groupBy(announced, ({ batch }) => batch).values()]
    expect(batches.length).toBeGreaterThan(0)
    for (const batch of batches) {
      expect([LINES / 2, LINES]).toContain(batch.length)
      expect(new Set(batch.map(({ lineId }) => lineId)).size).toBe(batch.length)
    }
    const { value } = await store.orders.announce({ actorId: ADMIN, now: NOON })
    expect(value.lines).toBe(ahead)
  })
}

/** An edition ends with all of its lines, or not at all. Each kill is so many milliseconds after the second ending began. */
async function crashEndings(place: Place, pauses: number[]) {
  await fill(place, async (store) => {
    const { club, item, order, lines, allot } = callsOn(() => store)
    const { _id: tape } = await item('Tape', CLUBS)
    for (const _ of times(CLUBS, Number)) {
      const own = times(EACH - 1, (index) => customRow(`Item ${index}`, 3))
      const account = await club()
      await order(account, [stockRow(tape, 1), ...own])
      const made = await lines(account)
      await allot(made.map(({ _id }) => ({ _id, allotted_quantity: 1 })))
    }
  })
  const dues = pauses.map(afterSecond('ending'))
  await killAt(place, 'endings', dues, async (store) => {
    const { undo, entries } = callsOn(() => store)
    const { rows } = await store.editions.list()
    const [stock] = (await store.stock.listSummary()).rows
    const isEnded = rows.length === 2
    expect(rows.map(({ lines, clubs }) => [lines, clubs])).toEqual(
      isEnded
        ? [
            [0, 0],
            [LINES, CLUBS],
          ]
        : [[LINES, CLUBS]],
    )
    expect(stock?.totalAllottedQuantity).toBe(isEnded ? 0 : CLUBS)
    if (!isEnded) return
    const [ended] = await entries({ kinds: ['edition_ended'] }, 1)
    await undo(ended?.batch ?? '')
  })
}

test('a server with an embedded store is killed during undos: every answered one is there, once', async () => {
  await crashUndos(inFile(), atDepth(4, 12))
  const { code, out, err } = await runTool(['check'], { DATA_DIR: folder() })
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('The store is sound.')
})

test('clubs read all their decisions in one transaction of an embedded store: a kill announces all or nothing', () =>
  crashAnnouncements(inFile(), atDepth([0, 20], [0, 20, 60, 120])))

test('a kill ends an edition of an embedded store whole, or not at all', () =>
  crashEndings(inFile(), atDepth([2, 10, 30], [0, 2, 4, 7, 10, 15, 20, 30, 45, 70])))

describeWith('with mongod', whyNoMongod, () => {
  test('an instance is killed during undos: every answered one is there, once', () =>
    withDatabase('undos', (url) => crashUndos({ MONGODB_URL: url }, atDepth(2, 5))))

  test('a kill ends an edition whole, or not at all', () =>
    withDatabase('endings', (url) =>
      crashEndings(
        { MONGODB_URL: url },
        atDepth([100], [0, 30, 60, 100, 150, 200, 300, 400, 500, 700]),
      ),
    ))

  test('a kill announces all or nothing', () =>
    withDatabase('announcements', (url) =>
      crashAnnouncements({ MONGODB_URL: url }, atDepth([100], [0, 150, 400])),
    ))
})
