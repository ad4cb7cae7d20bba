import type { Role } from '#src/contract/statuses.ts'
import { maySee, pageAt } from './pages.ts'
import { isRecord, readItem, readJson, removeItem, writeItem } from './storage.ts'

type Kept = { path: string; personId: string | null }

const KEYS = { message: 'handOver:message', returnTo: 'handOver:returnTo' } as const

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  typeof value.path === 'string' &&
  (typeof value.personId === 'string' || value.personId === null)

/** Leaves a message for the next document of this tab. Replaces an earlier one; `null` clears it. */
export function handOverMessage(message: string | null): void {
  if (message === null) removeItem('sessionStorage', KEYS.message)
  else writeItem('sessionStorage', KEYS.message, message)
}

/** The message from the previous document; it can be taken once. */
export function takeMessage(): string | null {
  const message = readItem('sessionStorage', KEYS.message)
  removeItem('sessionStorage', KEYS.message)
  return message
}

/** Keeps the address to return to after the next sign-in, for one account if it is given; `null` clears it. */
export function handOverReturn(path: string | null, personId: string | null): void {
  if (path === null) removeItem('sessionStorage', KEYS.returnTo)
  else writeItem('sessionStorage', KEYS.returnTo, JSON.stringify({ path, personId }))
}

/** The address to return to, if this account may see its page; it can be taken once. */
export function takeReturn(user: { id: string; access: Role }): string | null {
  const kept = readJson('sessionStorage', KEYS.returnTo, isKept)
  removeItem('sessionStorage', KEYS.returnTo)
  if (!kept || (kept.personId !== null && kept.personId !== user.id)) return null
  const [pathname = ''] = kept.path.split('?')
  const page = pageAt(pathname)
  return page && maySee(user.access, page) ? kept.path : null
}
