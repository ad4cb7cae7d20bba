/** One line of a Hoarding. `id` names its rule in the stylesheet that scripts/art/measure-hoardings.ts writes. */
export type HoardingLine = {
  id: string
  text: string
  width: HoardingWidth
  /** The same on a container narrower than 40 rem, where it differs. */
  narrow?: HoardingWidth
  /** The lines into which it breaks on a narrow container. */
  parts?: readonly { text: string; width: HoardingWidth }[]
  /** Not in capitals: the name has small letters. */
  asWritten?: boolean
}

/** The width axis of the face, 50 to 150; or how many em the line shall run, whatever width that takes, so that
 *  neighbours get one height. */
export type HoardingWidth = number | { em: number }
