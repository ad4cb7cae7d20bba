import type { ClubId } from '#src/contract/ids.ts'
import type { Leftovers } from '#src/contract/editions.ts'
import type { EntryKind, FieldValue } from '#src/contract/history.ts'
import type { HandOverRow } from '#src/contract/handout.ts'
import type { LineRequest } from '#src/contract/line.ts'
import type { LineChange } from '#src/contract/records.ts'
import type { ProblemCode } from '#src/contract/problem.ts'
import { pick } from '#src/contract/pick.ts'
import type { ItemStatus, LineStatus } from '#src/contract/statuses.ts'

type Fields = Record<string, FieldValue>
/** What a club sees of what was decided about a line. */
type Seen = { allotted_quantity: number; status: LineStatus; remarks: string }
/** A row of which some fields are read. */
type Row = Record<string, FieldValue | null>
export type ModelLine = {
  id: string
  club: ClubId
  itemId: string | null
  /** The name of a custom line. */
  ownName: string
  ordered_quantity: number
  allotted_quantity: number
  delivered_quantity: number
  status: LineStatus
  remarks: string
  link: string
  isDeleted: boolean
}

const SEEN = ['allotted_quantity', 'status', 'remarks'] as const
const seenNow = (line: ModelLine): Seen => pick(line, SEEN)
/** A line of which nothing was asked yet. */
const FRESH = {
  ordered_quantity: 0,
  allotted_quantity: 0,
  delivered_quantity: 0,
  status: 'Pending',
  remarks: '',
  isDeleted: false,
} as const
/** An entry about no row. */
const OF_ALL = { clubId: null, lineId: null, itemId: null, units: 0, reason: '' }
const isOver = (status: LineStatus) => status === 'Delivered' || status === 'Rejected'
export type ModelItem = {
  id: string
  itemName: string
  itemQuantity: number
  itemStatus: ItemStatus
  unit: string
  place: string
  itemOrderedStatus: string
  itemRemark: string
}
export type ModelEntry = {
  kind: EntryKind
  clubId: ClubId | null
  lineId: string | null
  itemId: string | null
  units: number
  changes: Record<string, readonly [before: FieldValue, after: FieldValue]>
  reason: string
}
export type ModelBatch = {
  id: string
  by: string
  undoes: string | null
  entries: ModelEntry[]
}
/** The entries of a call, a reason why it is refused, or neither. */
/** `before` are those of an earlier change of the same call. */
export type Outcome =
  { code: ProblemCode } | { entries: ModelEntry[]; undoes?: string; before?: ModelEntry[] }

/** How many units an entry handed over. */
const handedBy = ({ delivered_quantity: [was, is] = [0, 0] }: ModelEntry['changes']): number =>
  Number(is) - Number(was)

const refused = (code: ProblemCode): Outcome => ({ code })
const NOTHING: Outcome = { entries: [] }
const keyOf = (name: string) => name.trim().toLowerCase()

function differences(before: Row, after: Fields): ModelEntry['changes'] {
  const changes: ModelEntry['changes'] = {}
  for (const [field, is] of Object.entries(after)) {
    const was = before[field]
    if (was !== undefined && was !== null && was !== is) changes[field] = [was, is]
  }
  return changes
}

/**
 * The store as the specification describes it, in memory. Names of the tests differ by more than what the rules for names fold. The
 * caller brings the ids that the real store gave.
 */
export class Model {
  isOpen = true
  isHeld = false
  /** What each line's club sees, by the line's id. */
  readonly seen = new Map<string, Seen>()
  readonly items = new Map<string, ModelItem>()
  /** Of the current edition. */
  readonly lines = new Map<string, ModelLine>()
  /** The ended editions, with the change that ended each. */
  readonly ended: { name: string; batch: ModelEntry[]; lines: Map<string, ModelLine> }[] = []
  edition = 'First edition'
  readonly batches: ModelBatch[] = []

  nameOf = (line: ModelLine): string =>
    line.itemId === null ? line.ownName : (this.items.get(line.itemId)?.itemName ?? '')
  liveLines = (club: ClubId): ModelLine[] =>
    [...this.lines.values()].filter((line) => line.club === club && !line.isDeleted)
  private itemNamed = (name: string): ModelItem | undefined =>
    [...this.items.values()].find(({ itemName }) => keyOf(itemName) === keyOf(name))
  private sameLine = (row: Pick<ModelLine, 'club' | 'itemId' | 'ownName'>) =>
    this.liveLines(row.club).find(
      ({ itemId, ownName }) =>
        itemId === row.itemId && (itemId !== null || keyOf(ownName) === keyOf(row.ownName)),
    )

  private ofLine(kind: EntryKind, line: ModelLine, after: Fields, units: number, reason = '') {
    const { id, club, itemId } = line
    const changes = differences(line, after)
    Object.assign(line, after)
    const shelf = this.items.get(itemId ?? '')
    if (shelf) shelf.itemQuantity -= units
    return { kind, clubId: club, lineId: id, itemId, units, changes, reason }
  }

  private ofItem(kind: EntryKind, item: ModelItem, after: Fields, units = 0): ModelEntry {
    const changes = differences(item, after)
    Object.assign(item, after)
    const shared = { clubId: null, lineId: null, reason: '' }
    return { ...shared, kind, itemId: item.id, units, changes }
  }

  /** An order, and then a decision for each line of which it gives units. `idOf` answers the id of the new line. */
  place(
    club: ClubId,
    rows: LineRequest[],
    idOf: (row: LineRequest) => string,
    isLate = false,
  ): Outcome {
    if (!this.isOpen && !isLate) return refused('ordering_disabled')
    if (
      rows.some(({ ordered_quantity, itemName }) => ordered_quantity < 1 || itemName?.trim() === '')
    )
      return refused('invalid')
    for (const { item_id: itemId, itemName } of rows) {
      if (itemId === null && this.itemNamed(itemName ?? '')) return refused('in_stock')
      if (itemId !== null && this.items.get(itemId)?.itemStatus !== 'enabled')
        return refused('item_unavailable')
    }
    const needed = new Map<string, number>()
    for (const { item_id: itemId, allotted_quantity: units = 0 } of rows)
      if (itemId !== null) needed.set(itemId, (needed.get(itemId) ?? 0) + units)
    for (const [itemId, units] of needed)
      if (units > (this.items.get(itemId)?.itemQuantity ?? 0)) return refused('insufficient_stock')
    const entries = new Map<string, ModelEntry>()
    const decisions: LineChange[] = []
    for (const row of rows) {
      const { item_id: itemId, ordered_quantity, link } = row
      const ownName = row.itemName?.trim() ?? ''
      const line = this.sameLine({ club, itemId, ownName })
      const earlier = entries.get(line?.id ?? '')
      if (!line) {
        const id = idOf(row)
        const made = { id, club, itemId, ownName, link, ...FRESH }
        this.lines.set(id, made)
        this.seen.set(id, seenNow(made))
        entries.set(id, this.ofLine('line_ordered', made, { ordered_quantity }, 0))
        continue
      }
      const isClosed = isOver(line.status)
      const seen = this.seen.get(line.id)
      if (seen && isOver(seen.status)) seen.status = 'Pending'
      const entry = this.ofLine(
        'line_raised',
        line,
        {
          ordered_quantity: line.ordered_quantity + ordered_quantity,
          status: isClosed ? 'Pending' : line.status,
          link: link || line.link,
        },
        0,
      )
      if (!earlier) entries.set(line.id, entry)
      else if (earlier.kind === 'line_ordered')
        earlier.changes = { ordered_quantity: [0, line.ordered_quantity] }
      else
        for (const [field, [before, after]] of Object.entries(entry.changes))
          earlier.changes[field] = [earlier.changes[field]?.[0] ?? before, after]
    }
    for (const { item_id: itemId, itemName, allotted_quantity: units = 0 } of rows) {
      const line = this.sameLine({ club, itemId, ownName: itemName?.trim() ?? '' })
      if (line && units > 0) decisions.push({ _id: line.id, allotted_quantity: units })
    }
    const given = this.allot(decisions)
    return 'code' in given ? given : { entries: [...entries.values(), ...given.entries] }
  }

  allot(decisions: LineChange[]): Outcome {
    const sums = new Map<string, { line: ModelLine } & Omit<LineChange, '_id'>>()
    const needed = new Map<string, number>()
    for (const { _id: lineId, allotted_quantity: units = 0, ...said } of decisions) {
      const line = this.lines.get(lineId)
      if (!line || line.isDeleted) return refused('not_found')
      const sum = sums.get(lineId)
      sums.set(lineId, {
        ...sum,
        ...said,
        line,
        allotted_quantity: (sum?.allotted_quantity ?? 0) + units,
      })
      const item = line.itemId ?? ''
      needed.set(item, (needed.get(item) ?? 0) + units)
    }
    for (const { _id: lineId, allotted_quantity: units = 0 } of decisions) {
      const { line, allotted_quantity: all = 0 } = sums.get(lineId) ?? {}
      if (!line) continue
      if (units < 0 && line.allotted_quantity + all < 0) return refused('insufficient_allotment')
      const left = this.items.get(line.itemId ?? '')?.itemQuantity ?? Number.POSITIVE_INFINITY
      if (units > 0 && left < (needed.get(line.itemId ?? '') ?? 0))
        return refused('insufficient_stock')
    }
    const entries = [...sums.values()].map(
      ({ line, allotted_quantity: units = 0, status, remarks }) => {
        const allotted_quantity = line.allotted_quantity + units
        const delivered_quantity =
          status === 'Delivered'
            ? allotted_quantity
            : Math.min(line.delivered_quantity, allotted_quantity)
        const said = { status: status ?? line.status, remarks: remarks ?? line.remarks }
        const isInHands =
          delivered_quantity !== line.delivered_quantity ||
          (said.status === 'Delivered' && line.status !== said.status)
        const entry = this.ofLine(
          'line_decided',
          line,
          { allotted_quantity, delivered_quantity, ...said },
          units,
        )
        const isChanged = Object.keys(entry.changes).length > 0
        if (isChanged && (!this.isHeld || isInHands)) this.seen.set(line.id, seenNow(line))
        return entry
      },
    )
    return { entries: entries.filter(({ changes }) => Object.keys(changes).length > 0) }
  }

  handOver(club: ClubId, to: string, rows: readonly HandOverRow[]): Outcome {
    const units = new Map<string, number>()
    for (const { _id: id, quantity } of rows) units.set(id, (units.get(id) ?? 0) + quantity)
    const handed = [...units].map(([id, sum]) => ({ line: this.lines.get(id), sum }))
    if (handed.some(({ line }) => !line || line.isDeleted || line.club !== club))
      return refused('not_found')
    if (
      handed.some(({ line, sum }) => line && line.delivered_quantity + sum > line.allotted_quantity)
    )
      return refused('insufficient_allotment')
    return {
      entries: handed.flatMap(({ line, sum }) => {
        if (!line) return []
        const delivered_quantity = line.delivered_quantity + sum
        const isAll = delivered_quantity === line.allotted_quantity
        const after = { delivered_quantity, status: isAll ? 'Delivered' : line.status }
        return [this.ofHands(line, after, to)]
      }),
    }
  }

  /** The club was there, so it sees the whole line. */
  private ofHands(line: ModelLine, after: Fields, to: FieldValue): ModelEntry {
    const entry = this.ofLine('handed_over', line, after, 0)
    this.seen.set(line.id, seenNow(line))
    return { ...entry, changes: { ...entry.changes, to: ['', to] } }
  }

  /** A correction by a club of its own line, or with `club` null by an administrator. */
  correct(
    id: string,
    club: ClubId | null,
    { asked, link, was }: { asked: number; link?: string; was: number },
  ): Outcome {
    const line = this.lines.get(id)
    if (!line || line.isDeleted || (club !== null && line.club !== club))
      return refused('not_found')
    if (club !== null && !this.isOpen) return refused('ordering_disabled')
    if (was !== line.ordered_quantity) return refused('changed_meanwhile')
    if (asked < 1 || (link !== undefined && line.itemId !== null)) return refused('invalid')
    const isMore = asked > line.ordered_quantity
    if (asked === line.ordered_quantity && (link ?? line.link) === line.link) return NOTHING
    if (asked < line.delivered_quantity) return refused('already_handed_over')
    if (isMore && line.itemId !== null && this.items.get(line.itemId)?.itemStatus !== 'enabled')
      return refused('item_unavailable')
    const isFewer = asked < line.ordered_quantity
    const allotted_quantity = isFewer
      ? Math.min(line.allotted_quantity, asked)
      : line.allotted_quantity
    const status = isMore && isOver(line.status) ? 'Pending' : line.status
    const after = { ordered_quantity: asked, allotted_quantity, status, link: link ?? line.link }
    const seen = this.seen.get(id)
    if (seen) {
      if (isFewer) seen.allotted_quantity = Math.min(seen.allotted_quantity, asked)
      if (isMore && isOver(seen.status)) seen.status = 'Pending'
    }
    const units = allotted_quantity - line.allotted_quantity
    return { entries: [this.ofLine('line_corrected', line, after, units)] }
  }

  withdraw(line: ModelLine): Outcome {
    if (!this.isOpen) return refused('ordering_disabled')
    if (!line.isDeleted && line.delivered_quantity > 0) return refused('already_handed_over')
    return this.remove([line], '')
  }

  remove(lines: readonly ModelLine[], reason: string): Outcome {
    const live = lines.filter(({ isDeleted }) => !isDeleted)
    const entries = live.map((line) => {
      const returned = line.itemId === null ? 0 : line.allotted_quantity - line.delivered_quantity
      const allotted_quantity = line.allotted_quantity - returned
      const entry = this.ofLine('line_deleted', line, { allotted_quantity }, 0 - returned, reason)
      line.isDeleted = true
      return entry
    })
    return { entries }
  }

  add(id: string, item: Pick<ModelItem, 'itemName' | 'itemQuantity' | 'itemStatus'>): Outcome {
    if (this.itemNamed(item.itemName)) return refused('name_taken')
    const made = { id, unit: '', place: '', itemOrderedStatus: '', itemRemark: '', ...item }
    this.items.set(id, made)
    const entry = this.ofItem('item_added', made, {})
    return { entries: [{ ...entry, changes: { itemQuantity: [0, item.itemQuantity] } }] }
  }

  edit(
    id: string,
    change: Partial<Omit<ModelItem, 'id' | 'itemOrderedStatus' | 'itemRemark'>>,
    isStale: boolean,
  ): Outcome {
    const item = this.items.get(id)
    if (!item) return refused('not_found')
    if (isStale) return refused('changed_meanwhile')
    const namesake = this.itemNamed(change.itemName ?? '')
    if (Object.keys(differences(item, change)).length === 0) return NOTHING
    if (namesake && namesake.id !== id) return refused('name_taken')
    const units = (change.itemQuantity ?? item.itemQuantity) - item.itemQuantity
    return { entries: [this.ofItem('item_edited', item, change, units)] }
  }

  note(id: string, note: Partial<Pick<ModelItem, 'itemOrderedStatus' | 'itemRemark'>>): Outcome {
    const item = this.items.get(id)
    if (!item) return refused('not_found')
    const entry = this.ofItem('item_noted', item, note)
    return Object.keys(entry.changes).length > 0 ? { entries: [entry] } : NOTHING
  }

  turn(isOpen: boolean): Outcome {
    if (this.isOpen === isOpen) return NOTHING
    this.isOpen = isOpen
    return {
      entries: [{ ...OF_ALL, kind: 'ordering_turned', changes: { isOpen: [!isOpen, isOpen] } }],
    }
  }

  hold(isHeld: boolean): Outcome {
    if (this.isHeld === isHeld) return NOTHING
    this.isHeld = isHeld
    const changes = { decisionsHeld: [!isHeld, isHeld] as const }
    const announced = isHeld ? [] : this.announceTo()
    return { entries: [{ ...OF_ALL, kind: 'hold_set', changes }, ...announced] }
  }

  announce = (club?: ClubId): Outcome => ({ entries: this.announceTo(club) })

  private announceTo(club?: ClubId): ModelEntry[] {
    return [...this.lines.values()].flatMap((line): ModelEntry[] => {
      const seen = this.seen.get(line.id)
      if (line.isDeleted || !seen || (club !== undefined && line.club !== club)) return []
      const now = seenNow(line)
      const changed = SEEN.filter((field) => seen[field] !== now[field])
      this.seen.set(line.id, now)
      if (changed.length === 0) return []
      const changes = Object.fromEntries(
        changed.map((field) => [field, [seen[field], now[field]] as const]),
      )
      const about = { clubId: line.club, lineId: line.id, itemId: line.itemId }
      return [{ ...about, kind: 'announced', units: 0, changes, reason: '' }]
    })
  }

  /** Whether something stands against taking back one entry, apart from the shelf. */
  private isBlocked({ kind, lineId, itemId, units, changes }: ModelEntry): boolean {
    const line = this.lines.get(lineId ?? '')
    const isElse = (row: Row, field: string) =>
      changes[field] !== undefined && row[field] !== changes[field][1]
    if (kind === 'line_deleted' && line) return !line.isDeleted || this.sameLine(line) !== undefined
    if (kind === 'line_corrected' && line) {
      const given = line.allotted_quantity - units
      const asked = Number(changes['ordered_quantity']?.[0] ?? line.ordered_quantity)
      return (
        line.isDeleted ||
        ['ordered_quantity', 'link', 'status'].some((field) => isElse(line, field)) ||
        given < 0 ||
        line.delivered_quantity > Math.min(asked, given)
      )
    }
    if (kind === 'handed_over' && line) {
      const left = line.delivered_quantity - handedBy(changes)
      return line.isDeleted || left < 0 || left > line.allotted_quantity
    }
    if (kind === 'line_decided' && line) {
      const allotted_quantity = line.allotted_quantity - units
      const delivered_quantity = Number(
        changes['delivered_quantity']?.[0] ?? line.delivered_quantity,
      )
      const isChanged = ['status', 'remarks', 'delivered_quantity'].some((field) =>
        isElse(line, field),
      )
      return (
        line.isDeleted ||
        isChanged ||
        allotted_quantity < 0 ||
        delivered_quantity > allotted_quantity
      )
    }
    const item = this.items.get(itemId ?? '')
    if (!item) return true
    const name = changes['itemName']
    const namesake = name && this.itemNamed(String(name[0]))
    const fields = ['itemName', 'itemStatus', 'unit', 'place', 'itemOrderedStatus', 'itemRemark']
    return (
      fields.some((field) => isElse(item, field)) ||
      (namesake !== undefined && namesake.id !== itemId)
    )
  }

  end(next: string, leftovers: Leftovers): Outcome {
    const names = [this.edition, ...this.ended.map(({ name }) => name)].map(keyOf)
    if (names.includes(keyOf(next))) return refused('name_taken')
    const live = [...this.lines.values()].filter(({ isDeleted }) => !isDeleted)
    const isAhead = (line: ModelLine) =>
      SEEN.some((field) => this.seen.get(line.id)?.[field] !== line[field])
    if (live.some(isAhead)) return refused('decisions_held')
    const before = [this.turn(false), this.hold(false)].flatMap((outcome) =>
      'code' in outcome ? [] : outcome.entries,
    )
    const batch = live
      .filter((line) => line.allotted_quantity > line.delivered_quantity)
      .map((line): ModelEntry => {
        const isReturned = leftovers === 'shelf'
        const units = isReturned ? line.delivered_quantity - line.allotted_quantity : 0
        const given = { delivered_quantity: line.allotted_quantity }
        return this.ofLine('edition_ended', line, isReturned ? {} : given, units)
      })
    batch.push(this.ofEdition([this.edition, next], leftovers))
    this.ended.push({ name: this.edition, batch, lines: new Map(this.lines) })
    this.lines.clear()
    this.edition = next
    return { entries: batch, before }
  }

  private ofEdition(edition: readonly [string, string], leftovers?: Leftovers): ModelEntry {
    const changes = { edition, ...(leftovers && { leftovers: ['', leftovers] as const }) }
    return { ...OF_ALL, kind: 'edition_ended', changes }
  }

  /** Takes the end of an edition back, if its next one never had a line. */
  private beginAgain(id: string, taken: readonly ModelEntry[]): Outcome {
    const last = this.ended.at(-1)
    const isLast = last?.batch.every((entry) => taken.includes(entry)) ?? false
    const back = taken.filter(({ units, itemId }) => units !== 0 && itemId !== null)
    if (!last || !isLast || this.lines.size > 0 || this.free(back).length < back.length)
      return refused('cannot_undo')
    for (const [lineId, line] of last.lines) this.lines.set(lineId, line)
    const entries = taken.map((entry) => {
      const line = this.lines.get(entry.lineId ?? '')
      if (!line) return this.ofEdition([this.edition, last.name])
      const [was] = entry.changes['delivered_quantity'] ?? []
      const after: Fields = was === undefined ? {} : { delivered_quantity: was }
      return this.ofLine('edition_ended', line, after, 0 - entry.units)
    })
    this.edition = last.name
    this.ended.pop()
    return { undoes: id, entries }
  }

  undo(id: string, isRest = false): Outcome {
    const batch = this.batches.find((known) => known.id === id)
    if (!batch) return refused('not_found')
    if (this.batches.some(({ undoes }) => undoes === id)) return refused('already_undone')
    if (batch.entries.some(({ changes }) => changes['leftovers']))
      return this.beginAgain(id, batch.entries)
    const isEnded = ({ lineId }: ModelEntry) => lineId !== null && !this.lines.has(lineId)
    if (batch.entries.some(isEnded)) return refused('cannot_undo')
    const undoable = ['line_corrected', 'line_decided', 'line_deleted', 'item_added']
    undoable.push('item_edited', 'item_noted', 'handed_over')
    if (batch.entries.some(({ kind }) => !undoable.includes(kind))) return refused('cannot_undo')
    const taken = batch.entries.map((entry) => this.asEdit(entry))
    const free = this.free(taken.filter((entry) => !this.isBlocked(entry)))
    const isWhole = free.length === taken.length
    if (free.length === 0 || (!isWhole && !isRest)) return refused('cannot_undo')
    return { undoes: id, entries: free.map((entry) => this.takeBack(entry)) }
  }

  /** Taking an added item back disables it and takes its first units off the shelf. */
  private asEdit(entry: ModelEntry): ModelEntry {
    const item = this.items.get(entry.itemId ?? '')
    if (entry.kind !== 'item_added' || !item) return entry
    const units = Number(entry.changes['itemQuantity']?.[1])
    const changes = { itemStatus: ['disabled', item.itemStatus] as const }
    return { ...entry, kind: 'item_edited', units, changes }
  }

  /** The entries that can be taken back together, as far as the shelves go: of an item, all that need units or none. */
  private free(entries: readonly ModelEntry[]): ModelEntry[] {
    const needs = ({ lineId, units }: ModelEntry) => (lineId === null ? units : -units)
    const needed = new Map<string, number>()
    for (const entry of entries)
      needed.set(entry.itemId ?? '', (needed.get(entry.itemId ?? '') ?? 0) + needs(entry))
    const lacks = (entry: ModelEntry) => {
      const left = this.items.get(entry.itemId ?? '')?.itemQuantity ?? Number.POSITIVE_INFINITY
      return needs(entry) > 0 && (needed.get(entry.itemId ?? '') ?? 0) > left
    }
    const free = entries.filter((entry) => !lacks(entry))
    return free.length === entries.length ? free : this.free(free)
  }

  private takeBack({ kind, lineId, itemId, units, changes }: ModelEntry): ModelEntry {
    const back: Fields = {}
    for (const [field, [before]] of Object.entries(changes)) back[field] = before
    const line = this.lines.get(lineId ?? '')
    if (line && kind === 'handed_over') {
      const { status, to } = changes
      const after = {
        delivered_quantity: line.delivered_quantity - handedBy(changes),
        status: status && line.status === status[1] ? status[0] : line.status,
      }
      return this.ofHands(line, after, to?.[1] ?? '')
    }
    if (line) {
      if (kind === 'line_deleted') line.isDeleted = false
      const { delivered_quantity: had, status } = line
      const after = { ...back, allotted_quantity: line.allotted_quantity - units }
      const entry = this.ofLine(
        kind === 'line_deleted' ? 'line_restored' : kind,
        line,
        after,
        0 - units,
      )
      const isInHands =
        line.delivered_quantity !== had || (line.status === 'Delivered' && status !== 'Delivered')
      if (!this.isHeld || isInHands) this.seen.set(line.id, seenNow(line))
      return entry
    }
    const item = this.items.get(itemId ?? '')
    if (!item) throw new Error('The item is missing.')
    const after = { ...back, itemQuantity: item.itemQuantity - units }
    return this.ofItem(kind, item, after, 0 - units)
  }
}
