import { counted } from '#src/rules/number-text.ts'
import { clockText, dayText, daysBefore } from '#src/rules/day-text.ts'
import type { OrderingNow } from './ordering.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Time that is left, in two units at most, rounded down: `2 days 4 h`, `2 h 14 min`, `46 min`, `41 s`. */
export function leftText(ms: number): string {
  const days = Math.floor(ms / DAY)
  const hours = Math.floor((ms % DAY) / HOUR)
  const minutes = Math.floor((ms % HOUR) / MINUTE)
  if (days > 0) return hours > 0 ? `${counted(days, 'day')} ${hours} h` : counted(days, 'day')
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  return minutes > 0 ? `${minutes} min` : `${Math.max(1, Math.floor(ms / SECOND))} s`
}

/** `Friday, 27 November, 18:00`. */
export const momentText = (at: number, now: number): string =>
  `${dayText(new Date(at), new Date(now))}, ${clockText(new Date(at))}`

export const isToday = (at: number, now: number): boolean =>
  daysBefore(new Date(at), new Date(now)) === 0

function closingWords(left: number, at: number, now: number) {
  const main = `Closes in ${leftText(left)}`
  const time = clockText(new Date(at))
  if (left <= MINUTE)
    return { main, sub: `At ${time}. What is not ordered by then stays in your cart.` }
  if (left <= HOUR) return { main, sub: `Today at ${time}.` }
  const moment = momentText(at, now)
  return { main, sub: isToday(at, now) ? `Today, ${moment}.` : `${moment}.` }
}

const unitOf = (left: number) =>
  left <= MINUTE
    ? { whole: MINUTE, ticks: 60 }
    : left <= HOUR
      ? { whole: HOUR, ticks: 60 }
      : { whole: DAY, ticks: 24 }

/**
 * The banner that tells clubs the times; `null` while ordering is open and nothing is set. `tone` is how urgent it looks. `left` is the share that is
 * left of hours of a day, then minutes of an hour, then seconds of a minute.
 */
export function bannerWords({ ordering, now, next }: OrderingNow) {
  const { isOpen, closesAt, message, turnedAt, turnedBy } = ordering
  if (isOpen) {
    if (!next) return null
    const left = next.at - now
    const { whole, ticks } = unitOf(left)
    return {
      tone: left <= HOUR ? 'soon' : 'open',
      ...closingWords(left, next.at, now),
      message: left <= MINUTE ? '' : message,
      left: { share: Math.min(1, left / whole), ticks },
    }
  }
  if (next)
    return {
      tone: 'before',
      main: `Opens on ${momentText(next.at, now)}`,
      sub: 'You can fill your cart now and place it then.',
      message,
      left: null,
    }
  const closedByClock = turnedBy === 'clock' && closesAt !== null && turnedAt === closesAt
  return {
    tone: 'shut',
    main: 'Ordering is closed',
    sub: closedByClock
      ? `It closed on ${momentText(closesAt, now)}. Your cart is kept.`
      : 'You can fill your cart; it can be placed when ordering opens again.',
    message,
    left: null,
  }
}

/** What stands at the end of the cart about the times; `null` when there is nothing to say. */
export function cartWords({ ordering, now, next }: OrderingNow): string | null {
  const kept = 'Your cart is kept on this device.'
  if (!ordering.isOpen)
    return next ? `Opens on ${momentText(next.at, now)}. ${kept}` : `Ordering is closed. ${kept}`
  if (!next) return null
  const left = next.at - now
  if (left <= HOUR) return `Closes in ${leftText(left)}.`
  return isToday(next.at, now)
    ? `Closes today at ${clockText(new Date(next.at))}, in ${leftText(left)}.`
    : `Closes ${momentText(next.at, now)}.`
}

/** What a screen reader says of a countdown when it passes an hour, ten minutes and one minute. */
export function spokenMark(before: number, after: number): string | null {
  const passes = (mark: number) => before > mark && after <= mark
  if (passes(MINUTE)) return 'Ordering closes in 1 minute.'
  if (passes(10 * MINUTE)) return 'Ordering closes in 10 minutes.'
  return passes(HOUR) ? 'Ordering closes in 1 hour.' : null
}
