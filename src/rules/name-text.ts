import { limits } from '#src/contract/limits.ts'

/**
 * Characters that change how a name reads without being seen: controls, line and paragraph separators, directions, joiners, tags,
 * fillers. Joiners (U+200C, U+200D) stand inside some emoji and words of Indic scripts; a name that holds one looks like the name
 * without it, so names do without them.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u

/** Telephones write this one behind emoji, where it only asks for colours. */
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** Something that can be seen: no space, no lone mark, no blank pattern of Braille. */
const VISIBLE = /[^\p{M}\p{Z}\p{C}\u2800]/u

/** What is wrong with a name of a club, a co-ordinator or an item, or `null`. `what` begins the text: "An item name". */
export function nameFault(what: string, text: string): string | null {
  const name = text.trim()
  if (name === '' || name.length > limits.nameLength)
    return `${what} has 1 to ${limits.nameLength} characters.`
  if (!name.isWellFormed() || INVISIBLE.test(name.replace(EMOJI_STYLE, '')))
    return `${what} must not hold invisible characters.`
  return VISIBLE.test(name) ? null : `${what} needs a character that can be seen.`
}
