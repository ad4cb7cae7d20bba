/** Ordering times where the clocks are changed: one hour is missing in spring, and one comes twice in autumn. */
import { afterAll, describe, expect, test } from 'bun:test'
import { fromInput, toInput } from '#client/portal/ordering/local-time.ts'
import { savingWords } from '#client/portal/ordering/times-words.ts'
import { bannerWords } from '#client/portal/ordering/words.ts'
import { FIRST_ORDERING, nextTime, withWindow } from '#src/rules/window.ts'

const HOUR = 3_600_000
const MINUTE = 60_000
const zoneBefore = process.env['TZ']
afterAll(() => {
  if (zoneBefore === undefined) delete process.env['TZ']
  else process.env['TZ'] = zoneBefore
})

/** The night of each change: a text in the missing hour, what it means, and the same for the hour that comes twice. */
const ZONES = [
  {
    zone: 'Europe/Berlin',
    missing: { text: '2027-03-28T02:30', at: Date.UTC(2027, 2, 28, 1, 30), shown: '03:30' },
    twice: { text: '2026-10-25T02:30', first: Date.UTC(2026, 9, 25, 0, 30) },
  },
  {
    zone: 'America/New_York',
    missing: { text: '2027-03-14T02:30', at: Date.UTC(2027, 2, 14, 7, 30), shown: '03:30' },
    twice: { text: '2026-11-01T01:30', first: Date.UTC(2026, 10, 1, 5, 30) },
  },
]

describe.each(ZONES)('in $zone', ({ zone, missing, twice }) => {
  const inZone = (name: string, see: () => void) =>
    test(name, () => {
      process.env['TZ'] = zone
      see()
    })
  const second = twice.first + HOUR

  inZone('a time that the clocks leave out is the one an hour later, and the form says so', () => {
    expect(fromInput(missing.text, null)).toBe(missing.at)
    const now = missing.at - 24 * HOUR
    const window = { opensAt: null, closesAt: missing.at, message: '' }
    expect(savingWords(FIRST_ORDERING, window, now).text).toContain(`, ${missing.shown}.`)
  })

  inZone('a time that comes twice is the first one; the second one stays what it was', () => {
    expect(fromInput(twice.text, null)).toBe(twice.first)
    expect([toInput(twice.first), toInput(second)]).toEqual([twice.text, twice.text])
    expect(fromInput(twice.text, second)).toBe(second)
    expect(fromInput(twice.text, second + 41_007)).toBe(second + 41_007)
  })

  inZone('what is left is counted in hours that pass', () => {
    for (const closesAt of [missing.at, twice.first, second]) {
      const now = closesAt - 2 * HOUR - 14 * MINUTE
      const ordering = withWindow(FIRST_ORDERING, { opensAt: null, closesAt, message: '' }, now)
      const words = bannerWords({ ordering, now, next: nextTime(ordering, now) })
      expect(words?.main).toBe('Closes in 2 h 14 min')
    }
  })
})
