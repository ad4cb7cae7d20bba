/** The rules that every store checks over its rows. */
import { limits } from '#src/contract/limits.ts'
import { pick } from '#src/contract/pick.ts'
import { isStoredLink } from '#src/rules/link.ts'
import { emailKey, lineKey, nameKey } from '#src/rules/names.ts'
import { may } from '#src/rules/permissions.ts'
import { type Finding, type Kind, ROW_NAMES, type Rows } from '../transfer.ts'
import {
  breaksAnnouncedRule,
  breaksKnownRule,
  HISTORY_RULES,
  type openHistoryCheck,
} from './check-history.ts'

/** What a rule is checked over. A damaged store throws. */
export type CheckedRows = {
  all<K extends Kind>(kind: K): Rows[K][]
  history(): ReturnType<ReturnType<typeof openHistoryCheck>['finish']>
}

export type Broken = Omit<Finding, 'rule'>
export type Rule = { rule: string; broken: (rows: CheckedRows) => Broken[] }

const toBroken = (kind: Kind, id: string, values: Record<string, unknown> = {}): Broken => {
  const shown = Object.entries({ id, ...values }).map(([name, value]) => `${name} ${String(value)}`)
  return { kind, id, text: `${ROW_NAMES[kind]}: ${shown.join(', ')}` }
}

/** The broken rows of one kind, with the values that show it. */
const brokenOf = <Row extends { _id: string }, Field extends keyof Row & string>(
  kind: Kind,
  rows: readonly Row[],
  isBroken: (row: Row) => boolean,
  ...shown: Field[]
): Broken[] => rows.filter(isBroken).map((row) => toBroken(kind, row._id, pick(row, shown)))

const isSum = (value: number, least: number) =>
  Number.isInteger(value) && value >= least && value < limits.sum

type Quantities = Pick<
  Rows['lines'],
  'ordered_quantity' | 'allotted_quantity' | 'delivered_quantity'
>

/** The broken lines of the current edition and of ended ones, with the quantities that show it. */
const brokenLines = (
  rows: CheckedRows,
  isBroken: (line: Quantities) => boolean,
  ...shown: (keyof Quantities)[]
): Broken[] => [
  ...brokenOf('lines', rows.all('lines'), isBroken, ...shown),
  ...brokenOf('pastLines', rows.all('pastLines'), isBroken, ...shown),
]

export const RULES: readonly Rule[] = [
  {
    rule: 'quantities are whole numbers from 0 to 999,999,999',
    broken: (rows) => [
      ...brokenOf(
        'items',
        rows.all('items'),
        ({ itemQuantity }) => !isSum(itemQuantity, 0),
        'itemQuantity',
      ),
      ...brokenLines(
        rows,
        (line) => !isSum(line.ordered_quantity, 1) || !isSum(line.allotted_quantity, 0),
        'ordered_quantity',
        'allotted_quantity',
      ),
    ],
  },
  {
    rule: 'the delivered quantity of a line is at most its allotted quantity',
    broken: (rows) =>
      brokenLines(
        rows,
        ({ delivered_quantity: delivered, allotted_quantity: allotted }) =>
          delivered < 0 || delivered > allotted,
        'allotted_quantity',
        'delivered_quantity',
      ),
  },
  {
    rule: 'there is one current edition, and each earlier one ended with a change of its own',
    broken(rows) {
      const editions = rows.all('editions')
      const current = editions.filter(({ endedAt }) => endedAt === null)
      const batches = new Set(editions.map(({ endedBatch }) => endedBatch))
      if (current.length === 1 && batches.size === editions.length) return []
      return [
        {
          kind: null,
          id: '',
          text: `edition: ${current.length} of ${editions.length} without an end`,
        },
      ]
    },
  },
  {
    rule: 'a line of an ended edition is in a cart of one, and such a cart is that of a club in an ended edition',
    broken(rows) {
      const ended = new Set(
        rows.all('editions').flatMap(({ id, endedAt }) => (endedAt === null ? [] : id)),
      )
      const clubs = new Set(rows.all('clubs').map(({ id }) => id))
      const carts = new Set(rows.all('pastCarts').map(({ id }) => id))
      return [
        ...rows
          .all('pastCarts')
          .filter(({ editionId, clubId }) => !ended.has(editionId) || !clubs.has(clubId))
          .map(({ id }) => toBroken('pastCarts', id)),
        ...brokenOf('pastLines', rows.all('pastLines'), ({ cartId }) => !carts.has(cartId)),
      ]
    },
  },
  {
    rule: 'a line of the current edition is in the cart of a club, and a stock line refers to an existing item',
    broken(rows) {
      const carts = new Set(rows.all('carts').map(({ id }) => id))
      const items = new Set(rows.all('items').map(({ _id }) => _id))
      const isLost = ({ item_id }: Pick<Rows['lines'], 'item_id'>) =>
        item_id !== null && !items.has(item_id)
      return [
        ...brokenOf('lines', rows.all('lines'), (line) => !carts.has(line.cartId) || isLost(line)),
        ...brokenOf('pastLines', rows.all('pastLines'), isLost),
      ]
    },
  },
  {
    rule: `a cart has at most one live line for each item and at most ${limits.linesPerCart} live lines, ${limits.customLinesPerCart} of them custom`,
    broken: (rows) =>
      [
        ...Map.groupBy(
          rows.all('lines').filter(({ deleted }) => deleted === null),
          ({ cartId }) => cartId,
        ),
      ].flatMap(([cartId, live]) =>
        new Set(live.map(({ key }) => key)).size < live.length ||
        live.length > limits.linesPerCart ||
        live.filter(({ item_id }) => item_id === null).length > limits.customLinesPerCart
          ? toBroken('carts', cartId, { lines: live.length })
          : [],
      ),
  },
  {
    rule: 'the key of a line matches its item or name, and its link is allowed',
    broken: (rows) =>
      brokenOf(
        'lines',
        rows.all('lines'),
        ({ key, item_id, ownName, link }) =>
          key !== lineKey({ item_id, itemName: ownName }) || !isStoredLink(link),
        'key',
        'link',
      ),
  },
  {
    rule: 'every item has a name of its own',
    broken: (rows) =>
      brokenOf(
        'items',
        rows.all('items'),
        ({ itemName, key }) => key !== nameKey(itemName),
        'itemName',
      ),
  },
  {
    rule: 'every club has exactly one cart',
    broken(rows) {
      const carts = Map.groupBy(rows.all('carts'), ({ clubId }) => clubId)
      return rows
        .all('clubs')
        .filter(({ id }) => carts.get(id)?.length !== 1)
        .map(({ id }) => toBroken('clubs', id))
    },
  },
  {
    rule: 'every account has a normalized address, a coordinator belongs to a club, and nobody else does',
    broken(rows) {
      const clubs = new Set(rows.all('clubs').map(({ id }) => id))
      return rows
        .all('accounts')
        .filter(
          ({ email, access, clubId }) =>
            email !== emailKey(email) ||
            (clubId === null
              ? may(access, 'orders.own')
              : !may(access, 'orders.own') || !clubs.has(clubId)),
        )
        .map(({ id }) => toBroken('accounts', id))
    },
  },
  {
    rule: 'an invitation has a normalized address, and names a club and a person that exist; only an administrator invites to the administrators',
    broken(rows) {
      const clubs = new Set(rows.all('clubs').map(({ id }) => id))
      const people = new Set(rows.all('accounts').map(({ id }) => id))
      return rows
        .all('invitations')
        .filter(
          ({ email, clubId, by, isByAdministrator }) =>
            email !== emailKey(email) ||
            !people.has(by) ||
            !(clubId === null ? isByAdministrator : clubs.has(clubId)),
        )
        .map(({ id }) => toBroken('invitations', id))
    },
  },
  {
    rule: 'a live line remembers what was announced only while decisions are held back and it has other values',
    broken(rows) {
      const isHeld = rows.all('portal').some(({ decisionsHeld }) => decisionsHeld)
      return brokenOf('lines', rows.all('lines'), (line) => breaksAnnouncedRule(line, isHeld))
    },
  },
  {
    rule: 'a line remembers what its club knows only while the club sees something else and a mail is to tell it',
    broken(rows) {
      const changedAt = new Map(rows.all('carts').map((cart) => [cart.id, cart.changedAt]))
      return brokenOf('lines', rows.all('lines'), (line) =>
        breaksKnownRule(line, changedAt.get(line.cartId) ?? null),
      )
    },
  },
  {
    rule: 'a deleted line records who deleted it, when and why',
    broken: (rows) =>
      brokenOf(
        'lines',
        rows.all('lines'),
        ({ deleted }) =>
          deleted !== null && (!deleted.at || !deleted.by || typeof deleted.why !== 'string'),
      ),
  },
  ...Object.entries(HISTORY_RULES).map(([name, rule]): Rule => ({
    rule,
    broken: (rows) => rows.history()[name as keyof typeof HISTORY_RULES],
  })),
]
