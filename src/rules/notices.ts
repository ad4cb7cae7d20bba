/** The notices to mail to an account after a change. */
export function noticesOf(
  before: { passwordHash: string; access: string },
  after: { passwordHash: string; access: string },
): ('password_changed' | 'role_changed')[] {
  const notices: ('password_changed' | 'role_changed')[] = []
  if (after.passwordHash !== before.passwordHash) notices.push('password_changed')
  if (after.access !== before.access) notices.push('role_changed')
  return notices
}
