import type { Deps } from '#src/deps.ts'
import { invalid } from '#src/http/errors.ts'

/** Throws `invalid` for an address that cannot register here. */
export function checkDomain({ config }: Pick<Deps, 'config'>, email: string): void {
  const domains = config.allowedEmailDomains
  if (domains.length > 0 && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw invalid([{ path: 'email', msg: `Please use an address of ${domains.join(' or ')}.` }])
}
