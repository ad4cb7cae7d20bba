import { createStore } from 'zustand/vanilla'
import { isRecord } from '#client/shared/storage.ts'

/** `owner` is the name of the account; `null` for a token that was typed into the Authorize dialog. */
export type PageToken = { value: string; owner: string | null }

/** The token that this page uses everywhere. It lives in memory only. */
export const pageToken = createStore<PageToken | null>(() => null)

export function setToken(token: PageToken | null): void {
  if (pageToken.getState()?.value !== token?.value) pageToken.setState(token, true)
}

/** The token in the body of a successful `POST /users/login`; `null` in any other body. */
export function readSignedIn(body: unknown): PageToken | null {
  if (!isRecord(body) || typeof body.token !== 'string') return null
  const owner = isRecord(body.user) ? body.user.clubName : null
  return { value: body.token, owner: typeof owner === 'string' ? owner : null }
}

export async function signIn(email: string, password: string): Promise<string | null> {
  try {
    const response = await fetch('/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    })
    const body: unknown = await response.json()
    const token = response.ok ? readSignedIn(body) : null
    if (token) {
      setToken(token)
      return null
    }
    return isRecord(body) && typeof body.message === 'string'
      ? body.message
      : `The server answered ${response.status}.`
  } catch {
    return 'The server cannot be reached.'
  }
}
