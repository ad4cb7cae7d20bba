/** When clubs can order: by a switch, and by the times at which ordering opens and closes by itself. Times are in milliseconds since 1970. */
import { counted } from './number-text.ts'
import type { EditionName } from '#src/contract/editions.ts'
import { limits } from '#src/contract/limits.ts'
import { toWireOrdering } from '#src/contract/wire.ts'
import { CLOCK_SKEW_MS, isFromTheFuture } from './clock.ts'
import { Refusal } from './refusal.ts'

/** The times that administrators set. `opensAt` is before `closesAt` where both are set. */
export type OrderingWindow = { opensAt: number | null; closesAt: number | null; message: string }

/**
 * Whether ordering is open, its times, whether decisions are held back, and the pick-up words: when and where clubs fetch what is ready.
 * `turnedAt` is when ordering was opened or closed last; `null` if it never was.
 */
export type Ordering = OrderingWindow & {
  isOpen: boolean
  decisionsHeld: boolean
  pickup: string
  turnedAt: number | null
  turnedBy: 'person' | 'clock' | null
}

/** Ordering, and the edition that it is for. */
export type PresentOrdering = Ordering & { edition: EditionName }

/** Ordering in a new store. */
export const FIRST_ORDERING: Ordering = {
  isOpen: true,
  decisionsHeld: false,
  pickup: '',
  opensAt: null,
  closesAt: null,
  message: '',
  turnedAt: null,
  turnedBy: null,
}

/** Ordering that opens or closes at a set time. */
export type SetTime = { at: number; isOpen: boolean }

/** What decides whether ordering is open. */
type Switch = Pick<Ordering, 'isOpen' | 'opensAt' | 'closesAt' | 'turnedAt'>

/** Whether a wrong clock wrote `turnedAt`. */
const isWrong = (turnedAt: number | null, now: number): boolean =>
  turnedAt !== null && isFromTheFuture(turnedAt, now)

/**
 * The set times after `turnedAt`, in their order. If a wrong clock wrote `turnedAt`, every closing counts, but an opening only if it is at most
 * `CLOCK_SKEW_MS` old: somebody may have closed ordering after an older one.
 */
function turnsAfter({ opensAt, closesAt, turnedAt }: Switch, now: number): SetTime[] {
  const [since, sinceClosing] = isWrong(turnedAt, now)
    ? [now - CLOCK_SKEW_MS, -Infinity]
    : [turnedAt ?? -Infinity, turnedAt ?? -Infinity]
  return [
    ...(opensAt !== null && opensAt > since ? [{ at: opensAt, isOpen: true }] : []),
    ...(closesAt !== null && closesAt > sinceClosing ? [{ at: closesAt, isOpen: false }] : []),
  ]
}

/** The set times up to `now` that open or close ordering and are not written yet, in their order. */
export function dueTimes(ordering: Switch, now: number): SetTime[] {
  let { isOpen } = ordering
  const due: SetTime[] = []
  for (const turn of turnsAfter(ordering, now)) {
    if (turn.at > now || turn.isOpen === isOpen) continue
    isOpen = turn.isOpen
    due.push(turn)
  }
  return due
}

/** Ordering at `now`, whether or not the set times up to then are written. */
export const orderingAt = <O extends Ordering>(ordering: O, now: number): O =>
  dueTimes(ordering, now).reduce<O>(
    (before, { at, isOpen }) => ({ ...before, isOpen, turnedAt: at, turnedBy: 'clock' }),
    ordering,
  )

/** Whether clubs can order at `now`: from `opensAt` on and before `closesAt`, unless somebody pressed the switch since. */
export const isOpenAt = (ordering: Switch, now: number): boolean =>
  dueTimes(ordering, now).at(-1)?.isOpen ?? ordering.isOpen

/** The next set time after `now` that opens or closes ordering; `null` if there is none. */
export function nextTime(ordering: Ordering, now: number): SetTime | null {
  const { isOpen } = orderingAt(ordering, now)
  return turnsAfter(ordering, now).find((turn) => turn.at > now && turn.isOpen !== isOpen) ?? null
}

/** `turnedAt`, or `now` if a wrong clock wrote it, so that its error ends with the next change. */
const turnedAtOf = ({ turnedAt }: Switch, now: number) => (isWrong(turnedAt, now) ? now : turnedAt)

/**
 * Ordering after somebody pressed the switch. The next set time opens or closes it again. A set time that is written does not count twice,
 * even if the clock of this instance is behind that of the one that wrote it.
 */
export const pressed = <O extends Ordering>(ordering: O, isOpen: boolean, now: number): O => ({
  ...ordering,
  isOpen,
  turnedAt: Math.max(now, turnedAtOf(ordering, now) ?? now),
  turnedBy: 'person',
})

/** Whether the set times say that ordering is open at `now`; `null` without an opening. */
const isOpenBy = ({ opensAt, closesAt }: OrderingWindow, now: number): boolean | null =>
  opensAt === null ? null : opensAt <= now && (closesAt === null || now < closesAt)

/** Ordering after somebody saved other times: closed before `opensAt`, open from then on; without an opening it stays open or closed. */
export function withWindow<O extends Ordering>(
  ordering: O,
  window: OrderingWindow,
  now: number,
): O {
  const { opensAt, closesAt, message } = window
  if (hasWindow(ordering, window)) return ordering
  const turned = orderingAt(ordering, now)
  const set = { ...turned, turnedAt: turnedAtOf(turned, now), opensAt, closesAt, message }
  const isOpen = isOpenBy(window, now)
  return isOpen === null || isOpen === set.isOpen ? set : pressed(set, isOpen, now)
}

const hasWindow = (ordering: Ordering, window: OrderingWindow): boolean =>
  ordering.opensAt === window.opensAt &&
  ordering.closesAt === window.closesAt &&
  ordering.message === window.message

/** Ordering after somebody who saw the times `seen` saved others. Throws `changed_meanwhile` if somebody else has saved different ones since. */
export function replacedWindow(
  before: PresentOrdering,
  window: OrderingWindow,
  { now, seen }: { now: number; seen: OrderingWindow | undefined },
): PresentOrdering {
  if (seen && !hasWindow(before, seen) && !hasWindow(before, window))
    throw new Refusal('changed_meanwhile', 'Somebody else set other times meanwhile.', {
      current: toWireOrdering(before, now),
    })
  return withWindow(before, window, now)
}

export type WindowFault = { path: 'opensAt' | 'closesAt' | 'message'; msg: string }

/** The years of a time: in another zone too, it then has the four digits that a time in a reply has. */
const YEARS = { first: 2000, last: 9998 }

/** What is wrong with a time that somebody sets, or `null`. */
export function timeFault(at: number): string | null {
  if (Number.isNaN(at)) return 'This is no time of the calendar.'
  const year = new Date(at).getUTCFullYear()
  return year < YEARS.first || year > YEARS.last
    ? `The year is from ${YEARS.first} to ${YEARS.last}.`
    : null
}

/** What is wrong with a window that somebody saves at `now`, in the words that the form shows. */
export function windowFaults(
  { opensAt, closesAt, message }: OrderingWindow,
  now: number,
): WindowFault[] {
  const wrong = (path: WindowFault['path'], msg: string | false | null): WindowFault[] =>
    msg ? [{ path, msg }] : []
  const times = [
    ...wrong('opensAt', opensAt !== null && timeFault(opensAt)),
    ...wrong('closesAt', closesAt !== null && timeFault(closesAt)),
  ]
  const isPast = closesAt !== null && closesAt <= now
  const isEarly = opensAt !== null && closesAt !== null && opensAt >= closesAt
  const order = isPast
    ? 'Closing must be in the future.'
    : isEarly && 'Closing must be later than opening.'
  const over = message.length - limits.windowMessageLength
  return [
    ...(times.length > 0 ? times : wrong('closesAt', order)),
    ...wrong('message', over > 0 && `The message is ${counted(over, 'character')} too long.`),
  ]
}
