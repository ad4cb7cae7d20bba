import { describe, expect, test } from 'bun:test'
import {
  FIRST_ORDERING,
  isOpenAt,
  nextTime,
  type Ordering,
  orderingAt,
  pressed,
  windowFaults,
  withWindow,
} from '#src/rules/window.ts'

const HOUR = 3_600_000
const MORNING = Date.UTC(2026, 10, 27, 9)
const EVENING = MORNING + 9 * HOUR
const WINDOW = { opensAt: MORNING, closesAt: EVENING, message: '' }
const saved = (now: number, before: Ordering = FIRST_ORDERING) => withWindow(before, WINDOW, now)

test('the next turn is the next time that changes something', () => {
  const ordering = saved(MORNING - HOUR)
  expect(nextTime(ordering, MORNING - 1)).toEqual({ at: MORNING, isOpen: true })
  expect(nextTime(ordering, MORNING)).toEqual({ at: EVENING, isOpen: false })
  expect(nextTime(ordering, EVENING)).toBeNull()
  const off = pressed(orderingAt(ordering, MORNING), false, MORNING + HOUR)
  expect(nextTime(off, MORNING + HOUR)).toBeNull()
  const on = pressed(ordering, true, MORNING - 1)
  expect(nextTime(on, MORNING - 1)).toEqual({ at: EVENING, isOpen: false })
})

describe('a turn that lies ahead, because a clock was wrong', () => {
  const DAY = 24 * HOUR
  /** Turned by hand on the morning, while the clock was two days ahead. */
  const turned = (isOpen: boolean): Ordering => ({
    ...FIRST_ORDERING,
    ...WINDOW,
    isOpen,
    turnedAt: MORNING + 2 * DAY,
    turnedBy: 'person',
  })

  test('does not keep ordering open after its closing', () => {
    expect(isOpenAt(turned(true), EVENING - 1)).toBe(true)
    for (const later of [EVENING, EVENING + HOUR, EVENING + DAY])
      expect(isOpenAt(turned(true), later)).toBe(false)
    expect(nextTime(turned(true), EVENING - HOUR)).toEqual({ at: EVENING, isOpen: false })
    expect(orderingAt(turned(true), EVENING)).toMatchObject({
      turnedAt: EVENING,
      turnedBy: 'clock',
    })
  })

  test('does not stop an opening', () => {
    expect(isOpenAt(turned(false), MORNING - 1)).toBe(false)
    expect(nextTime(turned(false), MORNING - 1)).toEqual({ at: MORNING, isOpen: true })
    expect(isOpenAt(turned(false), MORNING)).toBe(true)
    const open = orderingAt(turned(false), MORNING)
    expect(open).toMatchObject({ isOpen: true, turnedAt: MORNING, turnedBy: 'clock' })
    expect(isOpenAt(open, EVENING)).toBe(false)
  })

  test('does not open again what somebody closed after the opening, when the clock falls behind', () => {
    const closed = pressed(orderingAt(saved(MORNING - HOUR), MORNING), false, MORNING + 3 * HOUR)
    for (const behind of [MORNING + HOUR, MORNING - DAY])
      expect(isOpenAt(closed, behind)).toBe(false)
  })

  test('counts as now with the next change, so that the times turn it from then on', () => {
    const on = pressed(turned(false), true, MORNING)
    expect(on).toMatchObject({ isOpen: true, turnedAt: MORNING })
    const tomorrow = { opensAt: MORNING - HOUR, closesAt: EVENING, message: '' }
    expect(withWindow(turned(true), tomorrow, MORNING).turnedAt).toBe(MORNING)
  })
})

describe('saving a window', () => {
  test('turns ordering to what it says of now', () => {
    expect(saved(MORNING - HOUR).isOpen).toBe(false)
    const closed = pressed(FIRST_ORDERING, false, MORNING - HOUR)
    expect(saved(MORNING + HOUR, closed)).toMatchObject({ isOpen: true, turnedAt: MORNING + HOUR })
  })

  test('without an opening turns nothing, and closes at its time', () => {
    const closing = { opensAt: null, closesAt: EVENING, message: '' }
    const ordering = withWindow(FIRST_ORDERING, closing, MORNING)
    expect(ordering).toMatchObject({ isOpen: true, turnedAt: null })
    expect(isOpenAt(ordering, EVENING)).toBe(false)
  })

  test('without any time clears the window and turns nothing', () => {
    const closed = orderingAt(saved(MORNING - HOUR), EVENING)
    const cleared = withWindow(closed, { opensAt: null, closesAt: null, message: '' }, EVENING + 1)
    expect(cleared).toMatchObject({ isOpen: false, turnedAt: EVENING, turnedBy: 'clock' })
    expect(nextTime(cleared, EVENING + 1)).toBeNull()
  })
})

describe('a window is refused', () => {
  const faultsOf = (window: Partial<typeof WINDOW>) =>
    windowFaults({ ...WINDOW, ...window }, MORNING).map(({ path, msg }) => `${path}: ${msg}`)
  test('when it closes before it opens, in the past, or says too much', () => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ opensAt: EVENING })).toEqual([
      'closesAt: Closing must be later than opening.',
    ])
    expect(faultsOf({ closesAt: MORNING })).toEqual(['closesAt: Closing must be in the future.'])
    for (const year of ['20271', '9999', '0027', '1999']) {
      const at = Date.parse(`${year.padStart(4, '0')}-11-30T18:00Z`)
      const msg =
        year === '20271' ? 'This is no time of the calendar.' : 'The year is from 2000 to 9998.'
      expect(faultsOf({ closesAt: at })).toEqual([`closesAt: ${msg}`])
      expect(faultsOf({ opensAt: at })).toEqual([`opensAt: ${msg}`])
    }
    expect(faultsOf({ message: 'x'.repeat(281) })).toEqual([
      'message: The message is 1 character too long.',
    ])
  })
})
