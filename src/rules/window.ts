/** When clubs can order: the switch, and the times at which it turns by itself. Pure; all times are in milliseconds since 1970. */
import { limits } from '#src/contract/limits.ts'

/** The times that administrators set. `opensAt` is before `closesAt` where both are set. */
export type OrderingWindow = { opensAt: number | null; closesAt: number | null; message: string }

/** The switch, its window, and whether decisions are held back. `turnedAt` is `null` until it is turned for the first time. */
export type Ordering = OrderingWindow & {
  isOpen: boolean
  decisionsHeld: boolean
  turnedAt: number | null
  turnedBy: 'person' | 'clock' | null
}

/** A store's switch before anybody has touched it. */
export const FIRST_ORDERING: Ordering = {
  isOpen: true,
  decisionsHeld: false,
  opensAt: null,
  closesAt: null,
  message: '',
  turnedAt: null,
  turnedBy: null,
}

/** A turn of the switch by the clock. */
export type ClockTurn = { at: number; isOpen: boolean }

/** What decides whether ordering is open. */
type Switch = Pick<Ordering, 'isOpen' | 'opensAt' | 'closesAt' | 'turnedAt'>

/** The clocks of two instances are at most this far apart. A turn further ahead of `now` was timed by a clock that was wrong. */
const MOST_APART_MS = 60_000
const isWrong = (turnedAt: number | null, now: number): turnedAt is number =>
  turnedAt !== null && turnedAt > now + MOST_APART_MS

/**
 * The turns of the clock that are set for after the last turn, in their order. If nobody knows when that was, every closing is one, and an
 * opening is one while it is new: whoever has closed ordering may have done so after an older one.
 */
function turnsAhead({ opensAt, closesAt, turnedAt }: Switch, now: number): ClockTurn[] {
  const [since, sinceClosing] = isWrong(turnedAt, now)
    ? [now - MOST_APART_MS, -Infinity]
    : [turnedAt ?? -Infinity, turnedAt ?? -Infinity]
  return [
    ...(opensAt !== null && opensAt > since ? [{ at: opensAt, isOpen: true }] : []),
    ...(closesAt !== null && closesAt > sinceClosing ? [{ at: closesAt, isOpen: false }] : []),
  ]
}

/** The turns of the clock up to `now` that change something and have not been made yet, in their order. */
export function dueTurns(ordering: Switch, now: number): ClockTurn[] {
  let { isOpen } = ordering
  const due: ClockTurn[] = []
  for (const turn of turnsAhead(ordering, now)) {
    if (turn.at > now || turn.isOpen === isOpen) continue
    isOpen = turn.isOpen
    due.push(turn)
  }
  return due
}

/** The switch after the turns of the clock up to `now`, whether or not anybody has written them. */
export const orderingAt = (ordering: Ordering, now: number): Ordering =>
  dueTurns(ordering, now).reduce<Ordering>(
    (before, { at, isOpen }) => ({ ...before, isOpen, turnedAt: at, turnedBy: 'clock' }),
    ordering,
  )

/** Whether clubs can order at `now`: from `opensAt` on, and before `closesAt`, unless somebody has turned the switch since. */
export const isOpenAt = (ordering: Switch, now: number): boolean =>
  dueTurns(ordering, now).at(-1)?.isOpen ?? ordering.isOpen

/** The next turn of the clock after `now` that will change something; `null` if none is set. */
export function nextTurn(ordering: Ordering, now: number): ClockTurn | null {
  const { isOpen } = orderingAt(ordering, now)
  return turnsAhead(ordering, now).find((turn) => turn.at > now && turn.isOpen !== isOpen) ?? null
}

/** When the switch was turned last. A wrong clock's time in the future counts as now, so that it ends with the next change. */
const knownTurn = ({ turnedAt }: Switch, now: number) => (isWrong(turnedAt, now) ? now : turnedAt)

/**
 * The switch after somebody turned it. The next time that is set turns it again; one that has turned it already does not, although the
 * clock of this instance may be behind that of the one that wrote it.
 */
export const turnedByHand = (ordering: Ordering, isOpen: boolean, now: number): Ordering => ({
  ...ordering,
  isOpen,
  turnedAt: Math.max(now, knownTurn(ordering, now) ?? now),
  turnedBy: 'person',
})

/** What the window says of `now`; `null` without an opening, which turns nothing. */
const saidBy = ({ opensAt, closesAt }: OrderingWindow, now: number): boolean | null =>
  opensAt === null ? null : opensAt <= now && (closesAt === null || now < closesAt)

/** The switch after somebody saved a window: closed before it opens, open between; without an opening nothing turns. */
export function withWindow(ordering: Ordering, window: OrderingWindow, now: number): Ordering {
  const { opensAt, closesAt, message } = window
  const turned = orderingAt(ordering, now)
  const set = { ...turned, turnedAt: knownTurn(turned, now), opensAt, closesAt, message }
  const isOpen = saidBy(window, now)
  return isOpen === null || isOpen === set.isOpen ? set : turnedByHand(set, isOpen, now)
}

export type WindowFault = { path: 'opensAt' | 'closesAt' | 'message'; msg: string }

/** What is wrong with a window that somebody saves at `now`, in the words that the form shows. */
export function windowFaults(
  { opensAt, closesAt, message }: OrderingWindow,
  now: number,
): WindowFault[] {
  const over = message.length - limits.windowMessageLength
  return [
    ...(closesAt !== null && closesAt <= now
      ? [{ path: 'closesAt', msg: 'Closing must be in the future.' } as const]
      : opensAt !== null && closesAt !== null && opensAt >= closesAt
        ? [{ path: 'closesAt', msg: 'Closing must be later than opening.' } as const]
        : []),
    ...(over > 0
      ? [{ path: 'message', msg: `The message is ${over} characters too long.` } as const]
      : []),
  ]
}
