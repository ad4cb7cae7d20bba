import type { ClientSession } from 'mongodb'
import { limits } from '#src/contract/limits.ts'
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
import type { Entry } from '../port.ts'
import type { Connection } from './connection.ts'
import { entryStages } from './entry-documents.ts'
import { toNote, toStockItem } from './items.ts'
import { toLine } from './lines.ts'

/** Checks every invariant in one snapshot; each entry of `broken` names a document and the rule that it breaks. */
export async function verify(
  { accounts, carts, entries, items, removedLines, ordering }: Connection,
  session: ClientSession,
): Promise<{ checked: string[]; broken: string[] }> {
  const [people, baskets, stock, removed, flag] = [
    await accounts.find({}, { session, projection: { email: 1 } }).toArray(),
    await carts.find({}, { session }).toArray(),
    await items.find({}, { session }).toArray(),
    await removedLines.find({}, { session }).toArray(),
    await ordering.findOne({ _id: 'ordering' }, { session }),
  ]
  const live = baskets.flatMap((cart) => cart.lines.map((line) => ({ ...line, cartId: cart._id })))
  const lines = [...live, ...removed]
  const isDeleted = new Set(removed.map(({ _id }) => _id))
  const changedAt = new Map(baskets.map((cart) => [cart._id, cart.changedAt ?? null]))
  const checked = lines.map((line) => ({
    ...toLine(line),
    known: line.known,
    changedAt: changedAt.get(line.cartId) ?? null,
    isDeleted: isDeleted.has(line._id),
  }))
  const history = openHistoryCheck(
    new Map(checked.map((line) => [line._id, line])),
    new Map(
      stock.map((item) => {
        const { _id: id, firstQuantity } = item
        return [id, { ...toStockItem(item), ...toNote(item), id, firstQuantity }]
      }),
    ),
  )
  for await (const entry of entries.aggregate<Entry>(entryStages({}), { session }))
    history.add(entry)
  const disagreeing = history.finish()
  const isSum = (value: number, least: number) =>
    Number.isInteger(value) && value >= least && value < limits.sum
  const cartCount = (accountId: string) =>
    baskets.filter((cart) => cart.accountId === accountId).length

  const rules: [rule: string, broken: string[]][] = [
    [
      'quantities are whole numbers from 0 to 999,999,999',
      [
        ...stock
          .filter(({ itemQuantity }) => !isSum(itemQuantity, 0))
          .map(({ _id }) => `item: id ${_id}`),
        ...checked
          .filter(
            ({ ordered_quantity: ordered, allotted_quantity: allotted }) =>
              !isSum(ordered, 1) || !isSum(allotted, 0),
          )
          .map(({ _id: id }) => `line: id ${id}`),
      ],
    ],
    [
      'the delivered quantity of a line is at most its allotted quantity',
      checked
        .filter(
          ({ delivered_quantity: delivered, allotted_quantity: allotted }) =>
            delivered < 0 || delivered > allotted,
        )
        .map(({ _id: id }) => `line: id ${id}`),
    ],
    [
      CART_RULE,
      baskets
        .filter(
          (cart) =>
            new Set(cart.lines.map(({ key }) => key)).size !== cart.lines.length ||
            cart.lines.length > limits.linesPerCart ||
            cart.lines.filter(({ item_id }) => item_id === null).length > limits.customLinesPerCart,
        )
        .map(({ _id }) => `cart: id ${_id}`),
    ],
    [
      'the key of a line matches its item or name, and its link is allowed',
      lines
        .filter(
          ({ key, item_id: itemId, ownName, link }) =>
            key !== lineKey({ item_id: itemId, itemName: ownName }) || !isStoredLink(link),
        )
        .map(({ _id }) => `line: id ${_id}`),
    ],
    [
      'a stock line refers to an existing item',
      checked
        .filter(
          ({ item_id: itemId }) => itemId !== null && !stock.some(({ _id }) => _id === itemId),
        )
        .map(({ _id: id }) => `line: id ${id}`),
    ],
    [
      'every item has a name of its own',
      stock
        .filter((item) => item.nameKey !== nameKey(item.itemName))
        .map(({ _id }) => `item: id ${_id}`),
    ],
    [
      'every account has exactly one cart and a normalized address',
      people
        .filter(({ _id, email }) => email !== emailKey(email) || cartCount(_id) !== 1)
        .map(({ _id }) => `account: id ${_id}`),
    ],
    [
      AHEAD_RULE,
      checked
        .filter((line) => breaksAnnouncedRule(line, flag?.decisionsHeld ?? false))
        .map(({ _id: id }) => `line: id ${id}`),
    ],
    [
      UNTOLD_RULE,
      checked
        .filter((line) => breaksKnownRule(line, line.changedAt))
        .map(({ _id: id }) => `line: id ${id}`),
    ],
    [
      'a deleted line records who deleted it, when and why',
      removed
        .filter(
          ({ deletedAt, deletedBy, deletedWhy }) =>
            !deletedAt || !deletedBy || typeof deletedWhy !== 'string',
        )
        .map(({ _id }) => `line: id ${_id}`),
    ],
    ...Object.entries(HISTORY_RULES).map(([name, rule]): [string, string[]] => [
      rule,
      disagreeing[name as keyof typeof HISTORY_RULES].map(({ text }) => text),
    ]),
  ]
  return {
    checked: rules.map(([rule]) => rule),
    broken: rules.flatMap(([rule, broken]) => broken.map((what) => `${what} (${rule})`)),
  }
}
