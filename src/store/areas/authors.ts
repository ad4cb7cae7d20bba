import { type Maker, TOOL } from '#src/rules/entries.ts'
import type { Account, Author } from '../port.ts'
import type { Tables } from '../tables.ts'
import { ask, type Work } from '../work.ts'

export const toAuthor = ({ id, cordName: name, email, access }: Account): Author => ({
  id,
  name,
  email,
  access,
})

/** Reads who acted, by the ids; `null` for whoever has no account. */
export function* readAuthors(
  { accounts }: Tables,
  makers: readonly Maker[],
): Work<(by: Maker) => Author | null> {
  const ids = new Set(makers.flatMap((by) => (by === null || by === TOOL ? [] : by)))
  const found = yield* ask(accounts.withIds([...ids]))
  const authors = new Map<Maker, Author>(found.map((account) => [account.id, toAuthor(account)]))
  return (by) => authors.get(by) ?? null
}
