import { tooBusy, tooManyRequests } from '#src/rules/refusal.ts'

/** The memory limits for incomplete request bodies: per client network, for all anonymous requests, and for all requests. */
const MAX_BYTES = { network: 16_000_000, anonymous: 32_000_000, all: 128_000_000 }
const RETRY_SECONDS = 5

/** The reserved bytes. Module state, because all applications of a process share its memory. */
const reserved = { anonymous: 0, all: 0, networks: new Map<string, number>() }

/**
 * Reserves memory for a body before it is read, and returns a function that releases it. Throws 429 if the client's network has
 * reserved too much, and 503 if all clients together have. Anonymous requests have their own limit, so they cannot block signed-in ones.
 */
export function reserveBody(body: {
  network: string
  isSignedIn: boolean
  bytes: number
}): () => void {
  const { network, isSignedIn, bytes } = body
  const ofNetwork = (reserved.networks.get(network) ?? 0) + bytes
  if (ofNetwork > MAX_BYTES.network)
    throw tooManyRequests(RETRY_SECONDS, 'Too much is being sent from here at once. Please wait.')
  const isFull =
    reserved.all + bytes > MAX_BYTES.all ||
    (!isSignedIn && reserved.anonymous + bytes > MAX_BYTES.anonymous)
  if (isFull) throw tooBusy()

  const add = (change: number) => {
    reserved.all += change
    if (!isSignedIn) reserved.anonymous += change
    const left = (reserved.networks.get(network) ?? 0) + change
    if (left > 0) reserved.networks.set(network, left)
    else reserved.networks.delete(network)
  }
  add(bytes)
  return () => add(-bytes)
}
