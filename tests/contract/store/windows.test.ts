import { describe, expect, test } from 'bun:test'
import { customRow } from '#tests/support/rows.ts'
import { ADMIN, codeOf, HOUR, NOON, SECOND, times, useStore } from './harness.ts'
import { onEachStore } from './stores.ts'

const OPENS = NOON + HOUR
const CLOSES = NOON + 9 * HOUR
/** How far the clock of another instance is behind. */
const BEHIND = 2 * SECOND
const WINDOW = { opensAt: OPENS, closesAt: CLOSES, message: 'Chart paper comes next week.' }

onEachStore('ordering windows', (open) => {
  const portal = useStore(open)
  const ordering = () => portal.store.ordering
  const rows = [customRow('Neon')]
  const entriesOf = async () =>
    (await portal.entries({ kinds: ['ordering_turned', 'window_set'] })).toReversed()

  describe('a window', () => {
    test('is kept with its turn, moves the topic once and stands in the history', async () => {
      const set = await ordering().setWindow(WINDOW, ADMIN, NOON)
      expect(set.value).toEqual({
        ...WINDOW,
        isOpen: false,
        decisionsHeld: false,
        pickup: '',
        turnedAt: NOON,
        turnedBy: 'person',
        edition: { _id: expect.any(String), name: 'First edition' },
      })
      expect(set.moved.map(({ topic }) => topic)).toEqual(['ordering'])
      await portal.reopen()
      expect((await ordering().read()).rows).toEqual(set.value)
      const again = await ordering().setWindow(WINDOW, ADMIN, NOON)
      expect(again).toEqual({ value: set.value, moved: [] })
      expect(await entriesOf()).toMatchObject([
        {
          kind: 'window_set',
          by: ADMIN,
          batch: set.batch,
          changes: { opensAt: ['', new Date(OPENS).toISOString()] },
        },
        {
          kind: 'ordering_turned',
          by: ADMIN,
          batch: set.batch,
          changes: { isOpen: [true, false] },
        },
      ])
    })
  })

  describe('the clock', () => {
    test('writes nothing before its time, and then what it missed, each turn once, however many ask', async () => {
      await ordering().setWindow(WINDOW, ADMIN, NOON)
      expect((await ordering().turnByClock(OPENS - 1)).moved).toEqual([])
      const late = CLOSES + HOUR
      const written = await Promise.all(times(5, () => ordering().turnByClock(late)))
      expect(written.filter(({ moved }) => moved.length > 0)).toHaveLength(1)
      expect((await ordering().read()).rows).toMatchObject({
        isOpen: false,
        turnedAt: CLOSES,
        turnedBy: 'clock',
      })
      expect((await entriesOf()).slice(2)).toMatchObject([
        { by: null, at: late, changes: { isOpen: [false, true] } },
        { by: null, at: late, changes: { isOpen: [true, false] } },
      ])
    })

    test('is that of each instance, and the slower one turns nothing again', async () => {
      const club = await portal.club()
      await ordering().setWindow(WINDOW, ADMIN, NOON)
      await ordering().turnByClock(OPENS)
      await portal.order(club, rows, { now: OPENS - BEHIND })
      await ordering().turnByClock(CLOSES)
      const late = portal.order(club, rows, { now: CLOSES - BEHIND })
      expect(await codeOf(late)).toBe('ordering_disabled')
      for (const now of [CLOSES - BEHIND, CLOSES])
        expect((await ordering().turnByClock(now)).moved).toEqual([])
      expect(await entriesOf()).toHaveLength(4)
      await ordering().set(true, ADMIN, CLOSES - BEHIND)
      for (const now of [CLOSES - BEHIND, CLOSES, CLOSES + HOUR])
        await portal.order(club, rows, { now })
    })

    test('is overruled by hand until the next time', async () => {
      const club = await portal.club()
      await ordering().setWindow(WINDOW, ADMIN, NOON)
      await ordering().set(false, ADMIN, OPENS + HOUR)
      expect((await entriesOf()).slice(2)).toMatchObject([
        { by: null, changes: { isOpen: [false, true] } },
        { by: ADMIN, changes: { isOpen: [true, false] } },
      ])
      expect(await codeOf(portal.order(club, rows, { now: CLOSES - 1 }))).toBe('ordering_disabled')
      await ordering().set(true, ADMIN, CLOSES)
      await portal.order(club, rows, { now: CLOSES + HOUR })
      expect(await portal.lines(club)).toMatchObject([{ ordered_quantity: 1 }])
    })
  })
})
