import { tooBusy, tooManyRequests } from '#src/rules/refusal.ts'

/** What bodies that have not arrived whole may claim at once: a network of clients, all that are not signed in, all together. */
const MOST_BYTES = { network: 16_000_000, anonymous: 32_000_000, all: 128_000_000 }
const RETRY_SECONDS = 5

/** What is claimed now. Of the process and not of an application, since memory is the process's. */
const claimed = { anonymous: 0, all: 0, networks: new Map<string, number>() }

/**
 * Takes room for a body before it is read and answers how to give the room back. Throws 429 when its client network has too many
 * under way, and 503 when everybody together has; those who are not signed in cannot use up the room of those who are.
 */
export function holdBody(body: {
  network: string
  isSignedIn: boolean
  bytes: number
}): () => void {
  const { network, isSignedIn, bytes } = body
  const ofNetwork = (claimed.networks.get(network) ?? 0) + bytes
  if (ofNetwork > MOST_BYTES.network)
    throw tooManyRequests(RETRY_SECONDS, 'Too much is being sent from here at once. Please wait.')
  const isFull =
    claimed.all + bytes > MOST_BYTES.all ||
    (!isSignedIn && claimed.anonymous + bytes > MOST_BYTES.anonymous)
  if (isFull) throw tooBusy()

  const add = (change: number) => {
    claimed.all += change
    if (!isSignedIn) claimed.anonymous += change
    const left = (claimed.networks.get(network) ?? 0) + change
    if (left > 0) claimed.networks.set(network, left)
    else claimed.networks.delete(network)
  }
  add(bytes)
  return () => add(-bytes)
}
