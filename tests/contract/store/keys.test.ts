import { expect, test } from 'bun:test'
import { asPersonId } from '#src/contract/ids.ts'
import { codeOf, DAY, NOON, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'
import { customRow } from '#tests/support/rows.ts'

const KEY = { key: 'a key', bodyHash: 'of one body' }

onEachStore('idempotency keys', (open) => {
  const portal = useStore(open)
  const rows = [customRow('Neon', 2)]

  test('a key belongs to the account that sent it', async () => {
    const [club, other] = [await portal.club(), await portal.club()]
    await portal.order(club, rows, { idempotency: KEY })
    const { value } = await portal.order(other, rows, { idempotency: { ...KEY, bodyHash: 'else' } })
    expect(value.replayed).toBe(false)
    const admin = await portal.admin()
    await portal.order(club, rows, { idempotency: KEY, actorId: admin.id })
    expect(await portal.lines(club)).toMatchObject([{ ordered_quantity: 4 }])
  })

  test('a repeated order gets the first answer while ordering is closed, and after a restart', async () => {
    const club = await portal.club()
    const first = await portal.order(club, rows, { idempotency: KEY })
    await portal.store.ordering.set(false, asPersonId('an administrator'), NOON)
    await portal.reopen()
    const again = await portal.order(club, rows, { idempotency: KEY })
    expect(again.value).toEqual({ body: first.value.body, replayed: true })
  })

  test('the first answer to a key can be looked up for 24 hours, and then the key is free', async () => {
    const club = await portal.club()
    const find = (now: number, bodyHash = KEY.bodyHash) =>
      portal.store.orders.findAnswer(club.id, { ...KEY, bodyHash }, now)
    expect(await find(NOON)).toBeNull()
    const { value } = await portal.order(club, rows, { idempotency: KEY })
    expect(await codeOf(find(NOON, 'else'))).toBe('key_reused')
    const repeat = async (now: number) =>
      (await portal.order(club, rows, { idempotency: KEY, now })).value.replayed
    expect([await find(NOON + DAY - 1), await repeat(NOON + DAY - 1)]).toEqual([value.body, true])
    expect([await find(NOON + DAY), await repeat(NOON + DAY)]).toEqual([null, false])
    expect(await repeat(NOON + DAY + 1)).toBe(true)
  })
})
