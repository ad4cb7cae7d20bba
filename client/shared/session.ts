import { create } from 'zustand'
import { limits } from '#src/contract/limits.ts'
import type { SignedInUser } from '#src/contract/records.ts'
import { isRole } from '#src/contract/statuses.ts'
import { handOverMessage, handOverReturn } from './hand-over.ts'
import { may, type Right } from '#src/rules/permissions.ts'
import { pageAt } from './pages.ts'
import { isRecord, readItem, readJson, removeItem, writeItem } from './storage.ts'

export type Session = { user: SignedInUser; token: string; expiresAt: number }

/** The session ends one hour after the sign-in by this device's own clock, so that a wrong clock locks nobody out. */
const KEYS = { token: 'token', user: 'user', expiresAt: 'sessionExpiresAt' } as const
const WARNING_MS = 60_000

const EXPIRED = 'Your session has expired.'
/** The server ended it early. */
const ENDED =
  'You were signed out. Perhaps somebody changed your password, your club or your account.'
/** The message at the sign-in, and whether it returns to the page afterwards. */
const REASONS = {
  expired: { message: EXPIRED, wayBack: true },
  renewed: { message: 'Sign in again to go on.', wayBack: true },
  'signed-out': { message: null, wayBack: false },
} as const

const isUser = (value: unknown): value is SignedInUser =>
  isRecord(value) &&
  typeof value.id === 'string' &&
  typeof value.clubName === 'string' &&
  typeof value.cordName === 'string' &&
  typeof value.access === 'string' &&
  isRole(value.access)

/** The expiry of a token, in milliseconds since 1970; 0 when it cannot be read. */
function readExpiry(token: string): number {
  try {
    const payload = token.split('.')[1] ?? ''
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
    return isRecord(claims) && typeof claims.exp === 'number' ? claims.exp * 1000 : 0
  } catch {
    return 0
  }
}

function readSession(): Session | null {
  const token = readItem('localStorage', KEYS.token)
  const user = readJson('localStorage', KEYS.user, isUser)
  if (!token || !user) return null
  const written = Number(readItem('localStorage', KEYS.expiresAt))
  return { token, user, expiresAt: written || readExpiry(token) }
}

export const useSession = create<Session | null>()(readSession)

/** Whether the person at this page has a right. Another account is another load of the page, so the answer stays while it is open. */
export function mayDo(right: Right): boolean {
  const access = useSession.getState()?.user.access
  return access !== undefined && may(access, right)
}

export const useSessionEnding = create<boolean>()(() => false)

/** True when the browser refuses storage: the session then lasts as long as the page. */
let inMemory = false

/** Keeps a sign-in for one hour; other tabs follow. */
export function signIn(reply: { token: string; user: SignedInUser }): void {
  const expiresAt = Date.now() + limits.sessionSeconds * 1000
  const { id, clubId = null, clubName, cordName, access } = reply.user
  const user = { id, clubId, clubName, cordName, access }
  const entries = [
    [KEYS.expiresAt, String(expiresAt)],
    [KEYS.user, JSON.stringify(user)],
    // The token last: other tabs read all three when it changes.
    [KEYS.token, reply.token],
  ] as const
  inMemory = !entries.every(([key, value]) => writeItem('localStorage', key, value))
  if (inMemory) forget()
  useSession.setState({ token: reply.token, user, expiresAt })
}

/** The person at this page has another name now. */
export function renameUser(cordName: string): void {
  const session = useSession.getState()
  if (!session) return
  const user = { ...session.user, cordName }
  if (!inMemory) writeItem('localStorage', KEYS.user, JSON.stringify(user))
  useSession.setState({ ...session, user })
}

let isRenewing = false

/** Takes a new token, for which the server ends the one so far: meanwhile that is not the end of the session. */
export async function renew(answer: Promise<{ token: string }>): Promise<void> {
  isRenewing = true
  try {
    const { token } = await answer
    const user = useSession.getState()?.user
    if (user) signIn({ token, user })
  } finally {
    isRenewing = false
  }
}

let leaving = false

/**
 * Leaves a guarded page for the sign-in by a full load, so that nothing of the account stays in memory. `wayBack` keeps the
 * address for after the next sign-in. Only the first call has an effect.
 */
export function leave(message: string | null, wayBack: boolean): void {
  const { pathname, search } = location
  if (leaving || !pageAt(pathname)?.right) return
  leaving = true
  handOverMessage(message)
  handOverReturn(wayBack ? pathname + search : null, useSession.getState()?.user.id ?? null)
  location.replace('/inventory')
}

function forget(): void {
  for (const key of Object.values(KEYS)) removeItem('localStorage', key)
}

export function endSession(reason: keyof typeof REASONS = 'expired'): void {
  const session = useSession.getState()
  if (reason === 'expired' && session && session.expiresAt > Date.now()) {
    if (isRenewing) return
    // Another tab has set a new password, and has the token that goes on.
    if (!inMemory && (readSession()?.token ?? session.token) !== session.token) return follow()
    leave(ENDED, true)
  }
  const { message, wayBack } = REASONS[reason]
  leave(message, wayBack)
  forget()
  useSession.setState(null)
}

function follow(): void {
  if (inMemory || isRenewing) return
  const here = useSession.getState()
  const stored = readSession()
  if (stored?.token === here?.token) return
  if (here && !stored) leave(here.expiresAt <= Date.now() ? EXPIRED : null, true)
  useSession.setState(stored)
  // A different account: the reload clears the first one from memory.
  if (here && stored && stored.user.id !== here.user.id) location.reload()
}

/** A longer wait ends at once. The clock of the computer may have been set back since the sign-in. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

let timer: ReturnType<typeof setTimeout> | undefined

/** Ends an expired session, and sets a timer for the warning or the expiry, whichever is next. */
export function watchTheClock(): void {
  clearTimeout(timer)
  const session = useSession.getState()
  if (!session) return useSessionEnding.setState(false)
  const left = session.expiresAt - Date.now()
  if (left <= 0) return endSession('expired')
  useSessionEnding.setState(left <= WARNING_MS)
  const wait = left <= WARNING_MS ? left : left - WARNING_MS
  timer = setTimeout(watchTheClock, Math.min(wait, LONGEST_WAIT_MS))
}

/** Watches the clock and the other tabs. Each document of the portal calls it once. */
export function startSession(): void {
  useSession.subscribe(watchTheClock)
  watchTheClock()
  window.addEventListener('storage', ({ key }) => {
    if (key === KEYS.token || key === null) follow()
  })
  // The history may restore a page as it was, and timers pause while a device sleeps.
  window.addEventListener('pageshow', () => {
    leaving = false
    follow()
    watchTheClock()
  })
  document.addEventListener('visibilitychange', watchTheClock)
}
