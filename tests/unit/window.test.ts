import { describe, expect, test } from 'bun:test'
import {
  dueTimes,
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

describe('ordering', () => {
  test('opens in the millisecond of its opening and closes in that of its closing', () => {
    const ordering = saved(MORNING - HOUR)
    expect(isOpenAt(ordering, MORNING - 1)).toBe(false)
    expect(isOpenAt(ordering, MORNING)).toBe(true)
    expect(isOpenAt(ordering, EVENING - 1)).toBe(true)
    expect(isOpenAt(ordering, EVENING)).toBe(false)
  })

  test('tells when and by whom it was turned last', () => {
    const ordering = saved(MORNING - HOUR)
    expect(orderingAt(ordering, MORNING - 1)).toMatchObject({ turnedBy: 'person' })
    expect(orderingAt(ordering, EVENING + HOUR)).toMatchObject({
      isOpen: false,
      turnedAt: EVENING,
      turnedBy: 'clock',
    })
  })

  test('that slept through both times was open in between', () => {
    expect(dueTimes(saved(MORNING - HOUR), EVENING + HOUR)).toEqual([
      { at: MORNING, isOpen: true },
      { at: EVENING, isOpen: false },
    ])
  })

  test('that was turned by hand stays so until the next time', () => {
    const off = pressed(orderingAt(saved(MORNING - HOUR), MORNING), false, MORNING + HOUR)
    expect(isOpenAt(off, EVENING - 1)).toBe(false)
    expect(nextTime(off, MORNING + HOUR)).toBeNull()
    const on = pressed(saved(MORNING - HOUR), true, MORNING - 1)
    expect(dueTimes(on, MORNING)).toEqual([])
    expect(isOpenAt(on, EVENING)).toBe(false)
  })

  test('that was turned on by hand in the millisecond of its closing stays on', () => {
    const closed = orderingAt(saved(MORNING - HOUR), EVENING)
    expect(isOpenAt(pressed(closed, true, EVENING), EVENING + HOUR)).toBe(true)
  })

  test('names the next turn that changes something', () => {
    const ordering = saved(MORNING - HOUR)
    expect(nextTime(ordering, MORNING - 1)).toEqual({ at: MORNING, isOpen: true })
    expect(nextTime(ordering, MORNING)).toEqual({ at: EVENING, isOpen: false })
    expect(nextTime(ordering, EVENING)).toBeNull()
  })
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

  test('is believed if the clocks of two instances are seconds apart', () => {
    const on = pressed(orderingAt(saved(MORNING - HOUR), EVENING), true, EVENING + 2_000)
    expect(isOpenAt(on, EVENING)).toBe(true)
    expect(pressed(on, false, EVENING).turnedAt).toBe(EVENING + 2_000)
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
