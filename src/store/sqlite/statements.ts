import type { Database, SQLQueryBindings } from 'bun:sqlite'

type Bindings = SQLQueryBindings | SQLQueryBindings[]
type Compiled<Row, Params extends Bindings> = ReturnType<
  typeof Database.prototype.prepare<Row, Params>
>

/** What the store uses of a statement. */
export type Prepared<Row, Params extends Bindings> = Pick<
  Compiled<Row, Params>,
  'all' | 'get' | 'iterate' | 'run'
>
export type Prepare = <Row, Params extends Bindings>(sql: string) => Prepared<Row, Params>

/**
 * Statements of one database. Each text is compiled once, at its first use, so that a start compiles only the few that it runs; a fault in SQL
 * shows no earlier. `finalize` ends all of them.
 */
export function openStatements(db: Database) {
  const compiled = new Map<string, { finalize(): void }>()
  function compile<Row, Params extends Bindings>(sql: string): Compiled<Row, Params> {
    const known = compiled.get(sql) ?? db.prepare(sql)
    compiled.set(sql, known)
    return known as Compiled<Row, Params>
  }
  return {
    prepare<Row, Params extends Bindings>(sql: string): Prepared<Row, Params> {
      let known: Compiled<Row, Params> | undefined
      const statement = () => (known ??= compile<Row, Params>(sql))
      return {
        all: (...params) => statement().all(...params),
        get: (...params) => statement().get(...params),
        iterate: (...params) => statement().iterate(...params),
        run: (...params) => statement().run(...params),
      }
    },
    finalize() {
      for (const statement of compiled.values()) statement.finalize()
    },
  }
}
