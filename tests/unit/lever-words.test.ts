import { expect, test } from 'bun:test'
import { handText } from '#client/portal/ordering/times-words.ts'
import { FIRST_ORDERING, pressed } from '#src/rules/window.ts'

const now = new Date(2026, 10, 27, 14, 12).getTime()
const timed = { ...FIRST_ORDERING, closesAt: now + 9 * 3_600_000 }
const wordsOf = (isOpen: boolean, turner: string | null = null) =>
  handText({ ordering: pressed(timed, isOpen, now), now, next: null }, turner)

test('the lever says who switched it by hand, and until that is known that somebody did', () => {
  expect(wordsOf(false, 'You')).toBe('You switched it off today at 14:12.')
  expect(wordsOf(true, 'Media Lead')).toBe('Media Lead switched it on today at 14:12.')
  expect(wordsOf(true)).toBe('Switched on by hand today at 14:12.')
})
