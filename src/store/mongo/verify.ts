import type { ClientSession } from 'mongodb'
import { limits } from '#src/contract/limits.ts'
import { isStoredLink } from '#src/rules/link.ts'
import { emailKey, isKeyOf, lineKey, nameKey } from '#src/rules/names.ts'
import type { Connection } from './connection.ts'

/** Checks every invariant in one snapshot; each entry of `broken` names a document and the rule that it breaks. */
export async function verify(
  { accounts, carts, items, movements, removedLines, ordering }: Connection,
  session: ClientSession,
): Promise<{ checked: string[]; broken: string[] }> {
  const [people, baskets, stock, moves, removed, flag] = [
    await accounts.find({}, { session, projection: { email: 1 } }).toArray(),
    await carts.find({}, { session }).toArray(),
    await items.find({}, { session }).toArray(),
    await movements.find({}, { session }).toArray(),
    await removedLines.find({}, { session }).toArray(),
    await ordering.findOne({ _id: 'ordering' }, { session }),
  ]
  const live = baskets.flatMap((cart) => cart.lines.map((line) => ({ ...line, cartId: cart._id })))
  const lines = [...live, ...removed]
  const ofItem = new Map<string, number>()
  const ofLine = new Map<string, number>()
  const add = (sums: Map<string, number>, id: string | null, change: number) => {
    if (id !== null) sums.set(id, (sums.get(id) ?? 0) + change)
  }
  for (const { itemId, itemChange, lineId, lineChange } of moves) {
    add(ofItem, itemId, itemChange)
    add(ofLine, lineId, lineChange)
  }
  const itemOfLine = new Map(lines.map(({ _id, itemId }) => [_id, itemId]))
  const isSum = (value: number, least: number) =>
    Number.isInteger(value) && value >= least && value < limits.sum
  const cartCount = (accountId: string) =>
    baskets.filter((cart) => cart.accountId === accountId).length

  const rules: [rule: string, broken: string[]][] = [
    [
      'what an item began with and its movements come to what is on the shelf',
      stock
        .filter((item) => item.firstQuantity + (ofItem.get(item._id) ?? 0) !== item.quantity)
        .map(({ _id, quantity }) => `item: id ${_id}, quantity ${quantity}`),
    ],
    [
      'the movements of a line come to what is given',
      lines
        .filter((line) => (ofLine.get(line._id) ?? 0) !== line.allotted)
        .map(({ _id, allotted }) => `line: id ${_id}, allotted ${allotted}`),
    ],
    [
      'a movement between shelf and line takes from one what it gives to the other',
      moves
        .filter(
          ({ lineId, itemId, itemChange, lineChange }) =>
            lineId !== null &&
            ((itemOfLine.get(lineId) ?? null) !== itemId ||
              (itemId !== null && itemChange !== -lineChange)),
        )
        .map(({ _id }) => `movement: id ${_id}`),
    ],
    [
      'quantities are whole, not below zero and below 1,000,000,000',
      [
        ...stock.filter(({ quantity }) => !isSum(quantity, 0)).map(({ _id }) => `item: id ${_id}`),
        ...lines
          .filter(({ ordered, allotted }) => !isSum(ordered, 1) || !isSum(allotted, 0))
          .map(({ _id }) => `line: id ${_id}`),
      ],
    ],
    [
      'no more is delivered than was given',
      lines
        .filter(({ delivered, allotted }) => delivered < 0 || delivered > allotted)
        .map(({ _id }) => `line: id ${_id}`),
    ],
    [
      'a cart has one live line for each item and 1,000 at most',
      baskets
        .filter(
          (cart) =>
            new Set(cart.lines.map(({ key }) => key)).size !== cart.lines.length ||
            cart.lines.length > limits.linesPerCart,
        )
        .map(({ _id }) => `cart: id ${_id}`),
    ],
    [
      'a line stands under the name or the item that it is of, with a link that may be opened',
      lines
        .filter(
          ({ _id, key, itemId, ownName, link }) =>
            !isKeyOf(key, lineKey({ itemId, itemName: ownName }), _id) || !isStoredLink(link),
        )
        .map(({ _id }) => `line: id ${_id}`),
    ],
    [
      'a stock line is of an item that is there',
      lines
        .filter(({ itemId }) => itemId !== null && !stock.some(({ _id }) => _id === itemId))
        .map(({ _id }) => `line: id ${_id}`),
    ],
    [
      'no two items bear one name',
      stock
        .filter((item) => !isKeyOf(item.nameKey, nameKey(item.name), item._id))
        .map(({ _id }) => `item: id ${_id}`),
    ],
    [
      'every account has one cart, and an address in its one form',
      people
        .filter(({ _id, email }) => email !== emailKey(email) || cartCount(_id) !== 1)
        .map(({ _id }) => `account: id ${_id}`),
    ],
    [
      'every cart knows whether ordering is on',
      baskets
        .filter(({ open }) => open === flag?.isConfirmDisabled)
        .map(({ _id }) => `cart: id ${_id}`),
    ],
    [
      'a deleted line keeps who, when and why',
      removed
        .filter(({ deletedAt, deletedBy, deletedWhy }) => !deletedAt || !deletedBy || !deletedWhy)
        .map(({ _id }) => `line: id ${_id}`),
    ],
  ]
  return {
    checked: rules.map(([rule]) => rule),
    broken: rules.flatMap(([rule, broken]) => broken.map((what) => `${what} (${rule})`)),
  }
}
