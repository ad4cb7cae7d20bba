import type { Line } from '#src/contract/line.ts'

/** A stock line shows its item's present name and unit. */
const ITEM_NAME = 'coalesce(l.ownName, (SELECT itemName FROM items WHERE _id = l.item_id))'

const UNIT = `coalesce((SELECT unit FROM items WHERE _id = l.item_id), '')`

/**
 * The columns of a `LineRow`, of the table `lines l`. Subqueries, not joins: a statement with a join costs 5 µs more each time that it is run with
 * other values.
 */
export const ROW_COLUMNS = `l.*, ${ITEM_NAME} AS itemName, ${UNIT} AS unit`

/** A row as SQLite answers it, with JSON in some columns. */
export type Stored<L> = { [K in keyof L]: K extends JsonField ? string | null : L[K] }
const JSON_FIELDS = ['announced', 'known', 'deleted'] as const
type JsonField = (typeof JSON_FIELDS)[number]

export const fromJson = <T>(json: string | null): T | null =>
  json === null ? null : (JSON.parse(json) as T)
export const toJson = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(value)

/** Reads what is JSON of a row, in place: nearly every row has nothing to read. */
export function read<L extends Pick<Line, 'announced'>>(row: Stored<L>): L {
  const fields = row as Record<string, unknown>
  for (const name of JSON_FIELDS) {
    const json = fields[name]
    if (typeof json === 'string') fields[name] = JSON.parse(json)
  }
  return row as unknown as L
}
