import { describe, expect, test } from 'bun:test'
import { openSpans, openText, type Span } from '#client/portal/history/open-spans.ts'

const HOUR = 3_600_000
const midnight = new Date(2026, 10, 27).getTime()
const DAY: Span = [midnight, midnight + 24 * HOUR]
const at = (hour: number) => midnight + hour * HOUR
const turn = (hour: number, isOpen: boolean) => ({
  at: new Date(at(hour)).toISOString(),
  isConfirmDisabled: !isOpen,
})
const read = (turns: ReturnType<typeof turn>[], isOpenNow = true, day = DAY) => {
  const spans = openSpans(turns, day, isOpenNow)
  return { spans, text: openText(spans, day) }
}

describe('the light wood of a day', () => {
  test('is the whole day, or none of it, while nobody switches', () => {
    expect(read([])).toEqual({ spans: [DAY], text: 'ordering open all day' })
    expect(read([], false)).toEqual({ spans: [], text: '' })
    expect(read([turn(-30, true)], false).text).toBe('ordering open all day')
    expect(read([turn(-30, false)]).spans).toEqual([])
  })

  test('begins and ends with the turns of the day', () => {
    expect(read([turn(-2, true), turn(18, false)])).toEqual({
      spans: [[at(0), at(18)]],
      text: 'ordering open until 18:00',
    })
    expect(read([turn(9, true)]).text).toBe('ordering open from 09:00')
    expect(read([turn(9, false), turn(9.5, true)]).text).toBe('ordering open, with 1 pause')
    expect(read([turn(9, true), turn(12, false), turn(14, true), turn(18, false)])).toEqual({
      spans: [
        [at(9), at(12)],
        [at(14), at(18)],
      ],
      text: 'ordering open from 09:00 until 18:00, with 1 pause',
    })
  })

  test('ends now on the day that is not over, and a turn of the next day is not in it', () => {
    expect(read([turn(9, true)], true, [at(0), at(13)]).spans).toEqual([[at(9), at(13)]])
    expect(read([turn(9, true), turn(26, false)]).spans).toEqual([[at(9), at(24)]])
  })
})
