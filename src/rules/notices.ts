/** The notices to mail to an account after a change. */
import type { ClubId } from '#src/contract/ids.ts'
export function noticesOf(
  before: { passwordHash: string; access: string },
  after: { passwordHash: string; access: string },
): ('password_changed' | 'role_changed')[] {
  const notices: ('password_changed' | 'role_changed')[] = []
  if (after.passwordHash !== before.passwordHash) notices.push('password_changed')
  if (after.access !== before.access) notices.push('role_changed')
  return notices
}

type Changeable = {
  passwordHash: string
  access: string
  disabled: boolean
  clubId: ClubId | null
  ver: number
}

/** An account after a change. A change of the password, the role, the club or the disabled state raises `ver`, which ends its tokens. */
export function changedAccount<A extends Changeable>(account: A, change: NoInfer<Partial<A>>): A {
  const after = { ...account, ...change }
  const endsTokens =
    after.passwordHash !== account.passwordHash ||
    after.access !== account.access ||
    after.clubId !== account.clubId ||
    after.disabled !== account.disabled
  return endsTokens ? { ...after, ver: account.ver + 1 } : after
}
