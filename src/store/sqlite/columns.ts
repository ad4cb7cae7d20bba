import type { Prepare } from './statements.ts'

/** The columns of a table, but for some. Each has the name of its field. */
export const columnsOf = (prepare: Prepare, table: string, ...without: string[]): string[] =>
  prepare<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(({ name }) => name)
    .filter((name) => !without.includes(name))

/** Names as a statement has them: `to` is a word of SQL. */
export const quoted = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ')

/** The assignments of an UPDATE; each field is a parameter of its name. */
export const setTo = (names: readonly string[]): string =>
  names.map((name) => `"${name}" = $${name}`).join(', ')

/** What follows INSERT INTO: the table and a row of it, but for some columns. Each field is a parameter of its name. */
export function rowOf(prepare: Prepare, table: string, ...without: string[]): string {
  const names = columnsOf(prepare, table, ...without)
  return `${table} (${quoted(names)}) VALUES (${names.map((name) => `$${name}`).join(', ')})`
}
