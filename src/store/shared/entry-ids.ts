/** The ids of batches end in these digits, which count the entries: batch `…0000` has the entries `…0001`, `…0002` and so on. */
const NUMBER_DIGITS = 4
const NO_NUMBER = '0'.repeat(NUMBER_DIGITS)

/**
 * A new batch's id: a UUIDv7 that sorts after `latest`, even if the clock was set back. Ids give the history its order.
 */
export function batchIdAfter(latest: string | undefined, now = Date.now()): string {
  const id = withoutNumber(Bun.randomUUIDv7('hex', now))
  if (latest === undefined || id > latest) return id
  return withoutNumber(Bun.randomUUIDv7('hex', timeOf(latest) + 1))
}

const withoutNumber = (id: string): string => id.slice(0, -NUMBER_DIGITS) + NO_NUMBER

/** The id of a batch's entry; `index` counts from 0 and stays below 65,535. */
export const entryId = (batch: string, index: number): string =>
  batch.slice(0, -NUMBER_DIGITS) + (index + 1).toString(16).padStart(NUMBER_DIGITS, '0')

/** The batch of an entry. */
export const batchOf = (id: string): string => withoutNumber(id)

/** The milliseconds since 1970 in a UUIDv7. */
const timeOf = (id: string): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16)

/** The batch id of a change that an earlier version recorded without one: the same for the same change, and in the order of `number`. */
export function carriedBatchId(at: number, number: number): string {
  const time = at.toString(16).padStart(12, '0')
  const digits = number.toString(16).padStart(11, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(0, 3)}-8${digits.slice(3, 6)}-${digits.slice(6)}${'000'}${NO_NUMBER}`
}
