import { timingSafeEqual } from 'node:crypto'

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [new TextEncoder().encode(a), new TextEncoder().encode(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** Whether any of the hashes is the stored one. Each is compared, in constant time. */
export const hasHash = (hashes: readonly string[], stored: string): boolean =>
  hashes.filter((hash) => isSame(hash, stored)).length > 0
