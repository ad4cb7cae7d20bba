import type { Account } from '#src/store/port.ts'

/** A change of one of these ends the tokens of an account. */
const ENDS_TOKENS = ['passwordHash', 'access', 'clubId', 'disabled'] as const

type Noticed = Pick<Account, 'passwordHash' | 'access'>

/** The notices to mail to an account after a change. */
export const noticesOf = (before: Noticed, after: Noticed) => [
  ...(after.passwordHash === before.passwordHash ? [] : (['password_changed'] as const)),
  ...(after.access === before.access ? [] : (['role_changed'] as const)),
]

/** An account after a change, which raises `ver` if it ends tokens. */
export function changedAccount<A extends Pick<Account, (typeof ENDS_TOKENS)[number] | 'ver'>>(
  account: A,
  change: NoInfer<Partial<A>>,
): A {
  const after = { ...account, ...change }
  const endsTokens = ENDS_TOKENS.some((field) => after[field] !== account[field])
  return endsTokens ? { ...after, ver: account.ver + 1 } : after
}
