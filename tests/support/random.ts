/**
 * How random tests run. `DEPTH=large` tries many more cases, as `bun run validate --all` does. All random tests of a run share one
 * seed, which is printed; `SEED` repeats a run.
 */
import * as fc from 'fast-check'

const given = Number(process.env.SEED)

export const seed =
  Number.isInteger(given) && given > 0 ? given : Math.trunc(Math.random() * 0x7fff_fffe) + 1

export const isLarge = process.env.DEPTH === 'large'

/** Chooses between the depth of every change and that of a release. */
export const atDepth = <T>(small: T, large: T): T => (isLarge ? large : small)

/** Pseudo-random numbers from a seed, from 0 up to 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

fc.configureGlobal({ seed, numRuns: atDepth(100, 1_000) })
// a run of many files has said its seed already
if (process.env.SEED === undefined) console.log(`random: SEED=${seed}`)
