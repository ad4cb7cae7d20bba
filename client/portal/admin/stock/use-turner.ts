import { useEffect, useState } from 'react'
import { api, call } from '#client/portal/api.ts'
import { useSession } from '#client/shared/session.ts'
import type { Ordering } from '#src/rules/window.ts'

/** Who made the turn of this moment; `null` if the server knows of none. */
async function readTurner(turnedAt: number) {
  const query = { from: new Date(turnedAt).toISOString() }
  const turns = await call(api.cart['ordering-turns'].get({ query }))
  // What this page has switched is shown before the server has written it: then it is not there yet.
  return turns.find(({ at }) => Date.parse(at) === turnedAt)?.by ?? null
}

/** Who turned ordering by hand: "You" or a name; `null` while that is not known, and for a turn of the clock. */
export function useTurner({ turnedAt, turnedBy }: Ordering): string | null {
  const ownId = useSession((session) => session?.user.id)
  const [known, setKnown] = useState<{ at: number; by: { id?: string; name?: string } } | null>(
    null,
  )
  const wanted = turnedBy === 'person' ? turnedAt : null
  useEffect(() => {
    if (wanted === null) return
    let isOver = false
    async function learn(at: number) {
      // Without an answer the panel says that it was done by hand, and no name.
      const by = await readTurner(at).catch(() => null)
      if (by && !isOver) setKnown({ at, by })
    }
    void learn(wanted)
    return () => {
      isOver = true
    }
  }, [wanted])
  if (!known || known.at !== wanted) return null
  return known.by.id === ownId ? 'You' : (known.by.name ?? null)
}
