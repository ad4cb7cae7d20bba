const isSame = (a: string, b: string): boolean => {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  return left.length === right.length && crypto.timingSafeEqual(left, right)
}

/** Whether one of the hashes is the stored one. Compares all of them, each in constant time. */
export const hasHash = (hashes: readonly string[], stored: string): boolean =>
  hashes.filter((hash) => isSame(hash, stored)).length > 0
