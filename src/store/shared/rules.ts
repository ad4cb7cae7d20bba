/** The rules that every store checks over its rows. */
import { limits } from '#src/contract/limits.ts'
import { pick } from '#src/contract/pick.ts'
import { isSameToClub } from '#src/rules/announced.ts'
import { knownAfter, seenOf } from '#src/rules/known.ts'
import { isStoredLink } from '#src/rules/link.ts'
import { emailKey, lineKey, nameKey } from '#src/rules/names.ts'
import { may } from '#src/rules/permissions.ts'
import { isSum } from '#src/rules/quantity.ts'
import { type Broken, type Kind, ROW_NAMES, type Rows } from '../transfer.ts'
import { HISTORY_RULES, type openHistoryCheck } from './check-history.ts'

/** What a rule is checked over. A damaged store throws. */
export type CheckedRows = {
  all<K extends Kind>(kind: K): Rows[K][]
  history(): ReturnType<ReturnType<typeof openHistoryCheck>['finish']>
}

export type Rule = { rule: string; broken: (rows: CheckedRows) => Broken[] }

/** The kinds whose rows have an id. */
type NamedKind = Exclude<Kind, 'portal' | 'answered' | 'codeTries'>

const idOf = (row: Rows[NamedKind]): string => ('_id' in row ? row._id : row.id)

const idsOf = ({ all }: CheckedRows, kind: NamedKind): ReadonlySet<string> =>
  new Set(all<NamedKind>(kind).map(idOf))

const toBroken = (kind: Kind, id: string, values: Record<string, unknown> = {}): Broken => {
  const shown = Object.entries({ id, ...values }).map(([name, value]) => `${name} ${String(value)}`)
  return { kind, id, text: `${ROW_NAMES[kind]}: ${shown.join(', ')}` }
}

/** The broken rows of one kind, with the values that show it. */
const brokenOf = <K extends NamedKind>(
  { all }: CheckedRows,
  kind: K,
  isBroken: (row: Rows[K]) => boolean,
  ...shown: (keyof Rows[K])[]
): Broken[] =>
  all(kind)
    .filter(isBroken)
    .map((row) => toBroken(kind, idOf(row), pick(row, shown)))

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
  ...brokenOf(rows, 'lines', isBroken, ...shown),
  ...brokenOf(rows, 'pastLines', isBroken, ...shown),
]

export const RULES: readonly Rule[] = [
  {
    rule: 'quantities are whole numbers from 0 to 999,999,999',
    broken: (rows) => [
      ...brokenOf(rows, 'items', ({ itemQuantity }) => !isSum(itemQuantity), 'itemQuantity'),
      ...brokenLines(
        rows,
        ({ ordered_quantity: asked, allotted_quantity: given }) =>
          !isSum(asked) || asked === 0 || !isSum(given),
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
      const text = `edition: ${current.length} of ${editions.length} without an end`
      return [{ kind: null, id: '', text }]
    },
  },
  {
    rule: 'a line of an ended edition is in a cart of one, and such a cart is that of a club in an ended edition',
    broken(rows) {
      const ended = new Set(
        rows.all('editions').flatMap(({ id, endedAt }) => (endedAt === null ? [] : id)),
      )
      const [clubs, carts] = [idsOf(rows, 'clubs'), idsOf(rows, 'pastCarts')]
      return [
        ...brokenOf(
          rows,
          'pastCarts',
          ({ editionId, clubId }) => !ended.has(editionId) || !clubs.has(clubId),
        ),
        ...brokenOf(rows, 'pastLines', ({ cartId }) => !carts.has(cartId)),
      ]
    },
  },
  {
    rule: 'a line of the current edition is in the cart of a club, and a stock line refers to an existing item',
    broken(rows) {
      const [carts, items] = [idsOf(rows, 'carts'), idsOf(rows, 'items')]
      const isLost = ({ item_id }: Pick<Rows['lines'], 'item_id'>) =>
        item_id !== null && !items.has(item_id)
      return [
        ...brokenOf(rows, 'lines', (line) => !carts.has(line.cartId) || isLost(line)),
        ...brokenOf(rows, 'pastLines', isLost),
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
        rows,
        'lines',
        ({ key, item_id, ownName, link }) =>
          key !== lineKey({ item_id, itemName: ownName }) || !isStoredLink(link),
        'key',
        'link',
      ),
  },
  {
    rule: 'every item has a name of its own',
    broken: (rows) =>
      brokenOf(rows, 'items', ({ itemName, key }) => key !== nameKey(itemName), 'itemName'),
  },
  {
    rule: 'every club has exactly one cart',
    broken(rows) {
      const carts = Map.groupBy(rows.all('carts'), ({ clubId }) => clubId)
      return brokenOf(rows, 'clubs', ({ id }) => carts.get(id)?.length !== 1)
    },
  },
  {
    rule: 'every account has a normalized address, a coordinator belongs to a club, and nobody else does',
    broken(rows) {
      const clubs = idsOf(rows, 'clubs')
      return brokenOf(
        rows,
        'accounts',
        ({ email, access, clubId }) =>
          email !== emailKey(email) ||
          (clubId === null
            ? may(access, 'orders.own')
            : !may(access, 'orders.own') || !clubs.has(clubId)),
      )
    },
  },
  {
    rule: 'an invitation has a normalized address, and names a club and a person that exist; only an administrator invites to the administrators',
    broken(rows) {
      const [clubs, people] = [idsOf(rows, 'clubs'), idsOf(rows, 'accounts')]
      return brokenOf(
        rows,
        'invitations',
        ({ email, clubId, by, isByAdministrator }) =>
          email !== emailKey(email) ||
          !people.has(by) ||
          !(clubId === null ? isByAdministrator : clubs.has(clubId)),
      )
    },
  },
  {
    rule: 'a live line remembers what was announced only while decisions are held back and it has other values',
    broken(rows) {
      const isHeld = rows.all('portal').some(({ decisionsHeld }) => decisionsHeld)
      return brokenOf(
        rows,
        'lines',
        ({ deleted, announced, ...line }) =>
          deleted === null && announced !== null && (!isHeld || isSameToClub(announced, line)),
      )
    },
  },
  {
    rule: 'a line remembers what its club knows only while the club sees something else and a mail is to tell it',
    broken(rows) {
      const changedAt = new Map(rows.all('carts').map((cart) => [cart.id, cart.changedAt]))
      return brokenOf(rows, 'lines', (line) => {
        const { known, deleted } = line
        if (known === null) return false
        const after = knownAfter({ known, before: null }, deleted ? null : seenOf(line), false)
        return (changedAt.get(line.cartId) ?? null) === null || after === null
      })
    },
  },
  {
    rule: 'a deleted line records who deleted it, when and why',
    broken: (rows) =>
      brokenOf(
        rows,
        'lines',
        ({ deleted }) =>
          deleted !== null && (!deleted.at || !deleted.by || typeof deleted.why !== 'string'),
      ),
  },
  ...Object.entries(HISTORY_RULES).map(([name, rule]): Rule => ({
    rule,
    broken: (rows) => rows.history()[name as keyof typeof HISTORY_RULES] ?? [],
  })),
]
