import type { PersonId } from '#src/contract/ids.ts'
import type { HistoryStore } from '#src/store/port.ts'
import { Refusal } from '#src/rules/refusal.ts'
import { cannotUndo, isOfLaterChange } from '#src/rules/undo.ts'

/** Names for more rows than a person reads would cost many reads. */
const NAMED = 20

/** Throws `error`; where it is `cannot_undo`, the reasons also say who changed the rows since. */
export async function withLastPerson(
  history: HistoryStore,
  { batch, actorId }: { batch: string; actorId: PersonId },
  error: unknown,
): Promise<never> {
  if (!(error instanceof Refusal) || error.code !== 'cannot_undo') throw error
  const problems = error.details.errors ?? []
  // An edition that has ended stands against the whole change.
  if (problems.length === 0) throw error
  const { entries } = await history.list({ filter: { batch }, limit: 200 })
  const rowOf = new Map(entries.map((entry) => [`entries.${entry.id}`, entry]))

  async function lastPerson(path: string): Promise<string | null> {
    const { lineId: line, itemId: item } = rowOf.get(path) ?? {}
    const kinds = ['item_edited', 'item_noted'] as const
    const filter = line ? { line } : item ? { item, kinds } : null
    if (!filter) return null
    const [last] = (await history.list({ filter, limit: 1 })).entries
    if (last?.by === actorId) return 'You'
    return (last?.asClub == null ? last?.author?.name : last.clubName) ?? null
  }
  const named = problems.map(async (problem, at) => {
    const name = at < NAMED && isOfLaterChange(problem) ? await lastPerson(problem.path) : null
    return name === null ? problem : { ...problem, msg: `${problem.msg} ${name} changed it last.` }
  })
  throw cannotUndo(await Promise.all(named))
}
