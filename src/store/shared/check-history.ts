import type { EntryKind } from '#src/contract/history.ts'
import { asSeenByClub } from '#src/rules/announced.ts'
import { LINE_FIELDS } from '#src/contract/line.ts'
import { ITEM_FIELDS } from '#src/rules/entries.ts'
import type { Entry } from '../port.ts'
import { type Broken, type Kind, ROW_NAMES } from '../transfer.ts'
import type { CheckedRows } from './rules.ts'

export const HISTORY_RULES = {
  itemSum: 'the quantity of an item equals its first quantity plus the units of its entries',
  lineSum:
    'the allotted quantity of a line, or what was handed over of a line of an ended edition, equals the units of its entries',
  line: 'an entry of a line names one that there is',
  sameItem: 'an entry names the item of its line',
  chain:
    'each entry begins with the values that the entry before it left, and the last one left the present values',
  told: 'what a club reads of a live line in the history ends with what it sees of it',
} as const
type RuleName = keyof typeof HISTORY_RULES

/** The values that the entries left so far, by field; a quantity that only sums know is kept apart. */
type Left = Map<string, unknown>

/** The values with which a row begins whose first entry is on record; a restore may have set it aside. */
const FIRST: Partial<Record<EntryKind, Record<string, string | number>>> = {
  line_ordered: { allotted_quantity: 0, delivered_quantity: 0, status: 'Pending', remarks: '' },
  item_added: { unit: '', place: '', itemOrderedStatus: '', itemRemark: '' },
}

/**
 * Checks the history against the rows. `add` takes every entry, oldest first; `finish` answers the rows that break each rule of
 * `HISTORY_RULES`.
 */
export function openHistoryCheck(all: CheckedRows['all']) {
  const found: Partial<Record<RuleName, Broken[]>> = {}
  const past = all('pastLines')
  const lines = new Map([...all('lines'), ...past].map((line) => [line._id, line]))
  const pastIds = new Set(past.map(({ _id }) => _id))
  const kindOf = (lineId: string) => (pastIds.has(lineId) ? 'pastLines' : 'lines')
  const note = (rule: RuleName, kind: Kind | null, id: string, text: string) =>
    (found[rule] ??= []).push({
      kind,
      id,
      text: `${ROW_NAMES[kind ?? 'lines']}: id ${id}, ${text}`,
    })
  const shelf = new Map(all('items').map(({ _id, firstQuantity }) => [_id, firstQuantity]))
  const given = new Map<string, number>()
  const left = new Map<string, Left>()
  /** The values that each line's club read last. */
  const read = new Map<string, Record<string, unknown>>()

  /** Notes the values that an entry left; answers the fields that begin with another value. */
  function follow(id: string, kind: EntryKind, changes: Entry['changes']): string[] {
    const known = left.get(id) ?? new Map<string, unknown>(Object.entries(FIRST[kind] ?? {}))
    left.set(id, known)
    return Object.entries(changes).flatMap(([field, [before, after]]) => {
      const isBroken = known.has(field) && known.get(field) !== before
      known.set(field, after)
      return isBroken ? [field] : []
    })
  }

  function addLine(entry: Entry, lineId: string): void {
    const { id, kind, itemId, units, told } = entry
    const { to: _to, ...changes } = entry.changes
    const readLast = read.get(lineId) ?? {}
    read.set(lineId, readLast)
    for (const [field, [, after]] of Object.entries(told ?? changes)) readLast[field] = after
    // It tells what decisions before it left.
    if (kind === 'announced') return
    given.set(lineId, (given.get(lineId) ?? 0) + units)
    const line = lines.get(lineId)
    if (!line) note('line', null, lineId, `entry ${id}`)
    else if (line.item_id !== itemId) note('sameItem', kindOf(lineId), lineId, `entry ${id}`)
    const [before, after] = changes.allotted_quantity ?? [0, 0]
    const broken = follow(lineId, kind, changes)
    // The end of an edition takes units back without a change of what was given.
    if (kind !== 'edition_ended' && Number(after) - Number(before) !== units)
      broken.push('allotted_quantity')
    for (const field of broken) note('chain', kindOf(lineId), lineId, `${field}, entry ${id}`)
  }

  function addItem(
    { id, kind, units, changes: { itemQuantity, ...changes } }: Entry,
    itemId: string,
  ): void {
    const broken = follow(itemId, kind, changes)
    const before = shelf.get(itemId) ?? 0
    // The first quantity stands in the item itself.
    const isCounted = itemQuantity !== undefined && kind !== 'item_added'
    const [was, is] = isCounted ? itemQuantity : [before, before + units]
    if (was !== before || is !== before + units) broken.push('itemQuantity')
    shelf.set(itemId, before + units)
    for (const field of broken) note('chain', 'items', itemId, `${field}, entry ${id}`)
  }

  function add(entry: Entry): void {
    const { lineId, itemId, units } = entry
    if (lineId !== null) {
      addLine(entry, lineId)
      if (itemId !== null) shelf.set(itemId, (shelf.get(itemId) ?? 0) - units)
    } else if (itemId !== null) addItem(entry, itemId)
  }

  /** Compares the last values of the history with the present ones. */
  function compare(kind: Kind, row: { _id: string }, fields: readonly string[]): void {
    const known = left.get(row._id)
    for (const [field, value] of Object.entries(row))
      if (fields.includes(field) && known?.has(field) && known.get(field) !== value) {
        const said = String(known.get(field))
        note('chain', kind, row._id, `${field} ${String(value)}, the history says ${said}`)
      }
  }

  function finish() {
    for (const item of all('items')) {
      const expected = shelf.get(item._id) ?? 0
      if (item.itemQuantity !== expected)
        note('itemSum', 'items', item._id, `quantity ${item.itemQuantity}, expected ${expected}`)
      compare('items', item, ITEM_FIELDS)
    }
    for (const [id, line] of lines) {
      const expected = given.get(id) ?? 0
      const kind = kindOf(id)
      const field =
        kind === 'pastLines' && line.deleted === null ? 'delivered_quantity' : 'allotted_quantity'
      if (line[field] !== expected)
        note('lineSum', kind, id, `${field} ${line[field]}, expected ${expected}`)
      compare(kind, line, LINE_FIELDS)
      const shown = asSeenByClub(line)
      const readLast = read.get(id) ?? {}
      for (const field of LINE_FIELDS)
        if (line.deleted === null && field in readLast && readLast[field] !== shown[field])
          note('told', kind, id, field)
    }
    return found
  }

  return { add, finish }
}
