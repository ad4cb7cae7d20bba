/** One line of a Hoarding. */
export type HoardingLine = {
  text: string
  /**
   * Names the line's rules in `fit-site.css` or `fit-shell.css`: its length in em at its font width, measured once in a browser, so that it
   * fills the width. A line without an id is set in one size and breaks where it must.
   */
  id?: string
  /** The lines into which a line with an id breaks on a container narrower than 40 rem. Their rules are `<id>-0`, `<id>-1`. */
  parts?: readonly string[]
  /** Not in capitals: the name has small letters. */
  asWritten?: boolean
}
