/**
 * Waits for `work`, and throws what `late` makes if it takes longer than `ms`. The work itself continues. At the end of the time the event
 * loop first reads what has arrived: while it was busy, the answer may have come unread.
 */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  const end = Promise.withResolvers<never>()
  const timer = setTimeout(() => setImmediate(() => end.reject(late())), ms)
  try {
    return await Promise.race([work, end.promise])
  } finally {
    clearTimeout(timer)
  }
}
