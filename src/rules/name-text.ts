import { limits } from '#src/contract/limits.ts'
import { MARKS } from './names.ts'

/**
 * Invisible characters that change a name: controls, line and paragraph separators, directions, joiners, tags, fillers. The last ones
 * show nothing although Unicode counts them as signs, letters or marks: the empty Braille pattern, the stand-in for an object, the empty
 * note head, two blank hieroglyphs, and the joiners of Tifinagh, Duployan, Khitan and Brahmi.
 */
const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}\u{13441}\u{13442}]|\u2d7f|\u{1bc9d}|\u{16fe4}|\u{1107f}/u

/** The signs by which the scripts of South Asia take the vowel from a letter. */
const VIRAMA = String.raw`[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u1039\u103a\u17d2]`
/**
 * The places where a joiner (U+200C, U+200D) belongs to the spelling, and keyboards type it: beside a virama, between Arabic letters, and
 * between the parts of an emoji.
 */
const JOINER = String.raw`(?:(?<=${VIRAMA})[\u200c\u200d]|(?<=\p{L})\u200d(?=${VIRAMA})|(?<=\p{Script=Arabic}\p{M}*)[\u200c\u200d](?=\p{Script=Arabic})|(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic}))`
const SPELT_JOINERS = new RegExp(JOINER, 'gu')

/** What programs put round a copied name: white space, marks of the direction, spaces without width. A joiner that is spelt stays. */
const WRAPPING = String.raw`(?:(?!${JOINER})[\s${MARKS}])+`
const WRAPPED = new RegExp(`^${WRAPPING}|${WRAPPING}$`, 'gu')

/** Phones add this character after an emoji to request its coloured form. */
const EMOJI_STYLE = /(?<=\p{Extended_Pictographic})\ufe0f/gu

/** A visible character: no space, no lone mark. */
const VISIBLE = /[^\p{M}\p{Z}\p{C}]/u

/** Two accents at most. The marks by which a script spells a syllable, such as those of Hindi and Burmese, are up to four. */
const STACKED = /\p{Script=Inherited}{3}|\p{M}{5}/u
/**
 * More marks on a letter than any text needs before it is normalized, which merges up to three with the letter. To normalize takes 10 ms for a
 * thousand marks, because it sorts them.
 */
const TOWER = /\p{M}{8}/u
export const hasTower = (text: string): boolean => TOWER.test(text)

/** One character may stand for up to 18: the longest name then takes twice its length to compare and to index. */
const LONGEST_KEY = 2 * limits.nameLength

/**
 * The part of the rule that JSON Schema can express: one line without control characters, not only white space. `nameFault` also
 * refuses what the pattern cannot express.
 */
export const NAME_PATTERN = String.raw`^\s*[^\s\x00-\x1f\x7f](?:[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f])?\s*$`

export const nameLengthText = (what: string) => `${what} has 1 to ${limits.nameLength} characters.`

/** A name as it is stored: without white space and invisible marks at its ends, with single spaces, in NFC. Only for text without a `nameFault`. */
export const readName = (text: string): string =>
  text
    .replace(WRAPPED, '')
    .normalize('NFC')
    .replace(/\p{Zs}+/gu, ' ')

/** Returns the fault of the name of a club, a co-ordinator or an item, or `null`. The text starts with `what`, such as "An item name". */
export function nameFault(what: string, text: string): string | null {
  const stacked = `${what} has at most two accents on a letter.`
  if (hasTower(text)) return stacked
  const name = readName(text)
  if (name === '' || name.length > limits.nameLength) return nameLengthText(what)
  const bare = name.replace(SPELT_JOINERS, '').replace(EMOJI_STYLE, '')
  if (!name.isWellFormed() || INVISIBLE.test(bare))
    return `${what} must not hold invisible characters.`
  if (STACKED.test(bare)) return stacked
  if (name.normalize('NFKC').length > LONGEST_KEY)
    return `${what} has at most ${LONGEST_KEY} characters when its ligatures are spelt out.`
  return VISIBLE.test(name) ? null : `${what} needs a character that can be seen.`
}
