import { useQuery } from '@tanstack/react-query'
import { api, call } from '#client/portal/data/api.ts'
import { useSession } from '#client/shared/session.ts'
import type { Ordering } from '#src/rules/window.ts'

async function readTurner(turnedAt: number) {
  const query = { from: new Date(turnedAt).toISOString() }
  const turns = await call(api.cart['ordering-turns'].get({ query }), [{ at: '' }])
  // What this page has switched is shown before the server has written it: then it is not there yet.
  return turns.find(({ at }) => Date.parse(at) === turnedAt)?.by ?? null
}

/** Who turned ordering by hand: "You" or a name; `null` while that is not known, and for a turn of the clock. */
export function useLastPresser({ turnedAt, turnedBy }: Ordering): string | null {
  const ownId = useSession((session) => session?.user.id)
  const { data: by } = useQuery({
    queryKey: ['turner', turnedAt],
    queryFn: () => readTurner(turnedAt ?? 0),
    enabled: turnedBy === 'person' && turnedAt !== null,
  })
  if (!by) return null
  return by.id === ownId ? 'You' : (by.name ?? null)
}
