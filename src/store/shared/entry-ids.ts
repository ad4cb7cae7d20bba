import { batchTime } from '#src/rules/batch-time.ts'
import { grouped } from '#src/rules/number-text.ts'
import { Refusal } from '#src/rules/refusal.ts'

/** The ids of batches end in these digits, which count the entries: batch `…0000` has the entries `…0001`, `…0002` and so on. */
export const NUMBER_DIGITS = 4
/** The digits of a batch's own id. */
export const NO_NUMBER = '0'.repeat(NUMBER_DIGITS)
/** As many entries of a batch have ids. */
export const MOST_ENTRIES = 16 ** NUMBER_DIGITS - 1
/** A search looks at about so many entries: a filter that finds little would look at the whole history. */
export const MOST_LOOKED_AT = 2_500

/**
 * A new batch's id: a UUIDv7 that sorts after `latest`, even if the clock was set back. Ids give the history its order.
 */
export function batchIdAfter(latest: string | undefined, now = Date.now()): string {
  const id = batchOf(Bun.randomUUIDv7('hex', now))
  if (latest === undefined || id > latest) return id
  return batchOf(Bun.randomUUIDv7('hex', batchTime(latest) + 1))
}

/** The batch of an entry. */
export const batchOf = (id: string): string => id.slice(0, -NUMBER_DIGITS) + NO_NUMBER

/** Throws a `Refusal` if a call would leave more entries than its batch has ids for. Belongs in the write, which then changes nothing. */
export function checkBatch(entries: readonly unknown[]): void {
  if (entries.length <= MOST_ENTRIES) return
  const text = `One call changes at most ${grouped(MOST_ENTRIES)} lines. Announce to some of the clubs first.`
  throw new Refusal('invalid', text)
}

/** The id of a batch's entry; `index` counts from 0 and stays below `MOST_ENTRIES`. */
export const entryId = (batch: string, index: number): string =>
  batch.slice(0, -NUMBER_DIGITS) + (index + 1).toString(16).padStart(NUMBER_DIGITS, '0')

/** Which entry of its batch an id names; counts from 0. */
export const placeOf = (id: string): number => Number.parseInt(id.slice(-NUMBER_DIGITS), 16) - 1

/** Sorts after every entry of a batch, and before the next batch. */
export const lastEntryId = (batch: string): string =>
  batch.slice(0, -NUMBER_DIGITS) + 'f'.repeat(NUMBER_DIGITS)

/** Between which ids the entries of an edition are, by the batches that ended it and the edition before. */
export const spanOf = (endings: { end: string | null; previous: string | null | undefined }) => ({
  after: endings.previous ? lastEntryId(endings.previous) : undefined,
  before: endings.end === null ? undefined : lastEntryId(endings.end),
})

/**
 * The entries of whole batches, newest first, numbered anew. A club reads some entries of a batch: their own numbers would tell it how many of
 * other clubs stand between. `more` older ones of a batch are not among them.
 */
export function numberedAnew<E extends { id: string; batch: string; more?: number }>(
  entries: readonly E[],
): E[] {
  const counts = new Map<string, number>()
  const oldestFirst = entries.toReversed().map((entry) => {
    const index = counts.get(entry.batch) ?? entry.more ?? 0
    counts.set(entry.batch, index + 1)
    return { ...entry, id: entryId(entry.batch, index) }
  })
  return oldestFirst.toReversed()
}
