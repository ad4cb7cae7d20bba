import * as fc from 'fast-check'

const given = Number(process.env.FC_SEED)

/** Properties of one run share a seed, which is printed; `FC_SEED` repeats a run. */
export const seed =
  Number.isInteger(given) && given !== 0 ? given : Math.trunc(Math.random() * 0x7fff_ffff)

fc.configureGlobal({ seed, numRuns: 300 })
console.log(`properties: FC_SEED=${seed}`)
