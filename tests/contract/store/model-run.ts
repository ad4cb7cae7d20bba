import { expect } from 'bun:test'
import * as fc from 'fast-check'
import { asClubId } from '#src/contract/ids.ts'
import type { LineRequest } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { toWireLine } from '#src/contract/wire.ts'
import { asSeenByClub } from '#src/rules/announced.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { StoreTopic } from '#src/contract/topics.ts'
import type { ListedEntry, Nudge, Store } from '#src/store/port.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import '#tests/support/random.ts'
import { callsOn, type Coordinator, NOBODY } from '#tests/support/stores.ts'
import { NOON, type OpenTestStore } from './harness.ts'
import { Model, type ModelBatch, type ModelEntry, type Outcome } from './model.ts'

const STEPS = 60
const NAMES = ['Tape', 'Glue', 'Brush Round 2', 'Palette', 'Neon', 'Ribbon']
const REMARKS = ['', 'soon', 'by the door']
/** How often each kind of call is chosen. */
const WEIGHTS = {
  order: 3,
  late: 2,
  allot: 4,
  hand: 3,
  correct: 4,
  withdraw: 1,
  line: 1,
  cart: 1,
  edit: 2,
  add: 1,
  note: 2,
  turn: 1,
  undo: 4,
  undoLatest: 3,
  again: 1,
  hold: 2,
  announce: 2,
  end: 1,
}
const KINDS = Object.entries(WEIGHTS).flatMap(([kind, weight]) =>
  Array.from({ length: weight }, () => kind as keyof typeof WEIGHTS),
)

/** One step: a call, and numbers that choose what it is about. */
const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  who: fc.nat(20),
  what: fc.nat(60),
  amount: fc.integer({ min: -4, max: 9 }),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const pick = <T>(values: readonly T[], at: number): T | undefined => values[at % values.length]

/** A call on the store, and what the model says that it does. */
type Call = {
  real: () => Promise<{ moved: Nudge[] }>
  model: () => Promise<Outcome> | Outcome
  by: string
}

const lineAndKind = ({ lineId, itemId, kind }: ModelEntry) => `${lineId} ${itemId} ${kind}`
const byLine = (a: ModelEntry, b: ModelEntry) => (lineAndKind(a) < lineAndKind(b) ? -1 : 1)
type Identified = { id: string } | { _id: string }
const idOf = (row: Identified) => ('id' in row ? row.id : row._id)
const byId = (a: Identified, b: Identified) => (idOf(a) < idOf(b) ? -1 : 1)
/** The id of a row, and these fields. */
const only = (fields: readonly string[]) => (row: Identified) => ({
  ...Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field))),
  id: idOf(row),
})
const LINE = 'ordered_quantity allotted_quantity delivered_quantity status remarks link'.split(' ')

type Seen = Awaited<ReturnType<typeof look>>

/** All that can be read, but for the history. */
async function look({ ordering, stock, orders }: Store, clubs: readonly Coordinator[]) {
  const own = new Map<string, NonNullable<Awaited<ReturnType<typeof orders.read>>>>()
  for (const { clubId } of clubs) {
    const order = await orders.read(clubId)
    if (order) own.set(clubId, order)
  }
  return {
    ordering: await ordering.read(),
    stock: await stock.list(),
    catalogue: await stock.listCatalogue(),
    summary: await stock.listSummary(),
    carts: await orders.listCarts(),
    customLines: await orders.listCustomLines(),
    orders: own,
  }
}

/** What pages see of each topic. */
function topicsOf(seen: Seen): Map<StoreTopic, { rev: number; rows: unknown }> {
  const { ordering, stock, catalogue, summary, carts, customLines, orders } = seen
  const sums = summary.rows
    .filter(({ totalOrderedQuantity }) => totalOrderedQuantity > 0)
    .map((item) => [item._id, item.totalOrderedQuantity, item.totalAllottedQuantity].join())
    .toSorted()
  return new Map<StoreTopic, { rev: number; rows: unknown }>([
    ['ordering', ordering],
    ['inventory', stock],
    ['catalogue', catalogue],
    ['carts', { rev: carts.rev, rows: [carts.rows, customLines.rows, sums] }],
    ...[...orders].map(([id, order]) => [`orders:${id}`, order] as const),
  ])
}

/** One history: the store and its model take the same steps. */
class Run {
  readonly model = new Model()
  readonly clubs: Coordinator[] = []
  readonly carts = new Map<string, string>()
  /** The last keyed call, to be repeated. */
  keyed: (() => Promise<{ value: { body: string; replayed: boolean } }>) | null = null
  keyedBody = ''
  admin = NOBODY.id
  private keys = 0

  readonly store: Store
  /** What was read after the last call. */
  private seen: Seen | null = null
  /** How many batches the accounts of the history left. */
  private earlier = 0

  constructor(store: Store) {
    this.store = store
  }

  async begin(): Promise<void> {
    const { admin, club } = callsOn(() => this.store)
    for (const clubName of ['a', 'b', 'c']) this.clubs.push(await club({ clubName }))
    this.admin = (await admin()).id
    this.earlier = this.clubs.length + 1
    await this.readAgain([])
    for (const itemName of NAMES.slice(0, 3)) await this.take(this.add(itemName, 10, true))
    for (const club of this.clubs) await this.take(this.order(club, [customRow('Chalk', 1)]))
  }

  private key() {
    this.keys += 1
    return { key: `key ${this.keys}`, bodyHash: 'of one body' }
  }

  /** Makes a call with a key, and remembers it. */
  private withKey(call: (key: ReturnType<Run['key']>) => ReturnType<Store['history']['undo']>) {
    const key = this.key()
    return async () => {
      const written = await call(key)
      this.keyed = () => call(key)
      this.keyedBody = written.value.body
      return written
    }
  }

  private order(club: Coordinator, rows: LineRequest[], isLate = false): Call {
    const by = isLate ? this.admin : club.id
    const shared = { clubId: club.clubId, actorId: by, now: NOON, rows, isLate }
    const answer = { toAnswer: (lines: readonly unknown[]) => JSON.stringify(lines.length) }
    return {
      by,
      real: this.withKey((idempotency) =>
        this.store.orders.place({ ...shared, ...answer, idempotency }),
      ),
      model: async () => {
        const placed = (await this.store.orders.read(club.clubId))?.rows ?? []
        const idOf = ({ item_id: itemId, itemName }: LineRequest) =>
          placed.find((line) =>
            itemId === null
              ? line.itemName.toLowerCase() === itemName?.trim().toLowerCase()
              : line.item_id === itemId,
          )?._id ?? ''
        return this.model.place(club.clubId, rows, idOf, isLate)
      },
    }
  }

  private add(itemName: string, itemQuantity: number, isEnabled: boolean): Call {
    const item = { itemName, itemQuantity, itemStatus: isEnabled ? 'enabled' : 'disabled' } as const
    let id = ''
    return {
      by: this.admin,
      real: async () => {
        const written = await this.store.stock.add(item, this.admin, NOON)
        id = written.value._id
        return written
      },
      model: () => this.model.add(id, item),
    }
  }

  private edit({ what, who, amount }: Step): Call {
    const item = pick([...this.model.items.values()], what)
    const id = item?.id ?? Bun.randomUUIDv7()
    const isStale = amount === 9
    const change = {
      ...(amount > 5 && { itemName: pick(NAMES, who) ?? '' }),
      ...(amount < 6 && { itemQuantity: Math.abs(amount) * 3 }),
      ...(who % 4 === 0 && { unit: pick(['', 'rolls'], what) ?? '' }),
      ...(who % 3 === 0 && { place: pick(['', 'Shelf A3'], what) ?? '' }),
      ...(who % 5 === 0 && { itemStatus: pick(['enabled', 'disabled'] as const, what) }),
    }
    const { itemStatus, ...rest } = change
    const given = { ...rest, ...(itemStatus && { itemStatus }) }
    return {
      by: this.admin,
      real: async () => {
        const row = (await this.store.stock.list()).rows.find(({ _id }) => _id === id)
        const rev = (row?.rev ?? 0) - (isStale ? 1 : 0)
        return this.store.stock.edit(id, { rev, ...given }, this.admin, NOON)
      },
      model: () => this.model.edit(id, given, isStale),
    }
  }

  private allot({ who, what, amount }: Step): Call {
    const lines = [...this.model.lines.values()].filter(
      ({ isDeleted }) => !isDeleted || what % 10 === 0,
    )
    const decisions = Array.from({ length: 1 + (who % 3) }, (_, index): LineChange => {
      const status = pick(LINE_STATUSES, who + index)
      const remarks = pick(REMARKS, what)
      return {
        _id: pick(lines, what + index * (who % 2))?.id ?? Bun.randomUUIDv7(),
        ...(who % 7 !== 0 && { allotted_quantity: index === 1 ? -amount : amount }),
        ...(what % 3 === 0 && status !== undefined && { status }),
        ...(what % 4 === 0 && remarks !== undefined && { remarks }),
      }
    })
    const shared = { decisions, actorId: this.admin, now: NOON }
    const toAnswer = (_: unknown, batch: string | undefined) => String(batch)
    return {
      by: this.admin,
      real: this.withKey((idempotency) =>
        this.store.orders.allot({ ...shared, toAnswer, idempotency }),
      ),
      model: () => this.model.allot(decisions),
    }
  }

  private handOver({ who, what, amount }: Step): Call {
    const given = [...this.model.lines.values()].filter(
      (line) => line.allotted_quantity > line.delivered_quantity || what % 9 === 0,
    )
    const line = pick(given, what)
    const rows = [
      { _id: line?.id ?? Bun.randomUUIDv7(), quantity: Math.max(1, amount) },
      ...(who % 3 === 0 ? [{ _id: pick(given, what + who)?.id ?? '', quantity: 1 }] : []),
    ]
    const clubId = (who % 11 === 0 ? this.clubs[0]?.clubId : line?.club) ?? NOBODY.clubId
    const shared = { clubId, to: pick(['Asha', 'Ravi'], who) ?? '', rows }
    const by = { actorId: this.admin, now: NOON }
    const toAnswer = (_: unknown, batch: string | undefined) => String(batch)
    return {
      by: this.admin,
      real: this.withKey((idempotency) =>
        this.store.orders.handOver({ ...shared, ...by, toAnswer, idempotency }),
      ),
      model: () => this.model.handOver(clubId, shared.to, rows),
    }
  }

  private note({ who, what, amount }: Step): Call {
    const _id = pick([...this.model.items.keys()], what) ?? ''
    const [itemRemark, itemOrderedStatus] = [
      pick(REMARKS, who),
      pick(['', 'Available'], amount + 4),
    ]
    const note = {
      ...(what % 3 !== 0 && itemRemark !== undefined && { itemRemark }),
      ...(what % 2 === 0 && itemOrderedStatus !== undefined && { itemOrderedStatus }),
    }
    return {
      by: this.admin,
      real: () => this.store.stock.note([{ _id, ...note }], this.admin, NOON),
      model: () => this.model.note(_id, note),
    }
  }

  private remove({ kind, who, what, amount }: Step): Call {
    const club = pick(this.clubs, who)?.clubId ?? NOBODY.clubId
    const cart = this.carts.get(club) ?? ''
    const removal = { actorId: this.admin, now: NOON, reason: pick(REMARKS, amount + 4) ?? '' }
    const { orders } = this.store
    const own = [...this.model.lines.values()].filter((line) => line.club === club)
    const line = pick(own, what)
    const live = this.model.liveLines(club)
    return {
      by: this.admin,
      real: () =>
        kind === 'cart'
          ? orders.removeCart(cart, removal)
          : orders.removeLine(cart, line?.id ?? '', removal),
      model: () => this.model.remove(kind === 'cart' ? live : line ? [line] : [], removal.reason),
    }
  }

  private correct({ who, what, amount }: Step): Call {
    const lines = [...this.model.lines.values()].filter(({ isDeleted }) => !isDeleted || what === 7)
    const line = pick(lines, what)
    const id = line?.id ?? Bun.randomUUIDv7()
    // One in three by an administrator, some by another club.
    const club = who % 3 === 0 ? null : who % 7 === 1 ? this.clubs[0]?.clubId : line?.club
    const actorId = this.clubs.find(({ clubId }) => clubId === club)?.id ?? this.admin
    const present = line?.ordered_quantity ?? 1
    const was = what % 11 === 0 ? present + 1 : present
    const link = who % 4 === 0 ? { link: `https://a.example/${amount}` } : {}
    const asked = Math.abs(amount)
    return {
      by: actorId,
      real: () =>
        this.store.orders.correct({
          lineId: id,
          correction: { ordered_quantity: asked, was, ...link },
          actorId,
          isOwn: club !== null,
          toReader: toWireLine,
          now: NOON,
        }),
      model: () => this.model.correct(id, club ?? null, { asked, was, ...link }),
    }
  }

  private endEdition({ who, what, amount }: Step): Call {
    const next = amount === 9 ? 'first EDITION' : `Edition ${this.keys}`
    const leftovers = what % 2 === 0 ? 'shelf' : 'handed_over'
    const shared = { next, leftovers, orderMails: who % 2 === 0, actorId: this.admin } as const
    return {
      by: this.admin,
      real: async () => {
        const { edition } = (await this.store.ordering.read()).rows
        return this.withKey((idempotency) =>
          this.store.editions.end({
            ...shared,
            edition: edition._id,
            toAnswer: (batch) => batch,
            now: NOON,
            idempotency,
          }),
        )()
      },
      model: () => this.model.end(next, leftovers),
    }
  }

  private withdraw({ who, what }: Step): Call {
    const { id: actorId, clubId: club } = pick(this.clubs, who) ?? NOBODY
    const line = pick(
      [...this.model.lines.values()].filter((own) => own.club === club),
      what,
    )
    const removal = { actorId, now: NOON, reason: '', isOwn: true }
    return {
      by: actorId,
      real: () => this.store.orders.removeLine(actorId, line?.id ?? '', removal),
      model: () => (line ? this.model.withdraw(line) : { code: 'not_found' }),
    }
  }

  private undo(batch: string, isRest: boolean): Call {
    const shared = { batch, isRest, actorId: this.admin, now: NOON, toAnswer: (own: string) => own }
    return {
      by: this.admin,
      real: this.withKey((idempotency) => this.store.history.undo({ ...shared, idempotency })),
      model: () => this.model.undo(batch, isRest),
    }
  }

  callOf(done: Step): Call | null {
    const { kind, who, what, amount } = done
    const club = pick(this.clubs, who)
    const latest = this.model.batches.toReversed()
    if ((kind === 'order' || kind === 'late') && club) {
      const item = pick([...this.model.items.keys()], what)
      const own = customRow(
        pick(NAMES, what) ?? '',
        amount,
        amount > 5 ? 'https://a.example/b' : '',
      )
      const stock = stockRow(item ?? '', Math.max(amount, 1))
      const rows = [[stock], [stock, stock], [stock, own], [own], [stock, own, own]]
      const asked = pick(rows, who) ?? []
      if (kind === 'order') return this.order(club, asked)
      const giving = asked.map((row, index) => ({ ...row, units: Math.max(0, amount - index) }))
      return this.order(club, giving, true)
    }
    if (kind === 'correct') return this.correct(done)
    if (kind === 'withdraw') return this.withdraw(done)
    if (kind === 'allot') return this.allot(done)
    if (kind === 'hand') return this.handOver(done)
    if (kind === 'line' || (kind === 'cart' && amount > 5))
      return this.carts.has(club?.id ?? '') ? this.remove(done) : null
    if (kind === 'end') return this.endEdition(done)
    if (kind === 'edit') return this.edit(done)
    if (kind === 'add') return this.add(pick(NAMES, what) ?? '', Math.abs(amount), who % 3 > 0)
    if (kind === 'note') return this.note(done)
    if (kind === 'turn') {
      const isOpen = amount > -3
      const real = () => this.store.ordering.set(isOpen, this.admin, NOON)
      return { by: this.admin, real, model: () => this.model.turn(isOpen) }
    }
    if (kind === 'hold') {
      const isHeld = amount > -2
      const real = () => this.store.ordering.hold(isHeld, this.admin, NOON)
      return { by: this.admin, real, model: () => this.model.hold(isHeld) }
    }
    if (kind === 'announce') {
      const only = what % 3 === 0 ? undefined : club?.clubId
      const by = { actorId: this.admin, now: NOON, ...(only && { clubIds: [only] }) }
      const real = () => this.store.orders.announce(by)
      return { by: this.admin, real, model: () => this.model.announce(only) }
    }
    if (kind === 'undo') return this.undo(pick(latest, what)?.id ?? '', amount % 2 === 0)
    if (kind === 'undoLatest') {
      const undoable = latest.filter(({ entries }) =>
        [
          'line_corrected',
          'line_decided',
          'line_deleted',
          'handed_over',
          'item_edited',
          'edition_ended',
        ].includes(entries[0]?.kind ?? ''),
      )
      return this.undo(pick(undoable, what % 3)?.id ?? '', amount % 2 === 0)
    }
    return null
  }

  /** Reads everything that can be read, and compares it with what was read before: a page that reads the announced topics again is current. */
  private async readAgain(moved: readonly Nudge[]): Promise<void> {
    const announced = new Map(moved.map(({ topic, rev }) => [topic, rev]))
    const before = this.seen
    this.seen = await look(this.store, this.clubs)
    const edition = this.seen.ordering.rows.edition._id
    // Every club has another cart in each edition.
    if (before?.ordering.rows.edition._id !== edition) this.carts.clear()
    for (const { cart_id, user_id } of this.seen.carts.rows) this.carts.set(user_id, cart_id)
    if (!before) return
    const known = topicsOf(before)
    for (const [topic, now] of topicsOf(this.seen)) {
      const earlier = known.get(topic) ?? { rev: 0, rows: [] }
      if (!announced.has(topic)) expect(now).toEqual(earlier)
      else {
        expect(now.rev).toBe(announced.get(topic) ?? Number.NaN)
        expect(now.rev).toBeGreaterThan(earlier.rev)
      }
    }
  }

  /** Takes a step on both sides and compares the answers, the topics and the new entries. Answers the refusal's code. */
  async take({ real, model, by }: Call): Promise<string | null> {
    let moved: Nudge[] = []
    const said = await real().then(
      (written) => {
        moved = written.moved
        return null
      },
      (error: unknown) => {
        if (error instanceof Refusal) return error.code
        throw error
      },
    )
    await this.readAgain(moved)
    const outcome = await model()
    expect(said).toBe('code' in outcome ? outcome.code : null)
    if ('code' in outcome || outcome.entries.length === 0) return said
    const { undoes = null, before = [], entries: made } = outcome
    const limit = made.length + Math.min(before.length, 1)
    const { entries } = await this.store.history.list({ filter: {}, limit })
    const changes = [...Map.groupBy(entries, ({ batch }) => batch).values()]
    const expected = [made, ...(before.length > 0 ? [before] : [])]
    for (const [at, of] of [...expected.entries()].toReversed()) {
      const id = changes[at]?.[0]?.batch ?? ''
      const batch: ModelBatch = { id, by, undoes, entries: of.toSorted(byLine) }
      expect(this.model.batches.map((known) => known.id)).not.toContain(id)
      this.model.batches.push(batch)
      expect(toBatch(changes[at] ?? [])).toEqual(batch)
    }
    return said
  }

  /** Repeats the last keyed call: it gets the first answer and changes nothing. */
  async again(): Promise<void> {
    if (!this.keyed) return
    const { value } = await this.keyed()
    expect(value).toEqual({ body: this.keyedBody, replayed: true })
    await this.readAgain([])
  }

  /** Compares what was read after the last call with the model. */
  compare(): void {
    const { model, seen: read } = this
    if (!read) return
    const items = [...model.items.values()].toSorted(byId)
    const stock = ['itemName', 'itemQuantity', 'itemStatus', 'unit', 'place']
    expect(read.stock.rows.map(only(stock)).toSorted(byId)).toEqual(items.map(only(stock)))
    const live = [...model.lines.values()].filter(({ isDeleted }) => !isDeleted)
    const sum = (itemId: string, field: 'ordered_quantity' | 'allotted_quantity') =>
      live.reduce((total, line) => total + (line.itemId === itemId ? line[field] : 0), 0)
    const notes = ['itemName', 'unit', 'place', 'itemOrderedStatus', 'itemRemark']
    expect(read.summary.rows.map(({ _id: id, ...row }) => ({ id, ...row })).toSorted(byId)).toEqual<
      object[]
    >(
      items.map((item) => ({
        ...only(notes)(item),
        availableQuantity: item.itemQuantity,
        totalOrderedQuantity: sum(item.id, 'ordered_quantity'),
        totalAllottedQuantity: sum(item.id, 'allotted_quantity'),
      })),
    )
    expect(read.ordering.rows.isOpen).toBe(model.isOpen)
    expect(read.ordering.rows.edition.name).toBe(model.edition)
    const seen = (row: Identified, itemName: string) => ({ ...only(LINE)(row), itemName })
    for (const { clubId } of this.clubs) {
      const own = model.liveLines(clubId).toSorted(byId)
      const order = (read.orders.get(clubId)?.rows ?? []).toSorted(byId)
      expect(order.map((line) => seen(line, line.itemName))).toEqual(
        own.map((line) => seen(line, model.nameOf(line))),
      )
      for (const line of order) {
        const { allotted_quantity, status, remarks } = asSeenByClub(line)
        expect({ allotted_quantity, status, remarks }).toEqual(
          model.seen.get(line._id) ?? { allotted_quantity: 0, status: '', remarks: 'missing' },
        )
      }
    }
    const listed = read.carts.rows.map(({ user_id }) => asClubId(user_id))
    expect(new Set(listed)).toEqual(new Set(live.map(({ club }) => club)))
  }

  /** Compares the whole history, in pages, and verifies the store. */
  async end(): Promise<void> {
    const found: ListedEntry[][] = []
    let before: string | undefined
    do {
      const query = { filter: {}, limit: 17, ...(before !== undefined && { before }) }
      const { entries, next } = await this.store.history.list(query)
      const pages = Map.groupBy(entries, ({ batch }) => batch)
      found.push(...pages.values())
      before = next ?? undefined
    } while (before !== undefined)
    const batches = found.slice(0, found.length - this.earlier)
    expect(batches.map(toBatch).toReversed()).toEqual(this.model.batches)
    for (const batch of batches) {
      const undoing = this.model.batches.find(({ undoes }) => undoes === batch[0]?.batch)
      const isSameRow = (entry: ListedEntry) => (other: ModelEntry) =>
        other.lineId === entry.lineId && other.itemId === entry.itemId
      for (const entry of batch) {
        const isTaken = undoing?.entries.some(isSameRow(entry)) ?? false
        expect(entry.undone?.batch).toBe(isTaken ? undoing?.id : undefined)
      }
    }
    expect((await this.store.upkeep.verify()).broken).toEqual([])
  }
}

function toBatch(entries: readonly ListedEntry[]): ModelBatch {
  const [first] = entries
  const told = entries.map(
    ({ kind, clubId, lineId, itemId, units, changes, reason }): ModelEntry => ({
      kind,
      clubId,
      lineId,
      itemId,
      units,
      changes: { ...changes } as ModelEntry['changes'],
      reason,
    }),
  )
  const { batch: id = '', by, undoes = null } = first ?? {}
  return { id, by: by ?? '', undoes, entries: told.toSorted(byLine) }
}

/** Runs histories of 60 steps on the store and on its model. Answers how often each kind of call succeeded or was refused. */
export async function runModel(open: OpenTestStore, histories: number) {
  const counts = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: STEPS, maxLength: STEPS }), async (history) => {
      const { store, end } = await open()
      try {
        const run = new Run(store)
        await run.begin()
        for (const done of history) {
          const call = run.callOf(done)
          const said = call ? await run.take(call) : await run.again()
          const name = `${done.kind} ${said ?? 'done'}`
          counts.set(name, (counts.get(name) ?? 0) + 1)
          run.compare()
        }
        await run.end()
      } finally {
        await end()
      }
    }),
    { numRuns: histories },
  )
  return counts
}
