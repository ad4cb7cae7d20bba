import { entryAt } from './entry-at.ts'
/** Hashes a text into a seed (cyrb128). */
function seedOf(text: string): [number, number, number, number] {
  let a = 1779033703,
    b = 3144134277,
    c = 1013904242,
    d = 2773480762
  for (let i = 0; i < text.length; i++) {
    const k = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ k, 597399067)
    b = c ^ Math.imul(b ^ k, 2869860233)
    c = d ^ Math.imul(c ^ k, 951274213)
    d = a ^ Math.imul(d ^ k, 2716044179)
  }
  return [a >>> 0, b >>> 0, c >>> 0, d >>> 0]
}
/** Random numbers (sfc32) that are the same for a seed on every run and every machine. */
export class Random {
  private s: [number, number, number, number]
  constructor(seed: string) {
    this.s = seedOf(seed)
    for (let i = 0; i < 12; i++) this.next()
  }
  next() {
    let [a, b, c, d] = this.s
    const t = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + t) | 0
    this.s = [a, b, c, d]
    return (t >>> 0) / 4294967296
  }
  between(lo: number, hi: number) {
    return lo + (hi - lo) * this.next()
  }
  integer(lo: number, hi: number) {
    return Math.floor(this.between(lo, hi + 1))
  }
  pick<T>(list: readonly T[]): T {
    return entryAt(list, Math.floor(this.next() * list.length))
  }
  happens(p = 0.5) {
    return this.next() < p
  }
  shuffle<T>(list: readonly T[]): T[] {
    const l = [...list]
    for (let i = l.length - 1; i > 0; i--) {
      const j = this.integer(0, i)
      ;[l[i], l[j]] = [entryAt(l, j), entryAt(l, i)]
    }
    return l
  }
}
/** Smooth noise from 0 to 1 over a plane, which repeats every 16 units. */
export function createNoise(r: Random) {
  const N = 16
  const v = Array.from({ length: N * N }, () => r.next())
  const at = (x: number, y: number) => entryAt(v, (((y % N) + N) % N) * N + (((x % N) + N) % N))
  const s = (t: number) => t * t * (3 - 2 * t)
  return (x: number, y: number) => {
    const xi = Math.floor(x),
      yi = Math.floor(y),
      u = s(x - xi),
      w = s(y - yi)
    return (
      (at(xi, yi) * (1 - u) + at(xi + 1, yi) * u) * (1 - w) +
      (at(xi, yi + 1) * (1 - u) + at(xi + 1, yi + 1) * u) * w
    )
  }
}
