import { QueryObserver } from '@tanstack/react-query'
import { createBoardData } from '#client/portal/board/board-data.ts'
import { type Credentials, openConnection } from '#client/portal/data/connection.ts'
import { createLiveQueries, type LiveOptions } from '#client/portal/data/create-live-queries.ts'
import { createQueryClient } from '#client/portal/data/query-client.ts'
import { ApiError, type Read } from '#client/portal/data/api.ts'
import type { ClubId } from '#src/contract/ids.ts'
import { isNewer } from '#src/contract/frames.ts'
import type { Account, Listed, Store } from '#src/store/port.ts'
import type { createInstances } from './instances.ts'
import { tokens } from './instances.ts'
import type { VirtualTime } from './virtual-time.ts'
import { plugIn, type Cable } from './wires.ts'
import { toWireOrdering } from '#src/contract/wire.ts'
import { toClubLine } from '#src/rules/announced.ts'
import { toWireCustomLine, toWireRows } from '#src/modules/cart/wire.ts'
import type { Coordinator } from '#tests/support/stores.ts'

async function readOrdering(store: Store) {
  const listed = await store.ordering.read()
  return { ...listed, rows: toWireOrdering(listed.rows, 0) }
}

async function readOrder(store: Store, clubId: ClubId) {
  const listed = await store.orders.read(clubId)
  return listed && toWireRows(listed, toClubLine)
}

const HTTP_LATENCY_MS = 60
/** Now and then, until all is quiet, an answer is overtaken by much that happened since. */
const SLOW_HTTP_MS = 1_500
const SLOW_SHARE = 0.1

type At = { epoch: string; rev: number }

/** One thing that a page shows, and where the truth of it stands. */
type Part = {
  name: string
  /** Whether it may be shown to anybody. */
  isPublic: boolean
  shown(): At | null
  value(): unknown
  activate(): () => void
  read(store: Store): Promise<Listed<unknown> | null>
  /** The revisions of rows that arrive one by one. */
  rowRevs?(): [id: string, rev: number][]
}

export type Page = Awaited<ReturnType<typeof openPage>>

/** A browser's page: the client's own code, on a device that sleeps and a network that fails. */
export async function openPage({
  name,
  account,
  club,
  marks,
  faults,
  instances,
  time,
  random,
}: {
  name: string
  /** Who signs in; `null` for a visitor. */
  account: Account | null
  /** Whose order an administrator looks at. */
  club: Coordinator
  /** Words that stand in other clubs' orders only. */
  marks: string[]
  /** Where wrong things are noted. */
  faults: string[]
  instances: ReturnType<typeof createInstances>
  time: VirtualTime
  random: () => number
}) {
  let session: Credentials | null = null
  let isAsleep = false
  let isQuiet = false
  let cable: Cable | null = null
  const woken: (() => void)[] = []
  const later = (run: () => void) => () => (isAsleep ? void woken.push(run) : run())
  const fault = (what: string) => void faults.push(`${name}: ${what}`)
  const anyInstance = () => {
    const running = instances.running()
    return running[Math.floor(random() * running.length)]
  }

  const core = openConnection({
    clock: {
      now: time.now,
      random,
      after(ms, run) {
        let isOver = false
        const cancel = time.after(
          ms,
          later(() => {
            if (!isOver) run()
          }),
        )
        return () => {
          isOver = true
          cancel()
        }
      },
    },
    connect(events) {
      const plugged = plugIn(
        {
          opened: later(events.opened),
          received(text) {
            for (const mark of marks)
              if (text.includes(mark)) fault(`heard of another club: ${text}`)
            later(() => events.received(text))()
          },
          closed: (code) => later(() => events.closed(code))(),
        },
        anyInstance()?.server ?? null,
        { time, random },
      )
      cable = plugged.cable
      return plugged.wire
    },
    credentials: () => session,
    onConnection() {},
    onSessionEnd() {
      session = null
      core.sessionChanged()
    },
  })

  const travel = () => {
    const longest = !isQuiet && random() < SLOW_SHARE ? SLOW_HTTP_MS : HTTP_LATENCY_MS
    return new Promise<void>((done) => time.after(random() * longest, later(done)))
  }

  /** A read by HTTP, as `readList` answers it. */
  async function get<T>(
    isPublic: boolean,
    read: (store: Store) => Promise<Listed<T> | null>,
  ): Promise<Read<T>> {
    const asker = session
    await travel()
    const instance = anyInstance()
    if (!instance) throw new ApiError(0, 'network', 'The server cannot be reached.')
    if (!isPublic && !asker) throw new ApiError(401, 'unauthorized', 'Please sign in again.')
    const listed = await read(instance.store).catch(() => {
      throw new ApiError(503, 'store_unavailable', 'The store cannot be reached.')
    })
    await travel()
    if (!listed) throw new ApiError(404, 'not_found', 'There is nothing here.')
    return { epoch: instance.store.epoch, ...listed }
  }

  const client = createQueryClient()
  const { liveQuery } = createLiveQueries(core, client)
  const parts: Part[] = []
  function addPart<T>(
    part: string,
    options: Omit<LiveOptions<T>, 'key' | 'read'>,
    read: (store: Store) => Promise<Listed<T> | null>,
    isPublic = false,
  ): void {
    const query = liveQuery<T>({ ...options, key: [part], read: () => get(isPublic, read) })
    const known = () => client.getQueryData(query.queryKey)
    parts.push({
      name: part,
      isPublic,
      shown: () => known() ?? null,
      value: () => known()?.rows,
      activate: () => new QueryObserver(client, query).subscribe(() => {}),
      read,
    })
  }
  addPart(
    'ordering',
    {
      topics: ['ordering'],
      // The server's clock is no state.
      fromState: (state) =>
        state.topic === 'ordering' && state.data
          ? { ...state.data, now: new Date(0).toISOString() }
          : null,
    },
    readOrdering,
    true,
  )
  const clubId = account?.clubId ?? null
  if (clubId !== null) {
    addPart('catalogue', { topics: ['inventory'] }, (store) => store.stock.listCatalogue())
    addPart(
      'own order',
      {
        topics: ['orders'],
        fromState: (state) => (state.topic === 'orders' && state.data ? state.data : null),
      },
      (store) => readOrder(store, clubId),
    )
  }
  if (account?.access === 'bosslevel') {
    addPart('stock', { topics: ['inventory'] }, (store) => store.stock.list())
    addPart('summary', { topics: ['inventory', 'carts'] }, (store) => store.stock.listSummary())
    addPart('custom lines', { topics: ['carts'] }, async (store) =>
      toWireRows(await store.orders.listCustomLines(), toWireCustomLine),
    )
    const board = createBoardData(() => get(false, (store) => store.orders.board()), {
      live: core,
      client,
      liveQuery,
    })
    const cached = () => client.getQueryData(board.query.queryKey)
    const shownBoard = () => {
      const { items = [], clubs = [] } = cached()?.rows ?? {}
      const asked = new Set(clubs.flatMap(({ lines }) => lines.map(({ item_id }) => item_id)))
      return { items: items.filter(({ _id }) => asked.has(_id)), clubs }
    }
    parts.push({
      name: 'board',
      isPublic: false,
      shown: () => cached() ?? null,
      activate: () => board.follow(() => {}),
      value: shownBoard,
      read: (store) => store.orders.board(),
      rowRevs: () => [
        ...shownBoard().items.map(({ _id, rev }) => [_id, rev] as [string, number]),
        ...shownBoard().clubs.map(({ user_id, rev }) => [user_id, rev] as [string, number]),
      ],
    })
    addPart('one order', { topics: ['carts'], hasOwnRevision: true }, (store) =>
      readOrder(store, club.clubId),
    )
  }

  const active = new Map<Part, () => void>()
  const activate = (part: Part) => {
    if (!active.has(part)) active.set(part, part.activate())
  }
  const lastShown = new Map<Part, At | null>()
  const lastRevs = new Map<Part, Map<string, number>>()

  async function signIn(ver: number): Promise<void> {
    if (!account) return
    const token = await time.outside(() => tokens.sign({ id: account.id, ver }, time.now()))
    session = {
      personId: account.id,
      role: account.access === 'user' ? 'user' : 'bosslevel',
      token,
    }
    core.sessionChanged()
  }

  await signIn(account?.ver ?? 0)
  parts.forEach(activate)
  core.start()

  return {
    name,
    account,
    signIn,
    token: () => session?.token ?? null,
    isConnected: () =>
      core.connection().status === 'live' && !isAsleep && cable !== null && cable.works(),
    cable: () => cable,
    sleep: () => void (isAsleep = true),
    wake(): void {
      isAsleep = false
      for (const run of woken.splice(0)) run()
      core.wake()
    },
    cutOff: (how: 'told' | 'untold') => (how === 'told' ? cable?.cut() : cable?.freeze()),
    /** Goes to another screen and back. */
    turnOver(): void {
      const part = parts[Math.floor(random() * parts.length)]
      if (!part) return
      const release = active.get(part)
      active.delete(part)
      if (release) release()
      else activate(part)
    },
    /** From now on the device and its network behave. */
    calmDown(): void {
      isQuiet = true
      this.wake()
      parts.forEach(activate)
    },
    /** Notes each part that went back, or outlived the session that may see it. */
    watch(): void {
      for (const part of parts) {
        const now = part.shown()
        if (now && active.has(part) && !session && !part.isPublic)
          fault(`${part.name} is shown to nobody's account`)
        const before = lastShown.get(part) ?? null
        if (now && before && !isNewer(now, before) && now.rev < before.rev)
          fault(`${part.name} went back from ${before.rev} to ${now.rev}`)
        lastShown.set(part, now)
        const revs = new Map(part.rowRevs?.())
        for (const [id, rev] of lastRevs.get(part) ?? [])
          if ((revs.get(id) ?? rev) < rev) fault(`${part.name}: row ${id} went back from ${rev}`)
        lastRevs.set(part, revs)
      }
    },
    /** Notes each part that does not show what the store has. */
    async compare(store: Store, when: string): Promise<void> {
      for (const part of parts) {
        if (!part.isPublic && !session) continue
        const truth = await time.outside(async () => (await part.read(store))?.rows)
        if (!Bun.deepEquals(part.value(), truth))
          fault(
            `${when}: ${part.name} shows ${JSON.stringify(part.shown())} ${JSON.stringify(part.value())}, true is ${JSON.stringify(truth)}`,
          )
      }
    },
  }
}
