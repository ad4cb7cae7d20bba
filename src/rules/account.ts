import { limits } from '#src/contract/limits.ts'
import type { Fault } from './faults.ts'
import { emailKey, nameKey } from './names.ts'

/** ASCII only, and nothing that a mail header or an address list could read as more than one address. */
const ADDRESS =
  /^[\w!#$%&'*+/=?^`{|}~.-]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i
const MOBILE = /^\+?(?:[ -]*\d){7,15}[ -]*$/
const MOBILE_LENGTH = 40

/** What nobody may take as a password because it stands on every page. */
const SITE_NAMES = [
  'Art, Design & Publicity',
  'Department of Art, Design and Publicity',
  'Art Design Publicity',
  'Apogee Inventory Portal',
  'Oasis Inventory Portal',
  'Inventory Portal',
]

export const isEmail = (text: string): boolean =>
  emailKey(text).length <= limits.emailLength && ADDRESS.test(text.trim())

/** An optional +, 7 to 15 digits, spaces and hyphens. */
export const isMobile = (text: string): boolean =>
  text.length <= MOBILE_LENGTH && MOBILE.test(text.trim())

const invalid = (path: string, msg: string): Fault => ({ code: 'invalid', path, msg })

export function emailFaults(email: string): Fault[] {
  if (email.trim() === '') return [invalid('email', 'Please enter your email address.')]
  return isEmail(email) ? [] : [invalid('email', 'Please enter a valid email address.')]
}

function nameFaults(path: string, what: string, name: string): Fault[] {
  const length = name.trim().length
  if (length === 0) return [invalid(path, `Please enter the ${what}.`)]
  if (length <= limits.nameLength) return []
  return [invalid(path, `The ${what} has at most ${limits.nameLength} characters.`)]
}

/** What is wrong with what a coordinator writes about the club and themselves. */
export const personFaults = (person: {
  cordName: string
  clubName: string
  mobile: string
}): Fault[] => [
  ...nameFaults('cordName', 'co-ordinator name', person.cordName),
  ...nameFaults('clubName', 'club name', person.clubName),
  ...(isMobile(person.mobile)
    ? []
    : [invalid('mobile', 'A phone number has 7 to 15 digits, with an optional + before them.')]),
]

const lengthOf = (password: string) => [...password].length

/** A password of any strength can be this long and no longer. */
export const passwordTooLong = (path: string, password: string): Fault[] =>
  lengthOf(password) > limits.passwordLength
    ? [invalid(path, `A password has at most ${limits.passwordLength} characters.`)]
    : []

/** What is wrong with a new password, save that it may be a common one; `names` are the owner's address and club. */
export function passwordFaults(
  path: string,
  password: string,
  { minLength, names }: { minLength: number; names: readonly string[] },
): Fault[] {
  if (lengthOf(password) < minLength)
    return [invalid(path, `A password needs ${minLength} characters or more.`)]
  const key = nameKey(password)
  if ([...SITE_NAMES, ...names].some((name) => nameKey(name) === key))
    return [
      invalid(path, 'A password must not be your address, your club or the name of this site.'),
    ]
  return passwordTooLong(path, password)
}
