/**
 * Formats a whole number with Indian digit groups: `10,00,000`. The server's texts and all pages use it. `Intl` would load the tables of
 * all languages when the server starts.
 */
export function grouped(value: number): string {
  if (value < 0) return `-${grouped(-value)}`
  const digits = String(value)
  let text = digits.slice(-3)
  for (let end = digits.length - 3; end > 0; end -= 2)
    text = `${digits.slice(Math.max(0, end - 2), end)},${text}`
  return text
}

/** The whole numbers that a field accepts, and the error text for any other value. */
export type Range = { minimum: number; maximum: number; text: string }

/** `1 line`, `34 lines`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`

/** The error text starts with `what`, such as "A quantity". */
export const toRange = (what: string, minimum: number, maximum: number): Range => ({
  minimum,
  maximum,
  text: `${what} is a whole number from ${grouped(minimum)} to ${grouped(maximum)}.`,
})

export const isWithin = (value: number, { minimum, maximum }: Range): boolean =>
  Number.isInteger(value) && value >= minimum && value <= maximum

/** The digits of every script as 0 to 9. */
export const foldDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, (digit) => {
    // Unicode lists the digits of a script from 0 to 9; some scripts follow each other.
    const code = digit.codePointAt(0) ?? 0
    let first = code
    while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--
    return String((code - first) % 10)
  })

/** Digits alone, in groups of three, or in Indian groups. No group begins with 0: `0,750` has a decimal comma. */
const WHOLE =
  /^([-\u2212]?)(\d+|[1-9]\d{0,2}([, \u00a0\u202f])\d{3}(?:\3\d{3})*|[1-9]\d?([, \u00a0\u202f])(?:\d\d\4)*\d{3})(?:\.0)?$/

/**
 * Reads a whole number as people type it and spreadsheets show it: in the digits of any script, grouped by commas or spaces in threes or in the
 * Indian way, also with `.0` at its end. `null` for every other text: nothing is left out to make a number of it.
 */
export function readWhole(text: string): number | null {
  const [, sign, digits] = WHOLE.exec(foldDigits(text.trim())) ?? []
  if (digits === undefined) return null
  const value = Number(digits.replace(/\D/g, ''))
  return sign ? 0 - value : value
}
