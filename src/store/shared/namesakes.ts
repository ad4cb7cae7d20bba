/**
 * Finds rows that share a key only since the comparison of names changed; the younger one needs a key of its own. Call the function for each
 * row, oldest first, with the new key and the earlier one. Rows that shared the earlier key too break a rule and are not namesakes.
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
