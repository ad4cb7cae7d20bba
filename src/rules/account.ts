import { limits } from '#src/contract/limits.ts'
import { hasTower } from './name-text.ts'
import { nameKey } from './names.ts'
import { foldDigits, grouped } from './number-text.ts'

const LABEL = String.raw`[A-Za-z\d]+(?:-+[A-Za-z\d]+)*`

/**
 * ASCII only. Excludes text that a mail header or an address list could read as more than one address, that a mail server could read
 * as a route (`%`, `!`), or that a program could read as an option (a leading `-`).
 */
export const EMAIL_PATTERN = String.raw`^\s*(?![-.])(?:[\w#$&'*+/=?^\x60{|}~-]|\.(?![.@])){1,64}@${LABEL}(?:\.${LABEL})*\s*$`

/** An optional +, 7 to 15 digits, spaces and hyphens. Each character matches in one way only, so a mismatch stays cheap. */
export const MOBILE_PATTERN = String.raw`^\s*(?:[+-][ -]*)?\d(?:[ -]*\d){6,14}(?: *-)*\s*$`

export const MOBILE_TEXT = 'A phone number has 7 to 15 digits, with an optional + before them.'

export const isEmail = (text: string): boolean =>
  text.length <= limits.emailLength && new RegExp(EMAIL_PATTERN).test(text)

/** A phone number as people copy it: format characters and `tel:` are dropped; dashes, spaces, brackets and the digits of every script are read. */
export const readMobile = (text: string): string =>
  foldDigits(text.replace(/\p{Cf}/gu, '').normalize('NFKC'))
    .trim()
    .replace(/^tel:/i, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/[\s()[\]./]+/g, ' ')
    .trim()

export const isMobile = (text: string): boolean =>
  text.length <= limits.mobileLength && new RegExp(MOBILE_PATTERN).test(text)

/** Names shown on every page, so they are not secret. */
const SITE_NAMES = [
  'Art, Design & Publicity',
  'Department of Art, Design and Publicity',
  'Art Design Publicity',
  'Apogee Inventory Portal',
  'Oasis Inventory Portal',
  'Inventory Portal',
]

/** Returns the fault of any password that somebody sends, or `null`. It is normalized before it is compared. */
export const sentPasswordFault = (password: string): string | null =>
  hasTower(password) ? 'A password has at most seven accents on a letter.' : null

/** Returns the fault of a new password, or `null`. `names` are its owner's address and club. Does not check the list of common passwords. */
export function passwordFault(
  password: string,
  { minLength, names }: { minLength: number; names: readonly string[] },
): string | null {
  // characters as people count them: an emoji is one
  if ([...password].length < minLength) return `A password needs ${minLength} characters or more.`
  if (password.length > limits.passwordLength)
    return `A password has at most ${grouped(limits.passwordLength)} characters.`
  const key = nameKey(password)
  return [...SITE_NAMES, ...names].some((name) => nameKey(name) === key)
    ? 'A password must not be your address, your club or the name of this site.'
    : null
}
