import type { Account } from '#src/store/port.ts'

/** A change of one of these ends the tokens of an account. */
const ENDS_TOKENS = ['passwordHash', 'access', 'clubId', 'disabled'] as const

/** The notices to mail to an account after a change. */
export const noticesOf = (before: Account, after: Account) => [
  ...(after.passwordHash === before.passwordHash ? [] : (['password_changed'] as const)),
  ...(after.access === before.access ? [] : (['role_changed'] as const)),
]

/** An account after a change, which raises `ver` if it ends tokens. */
export function changedAccount(account: Account, change: Partial<Account>): Account {
  const after = { ...account, ...change }
  const endsTokens = ENDS_TOKENS.some((field) => after[field] !== account[field])
  return endsTokens ? { ...after, ver: account.ver + 1 } : after
}
