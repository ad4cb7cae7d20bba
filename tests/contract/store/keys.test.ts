import { expect, test } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import { codeOf, DAY, NOON, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow } from '#tests/support/rows.ts'

const KEY = { key: 'a key', bodyHash: 'of one body' }

onEachStore('idempotency keys', (open) => {
  const portal = useStore(open)
  const rows = [customRow('Neon', 2)]

  test('another body with the same key is refused', async () => {
    const club = await portal.club()
    await portal.order(club, rows, { idempotency: KEY })
    const other = { ...KEY, bodyHash: 'of another body' }
    expect(await codeOf(portal.order(club, rows, { idempotency: other }))).toBe('key_reused')
    expect(await portal.lines(club)).toMatchObject([{ ordered_quantity: 2 }])
  })

  test('a key belongs to the account that sent it', async () => {
    const [club, other] = [await portal.club(), await portal.club()]
    await portal.order(club, rows, { idempotency: KEY })
    const { value } = await portal.order(other, rows, { idempotency: { ...KEY, bodyHash: 'else' } })
    expect(value.replayed).toBe(false)
    const admin = await portal.admin()
    await portal.order(club, rows, { idempotency: KEY, actorId: admin.id })
    expect(await portal.lines(club)).toMatchObject([{ ordered_quantity: 4 }])
  })

  test('a refused order leaves its key free', async () => {
    const club = await portal.club()
    const bad = [customRow(' ', 1)]
    expect(await codeOf(portal.order(club, bad, { idempotency: KEY }))).toBe('invalid')
    const { value } = await portal.order(club, rows, { idempotency: { ...KEY, bodyHash: 'new' } })
    expect(value.replayed).toBe(false)
  })

  test('a repeated order gets the first answer while ordering is closed, and after a restart', async () => {
    const club = await portal.club()
    const first = await portal.order(club, rows, { idempotency: KEY })
    await portal.store.ordering.set(false, asPersonId('an administrator'), NOON)
    await portal.reopen()
    const again = await portal.order(club, rows, { idempotency: KEY })
    expect(again.value).toEqual({ body: first.value.body, replayed: true })
    expect(await portal.store.orders.findAnswer(club.id, KEY, NOON)).toBe(first.value.body)
  })

  test('a key can be used for a new order after 24 hours', async () => {
    const club = await portal.club()
    await portal.order(club, rows, { idempotency: KEY })
    const repeat = async (now: number) =>
      (await portal.order(club, rows, { idempotency: KEY, now })).value.replayed
    expect(await repeat(NOON + DAY - 1)).toBe(true)
    expect(await repeat(NOON + DAY)).toBe(false)
    expect(await repeat(NOON + DAY + 1)).toBe(true)
  })

  test('the first answer to a key can be looked up', async () => {
    const club = await portal.club()
    expect(await portal.store.orders.findAnswer(club.id, KEY, NOON)).toBeNull()
    const { value } = await portal.order(club, rows, { idempotency: KEY })
    expect(await portal.store.orders.findAnswer(club.id, KEY, NOON)).toBe(value.body)
    expect(await portal.store.orders.findAnswer(club.id, KEY, NOON + DAY)).toBeNull()
    const other = portal.store.orders.findAnswer(club.id, { ...KEY, bodyHash: 'else' }, NOON)
    expect(await codeOf(other)).toBe('key_reused')
  })
})
