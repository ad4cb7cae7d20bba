import type { Reader } from '#src/rules/describe.ts'
import { useSession } from '#client/shared/session.ts'

/** The person at this page, as sentences of the history need to know them. */
export function useReader(): Reader {
  const user = useSession()?.user
  return { id: user?.id ?? '', access: user?.access ?? 'user', now: new Date() }
}
