import type { Role } from '#src/contract/statuses.ts'
import { pageAt } from './pages.ts'
import { isRecord, readItem, readJson, removeItem, writeItem } from './storage.ts'

/** A page to come back to, with what it knew (navigation state). */
export type ReturnAddress = { path: string; state: unknown }

type Kept = ReturnAddress & { accountId: string | null }

const KEYS = { message: 'handOver:message', returnTo: 'handOver:returnTo' } as const

const isKept = (value: unknown): value is Kept =>
  isRecord(value) &&
  typeof value.path === 'string' &&
  (typeof value.accountId === 'string' || value.accountId === null)

/** What the next document of this tab shall say once. Replaces an earlier message; `null` clears it. */
export function handOverMessage(message: string | null): void {
  if (message === null) removeItem('sessionStorage', KEYS.message)
  else writeItem('sessionStorage', KEYS.message, message)
}

/** The message that the last document left for this one; a second call finds nothing. */
export function takeMessage(): string | null {
  const message = readItem('sessionStorage', KEYS.message)
  removeItem('sessionStorage', KEYS.message)
  return message
}

/** Keeps the way back for after the next sign-in. With an account, it is for that account alone; `null` clears it. */
export function handOverReturn(address: ReturnAddress | null, accountId: string | null): void {
  if (address === null) removeItem('sessionStorage', KEYS.returnTo)
  else writeItem('sessionStorage', KEYS.returnTo, JSON.stringify({ ...address, accountId }))
}

/** The way back, if this account may go there; a second call finds nothing. */
export function takeReturn(user: { id: string; access: Role }): ReturnAddress | null {
  const kept = readJson('sessionStorage', KEYS.returnTo, isKept)
  removeItem('sessionStorage', KEYS.returnTo)
  if (!kept || (kept.accountId !== null && kept.accountId !== user.id)) return null
  const [pathname = ''] = kept.path.split('?')
  return pageAt(pathname)?.role === user.access ? { path: kept.path, state: kept.state } : null
}
