import type { LineRequest } from '#src/contract/line.ts'
import type { OrderStock } from '../shared/decide-order.ts'
import { newsOf } from '#src/rules/digest.ts'
import type { Entry } from '../port.ts'
import type { AnsweredDoc, CartDoc, FollowedDoc, ItemDoc, LineDoc } from './documents.ts'
import { type FoundLine, toFoundLine } from './lines.ts'

/** What the decision of one caller reads. */
export type Needs = {
  /** The club that orders, and its rows. */
  order?: { accountId: string; rows: readonly LineRequest[] }
  /** Lines that are decided on. Such a decision also reads the revisions. */
  lineIds?: readonly string[]
}

/** An item as orders show it. */
export type ShownItem = Pick<ItemDoc, '_id' | 'name' | 'nameKey' | 'status'>

/** All items, by their ids and by their `nameKey`s. */
export type Catalogue = {
  byId: ReadonlyMap<string, ShownItem>
  byName: ReadonlyMap<string, ShownItem>
}

/** An item of which units may be taken. */
export type HeldItem = Pick<ItemDoc, '_id' | 'quantity' | 'rev'> & FollowedDoc

/** The documents that a group reads. */
export type Found = {
  /** Roles by account id. */
  access: ReadonlyMap<string, string>
  carts: readonly CartDoc[]
  catalogue: Catalogue
  /** The items of which a decision may take units. */
  items: readonly HeldItem[]
  revs: { carts: number; inventory: number }
}

/** What an instance remembers of a cart. */
export type RememberedCart = Pick<CartDoc, '_id' | 'rev' | 'changedAt' | 'lines'>

/** A cart with its lines by id, in their order. */
export type HeldCart = Omit<CartDoc, 'lines'> & { lines: ReadonlyMap<string, LineDoc> }

/** What one decision changes. It moves each changed cart and each item by one revision. */
export type Changes = {
  batch: string
  /** Changed and new lines by the cart's id. */
  lines: ReadonlyMap<string, readonly LineDoc[]>
  /** Units that leave the shelf by the item's id. */
  taken: ReadonlyMap<string, number>
  entries: readonly Entry[]
  /** What a club's own order changes of its cart besides. */
  ownOrder?: { cartId: string } & Pick<CartDoc, 'usage'> & Partial<Pick<CartDoc, 'knownSince'>>
}

/** The documents that a group writes. */
export type Written = {
  answers: { document: AnsweredDoc; isStored: boolean }[]
  /** The fields to set. */
  carts: { _id: string; set: Record<string, unknown> }[]
  items: Required<HeldItem>[]
  entries: Entry[]
}

/**
 * The fields of a cart to set. Goes by a line's place and by field: so no index of the lines is looked at, and little is written. Lines never
 * change places, and new ones come last.
 */
function fieldsOf(
  { rev, batch, changedAt, knownSince, usage, lines }: HeldCart,
  before: readonly LineDoc[],
): Record<string, unknown> {
  const set: Record<string, unknown> = {
    rev,
    batch,
    knownSince,
    ...(changedAt !== undefined && { changedAt }),
    ...(usage && { usage }),
  }
  for (const [place, line] of [...lines.values()].entries()) {
    const was: Record<string, unknown> | undefined = before[place]
    if (was === line) continue
    if (!was) set[`lines.${place}`] = line
    else
      for (const [field, value] of Object.entries(line))
        if (was[field] !== value) set[`lines.${place}.${field}`] = value
  }
  return set
}

/** The ids of the items of which these calls may take units. */
export function itemsTaken(needs: readonly Needs[], carts: readonly CartDoc[]): string[] {
  const decided = new Set(needs.flatMap(({ lineIds = [] }) => lineIds))
  const given = needs.flatMap(({ order }) => order?.rows ?? []).filter(({ units = 0 }) => units > 0)
  const ofLines = carts.flatMap(({ lines }) => lines.filter(({ _id }) => decided.has(_id)))
  return [...new Set([...given, ...ofLines].flatMap(({ itemId }) => itemId ?? []))]
}

const show = (item: ShownItem | undefined) =>
  item ? { itemName: item.name, itemStatus: item.status } : null

/** A group's documents in memory: each decision finds them as the decisions before it left them. */
export function holdDocuments(found: Found) {
  const carts = new Map<string, HeldCart>()
  const cartIdOf = { account: new Map<string, string>(), line: new Map<string, string>() }
  const linesBefore = new Map(found.carts.map(({ _id, lines }) => [_id, lines]))
  for (const { lines, ...cart } of found.carts) {
    carts.set(cart._id, { ...cart, lines: new Map(lines.map((line) => [line._id, line])) })
    cartIdOf.account.set(cart.accountId, cart._id)
    for (const { _id } of lines) cartIdOf.line.set(_id, cart._id)
  }
  const items = new Map(found.items.map((item) => [item._id, item]))
  const { catalogue } = found
  const revs = { ...found.revs }

  const answers = new Map<string, AnsweredDoc>()
  const storedAnswers = new Set<string>()
  const changed = {
    answers: new Map<string, AnsweredDoc>(),
    carts: new Map<string, HeldCart>(),
    items: new Map<string, Required<HeldItem>>(),
  }
  const entries: Entry[] = []

  const stock: OrderStock = {
    byId: (id) => show(catalogue.byId.get(id)),
    byName: (key) => show(catalogue.byName.get(key)),
    leftOf: (id) => items.get(id)?.quantity ?? 0,
  }

  return {
    stock,
    /** The items by their ids. */
    shown: catalogue.byId,
    items: items as ReadonlyMap<string, HeldItem>,
    answer: (id: string | null): AnsweredDoc | null => answers.get(id ?? '') ?? null,
    cart: (id: string): HeldCart | null => carts.get(id) ?? null,
    /** The cart and the role of an account. */
    cartOf(accountId: string): (HeldCart & { access: string }) | null {
      const cart = carts.get(cartIdOf.account.get(accountId) ?? '')
      return cart ? { ...cart, access: found.access.get(accountId) ?? '' } : null
    },
    line(id: string): FoundLine | null {
      const cart = carts.get(cartIdOf.line.get(id) ?? '')
      const line = cart?.lines.get(id)
      return cart && line ? toFoundLine(line, cart._id, catalogue.byId) : null
    },
    revs: () => ({ ...revs }),
    apply({ batch, lines, taken, entries: added, ownOrder }: Changes): void {
      const [first] = added
      const { cartId: _, ...own } = ownOrder ?? {}
      const news: ReadonlyMap<string, number> = first
        ? newsOf({ ...first, entries: added })
        : new Map()
      for (const [id, after] of lines) {
        const cart = carts.get(id)
        if (!cart) continue
        const all = new Map([...cart.lines, ...after.map((line) => [line._id, line] as const)])
        const changedAt = Math.min(cart.changedAt ?? Infinity, news.get(cart.accountId) ?? Infinity)
        const moved = {
          ...cart,
          rev: cart.rev + 1,
          batch,
          lines: all,
          ...(changedAt < Infinity && { changedAt }),
          ...(ownOrder?.cartId === id && own),
        }
        carts.set(id, moved)
        changed.carts.set(id, moved)
        revs.carts += 1
      }
      for (const [id, units] of taken) {
        const item = items.get(id)
        if (!item) continue
        const moved = { ...item, quantity: item.quantity - units, rev: item.rev + 1, batch }
        items.set(id, moved)
        changed.items.set(id, moved)
        revs.inventory += 1
      }
      entries.push(...added)
    },
    /** Answers that the store keeps already. One that a decision put under the same key stays: to write it fails, as it must. */
    learn(stored: readonly AnsweredDoc[]): void {
      for (const answer of stored) {
        if (changed.answers.has(answer._id)) continue
        answers.set(answer._id, answer)
        storedAnswers.add(answer._id)
      }
    },
    keep(answer: AnsweredDoc): void {
      answers.set(answer._id, answer)
      changed.answers.set(answer._id, answer)
    },
    /** The carts that changed. */
    moved: (): RememberedCart[] =>
      [...changed.carts.values()].map(({ _id, rev, changedAt, lines }) => ({
        _id,
        rev,
        ...(changedAt !== undefined && { changedAt }),
        lines: [...lines.values()],
      })),
    changed: (): Written => ({
      answers: [...changed.answers.values()].map((document) => ({
        document,
        isStored: storedAnswers.has(document._id),
      })),
      carts: [...changed.carts.values()].map((cart) => ({
        _id: cart._id,
        set: fieldsOf(cart, linesBefore.get(cart._id) ?? []),
      })),
      items: [...changed.items.values()],
      entries,
    }),
  }
}

export type GroupDocuments = ReturnType<typeof holdDocuments>
