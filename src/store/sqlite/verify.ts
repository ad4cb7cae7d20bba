import { limits } from '#src/contract/limits.ts'
import type { Known } from '#src/rules/known.ts'
import { isStoredLink } from '#src/rules/link.ts'
import { emailKey, lineKey, nameKey } from '#src/rules/names.ts'
import {
  AHEAD_RULE,
  breaksAnnouncedRule,
  breaksKnownRule,
  CART_RULE,
  HISTORY_RULES,
  openHistoryCheck,
  UNTOLD_RULE,
} from '../shared/check-history.ts'
import { type Finding, type Kind, ROW_NAMES, sayFinding } from '../transfer.ts'
import { columnsOf, ITEM_TABLE } from './columns.ts'
import type { Connection } from './connection.ts'
import { codeOf } from './failures.ts'
import type { AnnouncedLine } from '#src/contract/records.ts'
import { fromJson, LINE_ROW_COLUMNS } from './lines.ts'
import { tables } from './rows.ts'

type Broken = Omit<Finding, 'rule'>
type Rule = { rule: string; broken: () => Broken[] }

const nowhere = (text: string): Broken => ({ kind: null, id: '', text })

const ofRow = (kind: Kind, row: Record<string, unknown>): Broken => {
  const columns = Object.entries(row).map(([name, value]) => `${name} ${String(value)}`)
  const [id] = Object.values(row)
  return { kind, id: String(id), text: `${ROW_NAMES[kind]}: ${columns.join(', ')}` }
}

type Rows = Parameters<typeof openHistoryCheck>
type RowOf<M> = M extends ReadonlyMap<string, infer Row> ? Row : never
type LineRow = RowOf<Rows[0]>

type StoredLine = LineRow & { known: Known | null; changedAt: number | null }

const linesOf = (prepare: Connection['prepare']): StoredLine[] =>
  prepare<
    Omit<StoredLine, 'announced' | 'known' | 'isDeleted'> & {
      announced: string | null
      known: string | null
      isDeleted: number
    },
    []
  >(
    `SELECT ${LINE_ROW_COLUMNS}, l.deleted_at IS NOT NULL AS isDeleted,
       (SELECT changed_at FROM carts WHERE id = l.cart_id) AS changedAt FROM lines l`,
  )
    .all()
    .map(({ announced, known, isDeleted, ...line }) => ({
      ...line,
      announced: fromJson<AnnouncedLine>(announced),
      known: fromJson<Known>(known),
      isDeleted: isDeleted !== 0,
    }))

function checkHistory({ prepare }: Pick<Connection, 'prepare'>) {
  const items = prepare<RowOf<Rows[1]>, []>(`SELECT ${columnsOf(ITEM_TABLE)} FROM items`).all()
  const check = openHistoryCheck(
    new Map(linesOf(prepare).map((line) => [line._id, line])),
    new Map(items.map((item) => [item._id, item])),
  )
  const { select, order, toRow } = tables.entries
  const entries = prepare<Record<string, unknown>, []>(`${select} ORDER BY ${order}`)
  for (const columns of entries.iterate()) check.add(toRow(columns))
  return check.finish()
}

/** Every invariant of the store, each as one rule; run inside one snapshot. */
export function openVerification({ prepare }: Pick<Connection, 'prepare'>) {
  const all = (sql: string) => prepare<Record<string, unknown>, []>(sql).all()
  /** The rows that a query finds, described by its columns; the first column is the id. */
  const rows = (kind: Kind, sql: string) => () => all(sql).map((row) => ofRow(kind, row))

  const rules: Rule[] = [
    {
      rule: 'the database file is not damaged',
      broken: () =>
        prepare<{ integrity_check: string }, []>('PRAGMA integrity_check')
          .all()
          .map((row) => row.integrity_check)
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
    {
      rule: 'quantities are whole numbers from 0 to 999,999,999',
      broken: () => [
        ...rows(
          'items',
          `SELECT id, quantity FROM items WHERE quantity NOT BETWEEN 0 AND ${limits.sum - 1}`,
        )(),
        ...rows(
          'lines',
          `SELECT id, ordered_quantity, allotted_quantity FROM lines
           WHERE ordered_quantity NOT BETWEEN 1 AND ${limits.sum - 1}
             OR allotted_quantity NOT BETWEEN 0 AND ${limits.sum - 1}`,
        )(),
      ],
    },
    {
      rule: 'the delivered quantity of a line is at most its allotted quantity',
      broken: rows(
        'lines',
        `SELECT id, allotted_quantity, delivered_quantity FROM lines
         WHERE delivered_quantity NOT BETWEEN 0 AND allotted_quantity`,
      ),
    },
    {
      rule: CART_RULE,
      broken: () => [
        ...rows(
          'carts',
          `SELECT cart_id AS id, line_key, count(*) AS lines FROM lines WHERE deleted_at IS NULL
           GROUP BY cart_id, line_key HAVING lines > 1`,
        )(),
        ...rows(
          'carts',
          `SELECT cart_id AS id, count(*) AS lines, count(own_name) AS custom FROM lines WHERE deleted_at IS NULL
           GROUP BY cart_id HAVING lines > ${limits.linesPerCart} OR custom > ${limits.customLinesPerCart}`,
        )(),
      ],
    },
    {
      rule: 'the key of a line matches its item or name, and its link is allowed',
      broken: () =>
        prepare<
          { id: string; line_key: string; item_id: string | null; own_name: string; link: string },
          []
        >('SELECT id, line_key, item_id, own_name, link FROM lines')
          .all()
          .filter(
            ({ line_key, item_id, own_name, link }) =>
              line_key !== lineKey({ item_id: item_id, itemName: own_name }) || !isStoredLink(link),
          )
          .map(({ id, line_key, link }) => ofRow('lines', { id, line_key, link })),
    },
    {
      rule: 'every item has a name of its own',
      broken: () =>
        prepare<{ id: string; name: string; name_key: string }, []>(
          'SELECT id, name, name_key FROM items',
        )
          .all()
          .filter(({ name, name_key }) => name_key !== nameKey(name))
          .map((item) => ofRow('items', item)),
    },
    {
      rule: 'every account has exactly one cart and a normalized address',
      broken: () => [
        ...rows(
          'accounts',
          `SELECT a.id FROM accounts a LEFT JOIN carts c ON c.account_id = a.id
           GROUP BY a.id HAVING count(c.id) <> 1`,
        )(),
        ...prepare<{ id: string; email: string }, []>('SELECT id, email FROM accounts')
          .all()
          .filter(({ email }) => email !== emailKey(email))
          .map(({ id }) => ofRow('accounts', { id })),
      ],
    },
    {
      rule: AHEAD_RULE,
      broken: () => {
        const held = prepare<{ held: number }, []>('SELECT decisions_held AS held FROM portal')
        const isHeld = held.get()?.held === 1
        return linesOf(prepare)
          .filter((line) => breaksAnnouncedRule(line, isHeld))
          .map(({ _id: id }) => ofRow('lines', { id }))
      },
    },
    {
      rule: UNTOLD_RULE,
      broken: () =>
        linesOf(prepare)
          .filter((line) => breaksKnownRule(line, line.changedAt))
          .map(({ _id: id }) => ofRow('lines', { id })),
    },
    {
      rule: 'a deleted line records who deleted it, when and why',
      broken: rows(
        'lines',
        `SELECT id, deleted_at, deleted_by, deleted_why FROM lines
         WHERE (deleted_at IS NULL) <> (deleted_by IS NULL) OR (deleted_at IS NULL) <> (deleted_why IS NULL)`,
      ),
    },
  ]

  /** Checks one rule. A damaged page must not hide the findings of the other rules. */
  function find({ rule, broken }: Rule): Finding[] {
    try {
      return broken().map((found) => ({ ...found, rule }))
    } catch (error) {
      return [{ ...nowhere(codeOf(error)), rule }]
    }
  }

  /** The rules of the history, from one reading of it. */
  function findInHistory(): Finding[] {
    try {
      const broken = checkHistory({ prepare })
      return Object.entries(HISTORY_RULES).flatMap(([name, rule]) =>
        broken[name as keyof typeof HISTORY_RULES].map((found) => ({ ...found, rule })),
      )
    } catch (error) {
      return [{ ...nowhere(codeOf(error)), rule: HISTORY_RULES.chain }]
    }
  }

  return () => {
    const findings = [...rules.flatMap(find), ...findInHistory()]
    return {
      checked: [...rules.map(({ rule }) => rule), ...Object.values(HISTORY_RULES)],
      findings,
      broken: findings.map(sayFinding),
    }
  }
}
