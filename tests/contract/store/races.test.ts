import { expect, test } from 'bun:test'
import type { ClubId } from '#src/contract/ids.ts'
import {
  ADMIN,
  codeOf,
  countSuccesses,
  HOME,
  MINUTE,
  NOON,
  REMOVAL,
  times,
  typed,
  useStore,
} from './harness.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { atDepth } from '#tests/support/random.ts'
import { onEachStore } from './stores.ts'
import { customRow, stockRow } from '#tests/support/rows.ts'
import { NOBODY } from '#tests/support/stores.ts'

onEachStore('concurrent calls', (open) => {
  const portal = useStore(open)
  const neon = (ordered = 1) => [customRow('Neon', ordered)]

  test('50 administrators give one of 10 units each: exactly 10 succeed', async () => {
    const { tape, ids } = await portal.makeLines(5, 10)
    const give = (lineId: string) => portal.allot([{ _id: lineId, allotted_quantity: 1 }])
    const calls = times(50, (index) => give(ids[index % 5] ?? ''))
    expect(await countSuccesses(calls, 'insufficient_stock')).toBe(10)
    expect(await portal.shelf(tape._id)).toBe(0)
    const { rows: summary } = await portal.store.stock.listSummary()
    expect(summary).toMatchObject([{ totalAllottedQuantity: 10 }])
  })

  test('late orders at once never give more than a shelf holds', async () => {
    const tape = await portal.item('Tape', 5)
    const clubs = await Promise.all(times(8, () => portal.club()))
    const rows = [{ ...stockRow(tape._id, 1), allotted_quantity: 1 }]
    const orders = clubs.map((club) => portal.order(club, rows, { actorId: ADMIN, isLate: true }))
    expect(await countSuccesses(orders, 'insufficient_stock')).toBe(5)
    expect(await portal.shelf(tape._id)).toBe(0)
  })

  const ROUNDS = atDepth(3, 50)
  test(`an edition ends ${ROUNDS} times amid orders, corrections, decisions and mails: each is whole in one edition`, async () => {
    const { store } = portal
    const clubs = await Promise.all(times(3, () => portal.club()))
    const tape = await portal.item('Tape', 1_000)
    const [first = NOBODY, second = NOBODY, third = NOBODY] = clubs
    for (const round of times(ROUNDS, Number)) {
      await store.ordering.set(true, ADMIN, NOON)
      for (const club of clubs) await portal.order(club, [stockRow(tape._id, 5)])
      const ids = new Map<string, string>()
      for (const club of clubs) ids.set(club.clubId, (await portal.line(club, 'Tape'))._id)
      const idOf = ({ clubId }: { clubId: ClubId }) => ids.get(clubId) ?? ''
      const { edition } = (await store.ordering.read()).rows
      const name = `Round ${round}`
      const toReader = () => {
        throw new Error('Nobody reads it.')
      }
      const isDone = (call: Promise<unknown>): Promise<boolean> =>
        call.then(
          () => true,
          (error: unknown) => {
            expect(['not_found', 'ordering_disabled', 'changed_meanwhile']).toContain(
              error instanceof Refusal ? error.code : String(error),
            )
            return false
          },
        )
      // The ending comes at another place among the others in each round.
      const ending = () =>
        store.editions.end({
          edition: edition._id,
          next: name,
          leftovers: round % 2 === 0 ? 'shelf' : 'handed_over',
          orderMails: true,
          actorId: ADMIN,
          toAnswer: () => '',
          now: NOON,
        })
      const others = [
        () => portal.order(first, [customRow(name)], { isLate: true, actorId: ADMIN }),
        () => portal.order(second, [customRow(name)], { edition: edition._id }),
        () => portal.allot([{ _id: idOf(first), allotted_quantity: 2, remarks: name }]),
        () =>
          store.orders.correct({
            lineId: idOf(third),
            correction: { ordered_quantity: 3, was: 5 },
            actorId: third.id,
            isOwn: true,
            toReader,
            now: NOON,
          }),
        () => store.orders.announce({ actorId: ADMIN, now: NOON }),
        () => store.mail.queueOrderMails(0, NOON),
      ]
      const calls: (() => Promise<unknown>)[] = [...others]
      calls.splice(round % (others.length + 1), 0, ending)
      const results = await Promise.all(calls.map((call) => isDone(call())))
      results.splice(round % (others.length + 1), 1)
      const [late, asked, given, corrected] = results
      expect(late).toBe(true)

      const past = (await store.editions.read(edition._id))?.rows.clubs ?? []
      const pastOf = (of: { clubId: ClubId }) =>
        past.find(({ user_id }) => user_id === of.clubId)?.lines ?? []
      const found = pastOf(first).find(({ _id }) => _id === idOf(first))
      expect(found?.remarks).toBe(given ? name : '')
      expect(found?.allotted_quantity).toBe(given ? 2 : 0)
      expect(pastOf(third)[0]?.ordered_quantity).toBe(corrected ? 3 : 5)
      const isPast = (club: { clubId: ClubId }) =>
        pastOf(club).some(({ itemName }) => itemName === name)
      const now = (await portal.lines(first)).map(({ itemName }) => itemName)
      expect(now).toEqual(isPast(first) ? [] : [name])
      expect(isPast(second)).toBe(asked ?? false)
      expect(await portal.lines(second)).toEqual([])
      if (!isPast(first)) await store.orders.removeCart(await portal.cartOf(first), REMOVAL)
    }
  })

  test('a unit is taken back only once', async () => {
    const { tape, lineId } = await portal.makeLines(1, 10)
    await portal.give(lineId, 3)
    const calls = times(20, () => portal.allot([{ _id: lineId, allotted_quantity: -1 }]))
    expect(await countSuccesses(calls, 'insufficient_allotment')).toBe(3)
    expect(await portal.shelf(tape._id)).toBe(10)
  })

  test('in every read, stock and allotted units have the same sum and neither is negative', async () => {
    const { ids } = await portal.makeLines(4, 20)
    const writers = new Set(ids)
    const write = async (lineId: string) => {
      for (const change of times(15, (index) => (index % 3 === 2 ? -2 : 2)))
        await portal.allot([{ _id: lineId, allotted_quantity: change }]).catch(() => null)
      writers.delete(lineId)
    }
    const writing = Promise.all(ids.map(write))
    while (writers.size > 0) {
      const [item] = (await portal.store.stock.listSummary()).rows
      const { availableQuantity = -1, totalAllottedQuantity = -1 } = item ?? {}
      expect(availableQuantity).toBeGreaterThanOrEqual(0)
      expect(availableQuantity + totalAllottedQuantity).toBe(20)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writing
  })

  test('ten orders, each sent three times with its key, are placed once each', async () => {
    const clubs = await Promise.all(times(10, () => portal.club()))
    const sent = times(30, (index) => {
      const order = index % 10
      const club = clubs[order] ?? NOBODY
      const idempotency = { key: `key ${order}`, bodyHash: 'of the body' }
      return portal.order(club, neon(), { idempotency })
    })
    const answers = await Promise.all(sent)
    expect(answers.filter(({ value }) => !value.replayed)).toHaveLength(10)
    for (const index of times(10, Number))
      expect(answers[index + 20]?.value.body).toBe(answers[index]?.value.body ?? '')
    for (const club of clubs)
      expect(await portal.lines(club)).toMatchObject([{ ordered_quantity: 1 }])
  })

  test('of two simultaneous orders with one key and different bodies one is placed', async () => {
    const club = await portal.club()
    const calls = times(10, (index) =>
      portal.order(club, neon(index + 1), {
        idempotency: { key: 'one key', bodyHash: `of body ${index}` },
      }),
    )
    expect(await countSuccesses(calls, 'key_reused')).toBe(1)
    expect(await portal.lines(club)).toHaveLength(1)
  })

  test('an allotment sent many times at once with one key is applied once', async () => {
    const { tape, club, lineId } = await portal.makeLines(1, 10)
    const idempotency = { key: 'one key', bodyHash: 'of the body' }
    await Promise.all(
      times(20, () => portal.allot([{ _id: lineId, allotted_quantity: 2 }], { idempotency })),
    )
    expect([
      await portal.shelf(tape._id),
      (await portal.line(club, 'Tape')).allotted_quantity,
    ]).toEqual([8, 2])
  })

  test('a line that is removed many times at once returns its units once', async () => {
    const { tape, club, lineId } = await portal.makeLines(1, 10)
    await portal.give(lineId, 4)
    const cart = await portal.cartOf(club)
    const calls = times(20, (index) =>
      index % 2
        ? portal.store.orders.removeLine(cart, lineId, REMOVAL)
        : portal.store.orders.removeCart(cart, REMOVAL),
    )
    await Promise.allSettled(calls)
    expect([await portal.shelf(tape._id), await portal.lines(club)]).toEqual([10, []])
  })

  test('two simultaneous orders of one new item make one line', async () => {
    const club = await portal.club()
    const tape = await portal.item('Tape')
    const rows = [stockRow(tape._id, 1), ...neon()]
    await Promise.all(times(20, () => portal.order(club, rows)))
    expect(await portal.lines(club)).toMatchObject([
      { itemName: 'Neon', ordered_quantity: 20 },
      { itemName: 'Tape', ordered_quantity: 20 },
    ])
  })

  test('no order is placed after the call that closes ordering returned', async () => {
    const clubs = await Promise.all(times(10, () => portal.club()))
    const total = async () => {
      const orders = await Promise.all(clubs.map((club) => portal.lines(club)))
      return orders.flat().reduce((sum, line) => sum + line.ordered_quantity, 0)
    }
    for (const round of times(2, Number)) {
      const place = (index: number) => portal.order(clubs[index % 10] ?? NOBODY, neon())
      const before = times(15, place)
      const off = portal.store.ordering.set(false, ADMIN, NOON)
      const after = times(15, place)
      const counted = countSuccesses([...before, ...after], 'ordering_disabled')
      await off
      const atOff = await total()
      const accepted = await counted
      expect(await total()).toBe(atOff)
      expect(accepted).toBeLessThanOrEqual(30)
      expect(await codeOf(place(round))).toBe('ordering_disabled')
      await portal.store.ordering.set(true, ADMIN, NOON)
    }
  })

  test('one code registers one account', async () => {
    const email = 'new@campus.example'
    const purpose = 'register'
    await portal.store.codes.request({ email, purpose, client: HOME, now: NOON, codeHash: 'right' })
    const calls = times(100, () =>
      portal.store.codes.register(portal.newAccount({ email }), typed('right', NOON + MINUTE)),
    )
    expect(await countSuccesses(calls, 'invalid_code')).toBe(1)
  })

  test('one code changes one password', async () => {
    const { email } = await portal.club()
    await portal.store.codes.request({
      email,
      purpose: 'reset',
      client: HOME,
      now: NOON,
      codeHash: 'right',
    })
    const calls = times(30, (index) =>
      portal.store.codes.resetPassword(email, `hash ${index}`, typed('right', NOON + MINUTE)),
    )
    expect(await countSuccesses(calls, 'invalid_code')).toBe(1)
  })

  test('simultaneous registrations of one address create one account', async () => {
    const calls = times(10, () =>
      portal.store.accounts.create(portal.newAccount({ email: 'a@b.example' })),
    )
    expect((await Promise.all(calls)).filter(Boolean)).toHaveLength(1)
  })

  test('of simultaneous requests for a code one is accepted', async () => {
    const ask = (index: number) =>
      portal.store.codes.request({
        email: 'a@b.example',
        purpose: 'register',
        client: HOME,
        now: NOON,
        codeHash: `code ${index}`,
      })
    expect(await countSuccesses(times(20, ask), 'too_many_requests')).toBe(1)
  })

  test('only one of simultaneous claims gets a waiting mail', async () => {
    for (const email of ['a@b.example', 'b@b.example', 'c@b.example'])
      await portal.store.codes.request({ email, purpose: 'reset', client: HOME, now: NOON })
    const claims = await Promise.all(times(10, () => portal.store.mail.claim(NOON, MINUTE)))
    const claimed = claims.flatMap((mail) => mail?.to ?? [])
    expect(claimed.toSorted()).toEqual(['a@b.example', 'b@b.example', 'c@b.example'])
  })

  test('of simultaneous edits of one row one succeeds', async () => {
    const { _id, rev } = await portal.item('Tape', 10)
    const calls = times(10, (itemQuantity) =>
      portal.store.stock.edit(_id, { rev, itemQuantity }, ADMIN, NOON),
    )
    expect(await countSuccesses(calls, 'changed_meanwhile')).toBe(1)
  })

  test('simultaneous additions of one name create one item', async () => {
    const calls = times(10, (index) => portal.item(index % 2 ? 'Tape' : 'TAPE'))
    expect(await countSuccesses(calls, 'name_taken')).toBe(1)
    expect((await portal.store.stock.list()).rows).toHaveLength(1)
  })

  test('no unit is lost when lines are removed while units are allotted', async () => {
    const { rows, clubs, ids } = await portal.makeLines(5, 1_000)
    const carts = await Promise.all(clubs.map((club) => portal.cartOf(club)))
    await Promise.allSettled(
      times(100, async (index) => {
        const at = index % 5
        const [cart = '', lineId = '', club] = [carts[at], ids[at], clubs[at]]
        if (index % 4 === 3) return portal.store.orders.removeLine(cart, lineId, REMOVAL)
        if (index % 4 === 2 && club) return portal.order(club, rows)
        return portal.allot([{ _id: lineId, allotted_quantity: 1 }])
      }),
    )
    const [item] = (await portal.store.stock.listSummary()).rows
    expect((item?.availableQuantity ?? 0) + (item?.totalAllottedQuantity ?? 0)).toBe(1_000)
  })

  test('simultaneous writes announce different revisions', async () => {
    const club = await portal.club()
    const written = await Promise.all(times(50, () => portal.order(club, neon())))
    const revs = written.flatMap(({ moved }) =>
      moved.filter(({ topic }) => topic !== 'carts').map(({ rev }) => rev),
    )
    expect(new Set(revs).size).toBe(50)
    expect(await portal.store.live.readRev(`orders:${club.id}`)).toBe(Math.max(...revs))
  })
})
