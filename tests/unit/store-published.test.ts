/** Whatever a write moves in the store reaches the bus, without a word of the caller. */
import { afterAll, expect, test } from 'bun:test'
import { ordersTopic, type StoreTopic } from '#src/contract/topics.ts'
import { openLocalBus } from '#src/realtime/bus.ts'
import type { Store, Written } from '#src/store/port.ts'
import { publishWrites } from '#src/store/published.ts'
import { openSqliteStore } from '#src/store/sqlite.ts'
import { toWireLine } from '#src/contract/wire.ts'
import { stockRow } from '#tests/support/rows.ts'
import { ADMIN, callsOn, NOON as NOW, REMOVAL } from '#tests/support/stores.ts'

/** `<area>.<method>` of each method of the port that answers what it moved. */
type Writing = {
  [Area in keyof Store]: {
    [Method in keyof Store[Area]]: Store[Area][Method] extends (
      ...args: never[]
    ) => Promise<Written<unknown> | null>
      ? `${Area}.${string & Method}`
      : never
  }[keyof Store[Area]]
}[keyof Store]

const bus = openLocalBus()
const published = new Map<StoreTopic, number>()
bus.subscribe(({ topic, rev }) => void published.set(topic, rev))
const store = publishWrites(openSqliteStore({ path: ':memory:' }), bus.publish)
afterAll(() => store.close())

const calls = callsOn(() => store)
const club = await calls.club()
const item = await calls.item('Tape')
const place = () => calls.order(club, [stockRow(item._id, 5)])
const lineId = async () => (await calls.lines(club))[0]?._id ?? ''

const WRITES: Record<Writing, () => Promise<unknown>> = {
  'stock.add': () => calls.item('Glue'),
  'stock.edit': () => store.stock.edit(item._id, { rev: item.rev, itemQuantity: 20 }, ADMIN, NOW),
  'stock.note': () => store.stock.note([{ _id: item._id, itemRemark: 'Shelf 3' }], ADMIN, NOW),
  'stock.saveSheet': () =>
    store.stock.saveSheet({
      mode: 'add',
      rows: [{ itemName: 'Chalk' }],
      actorId: ADMIN,
      toAnswer: () => '',
      now: NOW,
    }),
  'orders.place': place,
  'editions.rename': () => store.editions.rename('OASIS 2026', ADMIN, NOW),
  'ordering.hold': () => store.ordering.hold(true, ADMIN, NOW),
  'orders.allot': async () => calls.give(await lineId(), 2),
  'orders.correct': async () =>
    store.orders.correct({
      lineId: await lineId(),
      correction: { ordered_quantity: 1, was: 5 },
      actorId: club.id,
      isOwn: true,
      toReader: toWireLine,
      now: NOW,
    }),
  'orders.announce': () => store.orders.announce({ actorId: ADMIN, now: NOW }),
  'orders.handOver': async () => calls.handOver(club, await lineId(), 1),
  'orders.removeLine': async () =>
    store.orders.removeLine(await calls.cartOf(club), await lineId(), REMOVAL),
  'orders.removeCart': async () => {
    await place()
    await store.orders.removeCart(await calls.cartOf(club), REMOVAL)
  },
  'history.undo': async () => {
    const { batch = '' } = await store.stock.note([{ _id: item._id, itemRemark: '' }], ADMIN, NOW)
    await calls.undo(batch)
  },
  'ordering.set': () => store.ordering.set(false, ADMIN, NOW),
  'ordering.setWindow': () =>
    store.ordering.setWindow({ opensAt: NOW + 1, closesAt: null, message: '' }, ADMIN, NOW),
  'ordering.setPickup': () => store.ordering.setPickup('Store room', ADMIN, NOW),
  'ordering.turnByClock': () => store.ordering.turnByClock(NOW + 2),
  'accounts.change': async () => {
    await place()
    await store.accounts.change(club.email, { cordName: 'Another name' }, NOW)
  },
  'editions.end': async () =>
    store.editions.end({
      edition: (await store.ordering.read()).rows.edition._id,
      next: 'APOGEE 2027',
      leftovers: 'shelf',
      orderMails: true,
      actorId: ADMIN,
      toAnswer: () => '',
      now: NOW,
    }),
  'accounts.sawOn': () => store.accounts.sawOn(club.id, '2026-11-22'),
  'people.setRegistration': () => store.people.setRegistration('approval', ADMIN, NOW),
  'people.invite': () =>
    store.people.invite({ email: 'new@campus.example', clubId: club.clubId }, club.id, NOW),
  'people.endInvitation': async () => {
    const { value } = await store.people.invite(
      { email: 'new@campus.example', clubId: club.clubId },
      club.id,
      NOW,
    )
    await store.people.endInvitation(value.id, null, club.id, NOW)
  },
  'people.changeClub': () =>
    store.people.changeClub(club.clubId, { name: 'Another Club' }, ADMIN, NOW),
  'people.changePerson': () => store.people.changePerson(club.id, { disabled: true }, ADMIN, NOW),
}

async function revs(): Promise<Map<StoreTopic, number>> {
  const { revs: counted, accounts } = await store.live.pulse({ personIds: [club.id], jtis: [] })
  return new Map([
    ...(Object.entries(counted) as [StoreTopic, number][]),
    ...accounts.map(({ ordersRev }) => [ordersTopic(club.clubId), ordersRev] as const),
  ])
}

test.each(Object.entries(WRITES))('%s', async (_, write) => {
  const before = await revs()
  published.clear()
  await write()
  const moved = [...(await revs())].filter(([topic, rev]) => rev !== before.get(topic))
  expect(moved).not.toBeEmpty()
  expect([...published].toSorted()).toEqual(moved.toSorted())
})
