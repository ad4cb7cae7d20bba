/** A painted line, measured once in a browser: its length in em, the distance of its first letter from the left edge in em, its font width in %. */
export type Fit = readonly [run: number, inset: number, wide: number]

export type HoardingLine = {
  text: string
  fit: Fit
  /** Its fit on a container narrower than 40 rem; left out: the same. */
  narrow?: Fit
  /** The lines into which it breaks there. */
  parts?: readonly { text: string; fit: Fit }[]
  /** Not in capitals: the name has small letters. */
  asWritten?: boolean
}

/** The class whose rules `client/build/hoarding-rules.ts` writes of a fit; no two lines are equally long. */
export const classOf = ([run]: Fit) => `fit-${run}`.replace('.', '-')
