import { clockText, daysBefore, shortDateText, shortDayText } from '#src/rules/day-text.ts'

/** `Today`, or `Sun 29 Nov`. */
export const dayOf = (at: Date, now: Date): string =>
  daysBefore(at, now) === 0 ? 'Today' : shortDayText(at, now)

/** When something was taken back: `at 14:12`, or `on 27 Nov`. */
export const undoneWhen = (at: Date, now: Date): string =>
  daysBefore(at, now) === 0 ? `at ${clockText(at)}` : `on ${shortDateText(at, now)}`
