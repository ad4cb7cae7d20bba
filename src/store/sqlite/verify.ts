import { openHistoryCheck } from '../shared/check-history.ts'
import { type CheckedRows, type Rule, RULES } from '../shared/rules.ts'
import { type Broken, type Finding, type Kind, type Rows, sayFinding } from '../transfer.ts'
import type { Connection } from './connection.ts'
import { codeOf } from './failures.ts'
import { tables } from './rows.ts'

const nowhere = (text: string): Broken => ({ kind: null, id: '', text })

/** Reads with `read` once, and again after it failed. */
function once<T>(read: () => T): () => T {
  let known: { value: T } | undefined
  return () => (known ??= { value: read() }).value
}

function readRows({ prepare }: Pick<Connection, 'prepare'>): CheckedRows {
  const read = <K extends Kind>(kind: K): Rows[K][] =>
    prepare<Record<string, unknown>, []>(tables[kind].select).all().map(tables[kind].toRow)
  const known = new Map<Kind, unknown[]>()
  const all: CheckedRows['all'] = (kind) => {
    const rows = known.get(kind) ?? read(kind)
    known.set(kind, rows)
    return rows as Rows[typeof kind][]
  }
  const history = once(() => {
    const check = openHistoryCheck(all)
    const { select, order, toRow } = tables.entries
    const entries = prepare<Record<string, unknown>, []>(`${select} ORDER BY ${order}`)
    for (const columns of entries.iterate()) check.add(toRow(columns))
    return check.finish()
  })
  return { all, history }
}

/** Every invariant of the store, each as one rule; run inside one snapshot. */
export function openVerification({ prepare }: Pick<Connection, 'prepare'>) {
  const all = (sql: string) => prepare<Record<string, unknown>, []>(sql).all()
  const rules: Rule[] = [
    {
      rule: 'the database file is not damaged',
      broken: () =>
        all('PRAGMA integrity_check')
          .map((row) => String(row['integrity_check']))
          .filter((text) => text !== 'ok')
          .map(nowhere),
    },
    {
      rule: 'every reference points to an existing row',
      broken: () =>
        all('PRAGMA foreign_key_check').map(({ table, parent }) =>
          nowhere(
            `row: a row of table ${String(table)} refers to a missing row of table ${String(parent)}`,
          ),
        ),
    },
    ...RULES,
  ]

  return () => {
    const rows = readRows({ prepare })
    const findings = rules.flatMap(({ rule, broken }): Finding[] => {
      try {
        return broken(rows).map((found) => ({ ...found, rule }))
      } catch (error) {
        // A damaged page must not hide what other rules find.
        return [{ ...nowhere(codeOf(error)), rule }]
      }
    })
    return {
      checked: rules.map(({ rule }) => rule),
      findings,
      broken: findings.map(sayFinding),
    }
  }
}
