import { type Line, LINE_VALUES, type LineValues } from '#src/contract/line.ts'
import { pick } from '#src/contract/pick.ts'
import type { HeldBack } from '#src/contract/records.ts'
import { type Known, knownAfter, type SeenLine, seenOf } from '#src/rules/known.ts'
import { lineKey } from '#src/rules/names.ts'
import type { Removal } from '../port.ts'
import { columnsOf, insertInto, LINE_TABLE, setTo } from './columns.ts'
import type { Connection } from './connection.ts'

/** A line with its cart, its `lineKey` and what its club knows of it, for writes. */
export type LineRow = Line & { cartId: string; key: string; known: Known | null }

/** A stock line shows its item's present name and unit. */
export const ITEM_NAME = 'coalesce(l.own_name, (SELECT name FROM items WHERE id = l.item_id))'

const UNIT = `coalesce((SELECT unit FROM items WHERE id = l.item_id), '')`

/** Subqueries, not joins: a statement with a join costs 5 µs more each time that it is run with other values. */
export const LINE_COLUMNS = `${columnsOf(LINE_TABLE, ['_id', 'item_id', ...LINE_VALUES], 'l')}, ${ITEM_NAME} AS itemName, ${UNIT} AS unit`
/** The columns of a `LineRow`, of the table `lines l`. */
export const LINE_ROW_COLUMNS = `${LINE_COLUMNS}, ${columnsOf(LINE_TABLE, ['cartId', 'key', 'known'], 'l')}`

/** The line of an entry `e`: `l` of the current edition, or `pl` of an ended one. */
export const LINE_OF_ENTRY =
  'LEFT JOIN lines l ON l.id = e.line_id LEFT JOIN past_lines pl ON pl.id = e.line_id'
/** The item of an entry `e`, with `LINE_OF_ENTRY`. */
export const ENTRY_ITEM = 'coalesce(e.item_id, l.item_id, pl.item_id)'

/** A row as SQLite answers it: what was announced and what is known is JSON. */
export type Stored<L> = { [K in keyof L]: K extends 'announced' | 'known' ? string | null : L[K] }

export const fromJson = <T>(json: string | null): T | null =>
  json === null ? null : (JSON.parse(json) as T)
export const toJson = (value: unknown): string | null =>
  value === null ? null : JSON.stringify(value)

/** Reads what was announced and what is known, in place: nearly every row has nothing to read. */
export function read<L extends Pick<Line, 'announced'> & { known?: Known | null }>(
  row: Stored<L>,
): L {
  const line = row as { announced: string | null; known?: string | null }
  if (line.announced !== null) Object.assign(row, { announced: fromJson<HeldBack>(line.announced) })
  if (typeof line.known === 'string') Object.assign(row, { known: fromJson<Known>(line.known) })
  return row as unknown as L
}

/** Reads and answers live lines; only `wasDeleted` finds deleted ones. */
export function openLines({ prepare }: Connection) {
  const byId = prepare<Stored<LineRow>, [string]>(
    `SELECT ${LINE_ROW_COLUMNS} FROM lines l WHERE l.id = ? AND l.deleted IS NULL`,
  )
  const rowsOfCart = prepare<Stored<LineRow>, [string]>(
    `SELECT ${LINE_ROW_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.deleted IS NULL`,
  )
  const byKey = prepare<Stored<LineRow>, [string, string]>(
    `SELECT ${LINE_ROW_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.line_key = ? AND l.deleted IS NULL`,
  )
  const ofCart = prepare<Stored<Line>, [string]>(
    `SELECT ${LINE_COLUMNS} FROM lines l WHERE l.cart_id = ? AND l.deleted IS NULL`,
  )
  const countOf = prepare<{ lines: number; custom: number }, [string]>(
    // Reads the index alone: the key of a custom line says that it is one.
    `SELECT count(*) AS lines, coalesce(sum(line_key LIKE 'name:%'), 0) AS custom
     FROM lines WHERE cart_id = ? AND deleted IS NULL`,
  )
  const insert = prepare(insertInto('lines', LINE_TABLE))
  const update = prepare(
    `UPDATE lines SET ${setTo(LINE_TABLE, [...LINE_VALUES, 'known'])} WHERE id = $_id`,
  )
  const remove = prepare(
    `UPDATE lines SET allotted_quantity = ?, known = ?, deleted = ? WHERE id = ?`,
  )
  const restore = prepare('UPDATE lines SET deleted = NULL WHERE id = ?')
  const ahead = prepare<Stored<LineRow>, []>(
    `SELECT ${LINE_ROW_COLUMNS} FROM lines l WHERE l.announced IS NOT NULL AND l.deleted IS NULL`,
  )
  const deleted = prepare<unknown, [string, string, string]>(
    `SELECT 1 FROM lines WHERE cart_id = ? AND deleted IS NOT NULL
       AND (id = ? OR line_key IN (SELECT value FROM json_each(?))) LIMIT 1`,
  )

  /** Writes values, and what the club knows of the line then. `before` is what it saw, `null` of a deleted line. */
  function writeValues(
    line: LineRow,
    after: LineValues,
    { before, isOwn }: { before: SeenLine | null; isOwn: boolean },
  ): void {
    const seen = seenOf({ ...line, ...after })
    update.run({
      _id: line._id,
      ...pick(after, LINE_VALUES),
      announced: toJson(after.announced),
      known: toJson(knownAfter({ known: line.known, before }, seen, isOwn)),
    })
  }

  return {
    byId(id: string): LineRow | null {
      const row = byId.get(id)
      return row && read<LineRow>(row)
    },
    /** The live lines of a cart that have one of these keys. */
    byKeys: (cartId: string, keys: ReadonlySet<string>): LineRow[] =>
      [...keys].flatMap((key) => byKey.all(cartId, key)).map(read<LineRow>),
    /** A cart's live lines for a write, unordered. */
    rowsOfCart: (cartId: string): LineRow[] => rowsOfCart.all(cartId).map(read<LineRow>),
    /** A cart's live lines for a read, unordered. */
    ofCart: (cartId: string): Line[] => ofCart.all(cartId).map(read<Line>),
    /** How many live lines a cart has, and how many of them are custom ones. */
    countOf(cartId: string): { lines: number; custom: number } {
      return countOf.get(cartId) ?? { lines: 0, custom: 0 }
    },
    /** Every live line that is ahead of what its club sees, unordered. */
    ahead: (): LineRow[] => ahead.all().map(read<LineRow>),
    /** Adds a line to a cart. `isOwn`: its club ordered it. Belongs in a write. */
    insert(cartId: string, line: Line, { isOwn, now }: { isOwn: boolean; now: number }): void {
      const { itemName, announced, ...stored } = line
      const known = knownAfter({ known: 'nothing', before: null }, seenOf(line), isOwn)
      insert.run({
        ...stored,
        cartId,
        key: lineKey(line),
        ownName: line.item_id === null ? itemName : null,
        announced: toJson(announced),
        known: toJson(known),
        at: now,
        deleted: null,
      })
    },
    /** Writes the values of a live line. `isOwn`: its club changed it. Belongs in a write. */
    update: (line: LineRow, after: LineValues, isOwn: boolean): void =>
      writeValues(line, after, { before: seenOf(line), isOwn }),
    /** Marks a live line as deleted, with the units that it keeps. Belongs in a write. */
    remove(
      line: LineRow,
      allotted: number,
      { actorId, now, reason, isOwn = false }: Removal,
    ): void {
      const known = knownAfter({ known: line.known, before: seenOf(line) }, null, isOwn)
      const deleted = JSON.stringify({ at: now, by: actorId, why: reason })
      remove.run(allotted, toJson(known), deleted, line._id)
    },
    /** Brings a deleted line back with these values. Belongs in a write. */
    restore(line: LineRow, after: LineValues): void {
      restore.run(line._id)
      writeValues(line, after, { before: null, isOwn: false })
    },
    /** Whether a cart once had a line of this id, or of one of these keys. */
    wasDeleted: (cartId: string, id: string, keys: readonly string[]): boolean =>
      deleted.get(cartId, id, JSON.stringify(keys)) !== null,
  }
}

export type Lines = ReturnType<typeof openLines>
