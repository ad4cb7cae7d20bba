/** Over random histories of orders and decisions, mails tell a club each difference once, whatever crashes or fails between. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Line } from '#src/contract/line.ts'
import { LINE_STATUSES } from '#src/contract/statuses.ts'
import { createCodes } from '#src/identity/codes.ts'
import { createKeys } from '#src/identity/keys.ts'
import { createMailsOff } from '#src/identity/mails-off.ts'
import { type Mailer, openMailer } from '#src/mail/mailer.ts'
import { openOutbox } from '#src/mail/outbox.ts'
import { createLogger } from '#src/monitoring/log.ts'
import { asSeenByClub } from '#src/rules/announced.ts'
import type { Digest, DigestLine } from '#src/rules/digest.ts'
import { type SeenLine, seenOf } from '#src/rules/known.ts'
import { Refusal } from '#src/rules/refusal.ts'
import type { Store } from '#src/store/port.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { atDepth } from '#tests/support/random.ts'
import { stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, type Coordinator } from '#tests/support/stores.ts'
import { type ReceivedMail, type Smtp, startSmtp } from '#tests/support/smtp.ts'
import { until } from '#tests/support/until.ts'

const HISTORIES = atDepth(25, 500)
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = Date.UTC(2026, 10, 21, 12)
const log = createLogger('silent')
const keys = createKeys({ current: 'a secret of thirty-two bytes or more', previous: null })

let smtp: Smtp
let sender: Mailer
beforeAll(async () => {
  smtp = await startSmtp()
  const mail = { kind: 'smtp', url: smtp.url, from: 'portal@portal.example', tls: 'off' } as const
  sender = openMailer(mail, { dataDir: '', log })
})
afterAll(async () => {
  await smtp.close()
})

const FAULTS = ['none', 'none', 'none', 'fail', 'crash before', 'crash after'] as const
const step = fc.record({
  kind: fc.constantFrom(
    ...(['order', 'order', 'decide', 'decide', 'decide', 'decide'] as const),
    ...([
      'hand',
      'hand',
      'add',
      'delete',
      'undo',
      'undo',
      'hold',
      'announce',
      'deliver',
      'deliver',
    ] as const),
  ),
  who: fc.nat(1),
  what: fc.nat(9),
  amount: fc.integer({ min: -4, max: 6 }),
  minutes: fc.integer({ min: 0, max: 25 }),
  fault: fc.constantFrom(...FAULTS),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What a club knows of a line: from its own orders, and from mails alone. */
type KnownLine = { isThere: boolean } & SeenLine
const UNDECIDED = {
  allotted_quantity: 0,
  delivered_quantity: 0,
  status: 'Pending',
  remarks: '',
} as const

/** A club that never looks at the portal. It reads its mails in the order in which they were written, as they say. */
function createReader() {
  const known = new Map<string, KnownLine>()
  const events = new Map<string, { at: number; happen: () => void }>()

  function readLine({ lineId, what, asked, given, handed, status, remarks }: DigestLine): void {
    const line = known.get(lineId)
    expect({ what, isKnown: line?.isThere ?? false }).toEqual({
      what,
      isKnown: what === 'changed' || what === 'deleted',
    })
    const isWhole = what === 'restored' || what === 'added'
    const before = isWhole || !line ? { ordered_quantity: asked[1], ...UNDECIDED } : line
    if (what === 'changed') {
      expect(asked[0]).toBe(before.ordered_quantity)
      expect(given[0]).toBe(before.allotted_quantity)
    }
    if (!isWhole && handed) expect(handed[0]).toBe(before.delivered_quantity)
    if (!isWhole && status) expect(status[0]).toBe(before.status)
    if (!isWhole && remarks) expect(remarks[0]).toBe(before.remarks)
    known.set(lineId, {
      isThere: what !== 'deleted',
      ordered_quantity: asked[1],
      allotted_quantity: given[1],
      delivered_quantity: handed?.[1] ?? before.delivered_quantity,
      status: status?.[1] ?? before.status,
      remarks: remarks?.[1] ?? before.remarks,
    })
  }

  return {
    /** The club ordered: it saw what that did. */
    ordered(before: readonly Line[], after: readonly Line[], at: number): void {
      const happen = () => {
        for (const line of after) {
          const was = before.find(({ _id: id }) => id === line._id)
          if (was && was.ordered_quantity === line.ordered_quantity) continue
          const { ordered_quantity: ordered } = line
          const own = known.get(line._id)?.isThere ? known.get(line._id) : undefined
          const status = was && was.status !== line.status ? line.status : own?.status
          const values = { ...UNDECIDED, ...own, ...(status !== undefined && { status }) }
          known.set(line._id, { ...values, isThere: true, ordered_quantity: ordered })
        }
      }
      events.set(`order ${events.size}`, { at, happen })
    },
    /** A mail that is delivered twice, because the instance crashed, is the same mail. */
    receive(id: string, { lines, at }: Digest): void {
      events.set(id, { at, happen: () => lines.forEach(readLine) })
    },
    /** What the club knows at last. */
    end(): [string, KnownLine][] {
      for (const { happen } of [...events.values()].toSorted((a, b) => a.at - b.at)) happen()
      return [...known].filter(([, { isThere }]) => isThere)
    },
  }
}

const idOf = ({ source }: ReceivedMail): string => /Message-ID: <([^@]+)@/i.exec(source)?.[1] ?? ''

/** A portal's store and outbox, and the clubs that read their mails. */
async function openWorld() {
  const store = openSqliteStore({ path: ':memory:', rateLimits: false })
  const clubs: { account: Coordinator; reader: ReturnType<typeof createReader> }[] = []
  const calls = callsOn(() => store, START)
  for (const name of ['a', 'b']) {
    const account = await calls.club({ email: `${name}${Bun.randomUUIDv7()}@campus.example` })
    clubs.push({ account, reader: createReader() })
  }
  const items: string[] = []
  for (const itemName of ['Tape', 'Glue', 'Neon']) items.push((await calls.item(itemName, 20))._id)
  let now = START
  let fault: Step['fault'] = 'none'
  let underWay = 0
  let isIdle = false
  const written = new Map<string, Digest>()
  const crash = () => Promise.reject(new Error('The process was killed.'))
  /** The store as the outbox of a process sees it that may be killed before or after a sending. */
  const mail: Store['mail'] = {
    ...store.mail,
    async claim(at, leaseMs) {
      const claimed = await store.mail.claim(at, leaseMs)
      isIdle = claimed === null
      const { digest } = claimed ?? {}
      if (claimed && digest) written.set(claimed.id, digest)
      return claimed
    },
    markSent: (id, refusal) =>
      fault === 'crash after' ? crash() : store.mail.markSent(id, refusal),
  }
  const mailer: Mailer = {
    ...sender,
    async send(letter, options) {
      if (fault === 'crash before') return crash()
      underWay += 1
      try {
        return await sender.send(letter, options)
      } finally {
        underWay -= 1
      }
    },
  }
  const parts = { codes: createCodes(keys), mailsOff: createMailsOff(keys), log, now: () => now }
  const settings = { origin: 'https://portal.example', digestMinutes: 10 }

  function readMails(): void {
    for (const received of smtp.mails.splice(0)) {
      const club = clubs.find(({ account }) => account.email === received.to)
      const mail = written.get(idOf(received))
      if (!mail) throw new Error('A mail came that nobody sent.')
      club?.reader.receive(idOf(received), mail)
    }
  }

  /** A process starts, sends what is due, and ends. */
  async function deliver(minutes: number, with_: Step['fault']): Promise<void> {
    now += minutes * MINUTE
    fault = with_
    smtp.mode = fault === 'fail' ? fault : 'accept'
    isIdle = false
    const outbox = openOutbox({ ...parts, ...settings, store: { ...store, mail }, mailer })
    await until('the outbox is idle', () => isIdle && underWay === 0)
    await outbox.stop()
    readMails()
  }

  const linesOf = async ({ clubId }: Coordinator) =>
    (await calls.lines({ clubId })).map(asSeenByClub)
  let latest: string | undefined

  async function take({ kind, who, what, amount, minutes, fault: with_ }: Step): Promise<void> {
    const club = clubs[who]
    if (!club) return
    const { account, reader } = club
    const lines = await calls.lines(account)
    const line = lines[what % Math.max(1, lines.length)]
    const keep = (_: unknown, batch?: string) => ((latest = batch ?? latest), '')
    now += 1_000
    const call = { actorId: ADMIN, now }
    if (kind === 'order' || kind === 'add') {
      const before = await linesOf(account)
      const rows = [stockRow(items[what % items.length] ?? '', Math.abs(amount) + 1)]
      const actorId = kind === 'order' ? account.id : ADMIN
      await calls.order(account, rows, { actorId, now })
      if (kind === 'order') reader.ordered(before, await linesOf(account), now)
    }
    if (kind === 'decide' && line)
      await calls.allot(
        [
          {
            _id: line._id,
            allotted_quantity: amount,
            ...(what % 2 === 0 && { status: LINE_STATUSES[what % LINE_STATUSES.length] ?? '' }),
            ...(what % 3 === 0 && { remarks: amount > 0 ? `remark ${amount}` : '' }),
          },
        ],
        { toAnswer: keep, now },
      )
    const waiting = line ? line.allotted_quantity - line.delivered_quantity : 0
    if (kind === 'hand' && line && waiting > 0)
      await store.orders.handOver({
        ...call,
        clubId: account.clubId,
        to: 'Asha',
        rows: [{ _id: line._id, quantity: 1 + (what % waiting) }],
        toAnswer: keep,
      })
    if (kind === 'delete' && line) {
      const removal = { ...call, reason: 'Sold out' }
      const cart = await calls.cartOf(account)
      latest = (await store.orders.removeLine(cart, line._id, removal)).batch
    }
    if (kind === 'undo' && latest !== undefined)
      await calls.undo(latest, { toAnswer: (own) => ((latest = own), ''), now })
    if (kind === 'hold') await store.ordering.hold(amount > 0, ADMIN, now)
    if (kind === 'announce') await store.orders.announce(call)
    if (kind === 'deliver') await deliver(minutes, with_)
  }

  return {
    async take(done: Step): Promise<void> {
      try {
        await take(done)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    },
    /** Everything is sent at last; each club then knows its order, as the portal shows it. */
    async end(): Promise<void> {
      for (const minutes of [15, 15, 24 * 60, 24 * 60]) {
        // Mails of which nobody knows three times how their sending ended are sent again by a person.
        for (const { id, state } of await store.mail.list())
          if (state === 'given_up') await store.mail.sendAgain(id, now)
        await deliver(minutes, 'none')
      }
      for (const { account, reader } of clubs) {
        const shown = (await linesOf(account)).map((line) => [
          line._id,
          { isThere: true, ...seenOf(line) },
        ])
        expect(Object.fromEntries(reader.end())).toEqual(Object.fromEntries(shown))
      }
      expect(await store.mail.queueOrderMails(0, now + DAY)).toBeNull()
      expect(await store.mail.nextAt()).toBeNull()
      expect((await store.upkeep.verify()).broken).toEqual([])
      await store.close()
    },
  }
}

test('mails tell each difference once over random histories, with crashes and a mail server that fails', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async (steps) => {
      const world = await openWorld()
      for (const one of steps) await world.take(one)
      await world.end()
    }),
    { numRuns: HISTORIES },
  )
})

test.each([
  ['told with what it has', ['order', 'decide', 'deliver', 'delete', 'deliver', 'undo']],
  ['raised before its club knew it', ['add', 'delete', 'deliver', 'undo', 'add']],
  [
    'deleted after its club ordered more of it',
    ['order', 'delete', 'deliver', 'undo', 'order', 'delete'],
  ],
] as const)('a line came back and was %s', async (_, kinds) => {
  const world = await openWorld()
  const one = { who: 0, what: 0, amount: 1, minutes: 11, fault: 'none' } as const
  for (const kind of kinds) await world.take({ ...one, kind })
  await world.end()
})
