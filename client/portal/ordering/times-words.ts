import { clockText, shortDayText, whenText } from '#src/rules/day-text.ts'
import { type Ordering, type OrderingWindow, withWindow } from '#src/rules/window.ts'
import type { OrderingNow } from './ordering.ts'
import { isToday, momentText } from './words.ts'

/** `Mon 30 Nov, 18:00`. */
const shortMoment = (at: number, now: number) =>
  `${shortDayText(new Date(at), new Date(now))}, ${clockText(new Date(at))}`

/** `today at 14:12`, `yesterday at 18:00`, `on Fri 27 Nov at 18:00`. */
const dayWhenText = (at: number, now: number) =>
  `${isToday(at, now) ? 'today ' : ''}${whenText(new Date(at), new Date(now))}`

const FILL = 'Clubs can fill their carts'
const AT_ONCE = 'reaches every open page at once.'

/** The note below the switch. */
export function noteOf({ ordering, now, next }: OrderingNow): string {
  const { isOpen, closesAt, turnedAt, turnedBy } = ordering
  if (isOpen) {
    const off = `Switching off ${AT_ONCE}`
    if (!next) return `Clubs can place orders. ${off}`
    if (isToday(next.at, now)) return `Closes today at ${clockText(new Date(next.at))}. ${off}`
    return `Closes on ${momentText(next.at, now)}. ${off}`
  }
  if (next) return `Opens on ${momentText(next.at, now)}. ${FILL}.`
  if (turnedBy === 'clock' && turnedAt === closesAt && closesAt !== null)
    return `Closed by itself ${dayWhenText(closesAt, now)}. ${FILL}.`
  return `${FILL} but not order. Switching on ${AT_ONCE}`
}

/** When ordering will turn by itself. */
export function timesOf({ ordering, now, next }: OrderingNow): string {
  const { isOpen, opensAt, closesAt, turnedBy } = ordering
  const ahead = [opensAt, closesAt].filter((at): at is number => at !== null && at > now)
  if (opensAt === null && closesAt === null)
    return 'No times are set: ordering opens and closes by hand.'
  if (turnedBy === 'person') {
    if (!isOpen && !next && closesAt !== null && closesAt > now)
      return `It does not open again by itself. Next time set: closes ${shortMoment(closesAt, now)}.`
    if (!isOpen && next) return `It opens ${shortMoment(next.at, now)}.`
    if (isOpen && next) return `It stays open until ${shortMoment(next.at, now)}.`
    if (isOpen && ahead.length === 0)
      return 'It stays open until you switch it off: no more times are set.'
  }
  if (ahead.length === 0) return 'No more times are set.'
  const [from, to] = [opensAt, closesAt].map((at) => (at === null ? null : shortMoment(at, now)))
  if (from && to) return `${from}, to ${to}`
  return from ? `Opens ${from}` : `Closes ${to}`
}

/** Who turned ordering, if times are set and it was not the clock; `null` else. */
export function handText({ ordering, now }: OrderingNow, turner: string | null): string | null {
  const { isOpen, turnedAt, turnedBy, opensAt, closesAt } = ordering
  if (turnedBy !== 'person' || turnedAt === null || (opensAt ?? closesAt) === null) return null
  const turn = isOpen ? 'on' : 'off'
  const who = turner ? `${turner} switched it ${turn}` : `Switched ${turn} by hand`
  return `${who} ${dayWhenText(turnedAt, now)}.`
}

/** What saving a window does, now first. `turns`: it switches ordering this very moment. */
export function savingWords(
  before: Ordering,
  window: OrderingWindow,
  now: number,
): { text: string; turns: boolean } {
  const after = withWindow(before, window, now)
  const { opensAt, closesAt } = window
  const opens = opensAt !== null && opensAt > now ? momentText(opensAt, now) : null
  const closes = closesAt === null ? null : momentText(closesAt, now)
  if (opensAt === null && closesAt === null)
    return { text: 'No times will be set: ordering opens and closes by hand.', turns: false }
  const turns = after.isOpen !== before.isOpen
  const first = turns ? `Saving ${after.isOpen ? 'opens' : 'closes'} ordering now.` : ''
  const stays = `Ordering stays ${after.isOpen ? 'open' : 'closed'} now`
  const deeds = [
    ...(opens ? [`opens on ${opens}`] : []),
    ...(closes ? [`closes on ${closes}`] : []),
  ]
  if (deeds.length === 0) return { text: first || `${stays}.`, turns }
  if (turns) return { text: `${first} It ${deeds.join(', and ')}.`, turns }
  const rest = deeds.length === 2 ? `, ${deeds.join(', and ')}` : ` and ${deeds.join('')}`
  return { text: `${stays}${rest}.`, turns }
}

/** What another save would replace: the times that somebody else has set since the form was opened. */
export function replacingText({ opensAt, closesAt }: OrderingWindow, now: number): string {
  const times = [
    ...(opensAt === null ? [] : [`opens ${shortMoment(opensAt, now)}`]),
    ...(closesAt === null ? [] : [`closes ${shortMoment(closesAt, now)}`]),
  ]
  const set = times.length > 0 ? times.join(', ') : 'none'
  return `Somebody else set other times meanwhile: ${set}. Save again to replace them.`
}
