import { limits } from '#src/contract/limits.ts'

/**
 * Invisible characters that change a name: controls, line and paragraph separators, directions, joiners, tags, fillers. Joiners
 * (U+200C, U+200D) occur in some emoji and in words of Indic scripts, but a name with one looks like the name without it.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Phones add this character after an emoji to request its coloured form. */
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** A visible character: no space, no lone mark, no blank Braille pattern. */
const VISIBLE = /[^\p{M}\p{Z}\p{C}\u2800]/u

/**
 * The part of the rule that JSON Schema can express: one line without control characters, not only white space. `nameFault` also
 * refuses what the pattern cannot express.
 */
export const NAME_PATTERN = String.raw`^\s*[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?\s*$`

export const nameLengthText = (what: string) => `${what} has 1 to ${limits.nameLength} characters.`

/** Returns the fault of the name of a club, a co-ordinator or an item, or `null`. The text starts with `what`, such as "An item name". */
export function nameFault(what: string, text: string): string | null {
  const name = text.trim()
  if (name === '' || name.length > limits.nameLength) return nameLengthText(what)
  if (!name.isWellFormed() || INVISIBLE.test(name.replace(EMOJI_STYLE, '')))
    return `${what} must not hold invisible characters.`
  return VISIBLE.test(name) ? null : `${what} needs a character that can be seen.`
}
