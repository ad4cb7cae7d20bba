import { asPersonId, type PersonId } from '#src/contract/ids.ts'
import type { Keys } from './keys.ts'

/** An upper bound for the length of the token in a mail's last link. */
export const MAILS_OFF_TOKEN_LENGTH = 100
export const MAILS_OFF_TOKEN_PATTERN = String.raw`^([\da-f-]{36})\.([\w-]{43})$`
const TOKEN = new RegExp(MAILS_OFF_TOKEN_PATTERN)

export type MailsOff = ReturnType<typeof createMailsOff>

/** The token in the last link of a mail about an order: switches these mails off for this account, and does nothing else. It never expires. */
export const createMailsOff = (keys: Keys) => ({
  issue: (personId: PersonId) => `${personId}.${keys.sign('mails off', personId)}`,
  /** The account of a token, or `null` if the token is forged. */
  read(token: string): PersonId | null {
    if (token.length > MAILS_OFF_TOKEN_LENGTH) return null
    const [, text = '', signature = ''] = TOKEN.exec(token) ?? []
    return keys.verify('mails off', text, signature) ? asPersonId(text) : null
  },
})
