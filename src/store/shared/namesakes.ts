/**
 * Finds rows that came to share a key when the comparison of names changed: both are kept, the younger under a key of its own. Rows are
 * given oldest first, with the key of now and the key that they had. Rows that had one key before too are no namesakes but a fault.
 */
export function openNamesakes(): (key: string, before: string) => boolean {
  const seen = new Map<string, Set<string>>()
  return (key, before) => {
    const known = seen.get(key)
    if (!known) {
      seen.set(key, new Set([before]))
      return false
    }
    const isNamesake = !known.has(before)
    known.add(before)
    return isNamesake
  }
}
