import { useMemo, useState } from 'react'
import { useLiveList } from '#client/portal/data/live-query.ts'
import {
  CUSTOM_LINE_FIELDS,
  type CustomLineValues,
  saveLines,
  toLineChanges,
  watchedLine,
} from '#client/portal/drafts/line-changes.ts'
import type { EditedField } from '#client/portal/drafts/use-drafts.ts'
import { useEdits } from '#client/portal/drafts/use-edited-list.ts'
import { idOf, useShownRows } from '#client/portal/lists/use-live-view.ts'
import { usePinnedRows } from '#client/portal/lists/use-pinned-rows.ts'
import { useRowNews } from '#client/portal/lists/use-row-news.ts'
import type { RowTone } from '#client/portal/ui/Table.tsx'
import { inListOrder } from '#src/contract/list-order.ts'
import type { CustomLine } from '#src/contract/records.ts'
import type { LineStatus } from '#src/contract/statuses.ts'
import { commonOf, type Group, groupLines, sumUp } from '#src/rules/buying.ts'
import { labelAlike } from '#src/rules/club-names.ts'
import { counted } from '#src/rules/number-text.ts'
import { customList } from './lists.ts'

/** What a field of several lines shows if their values are not the same. */
export const DIFFERS = 'differs'

const WATCHED = watchedLine('ordered', 'allotted')

/** A row of the table: a thing to buy that one line asks for, a group of lines that ask for the same, or a line of a group. */
export type BuyingRow = ReturnType<typeof sumUp> & {
  _id: string
  kind: 'thing' | 'group' | 'line'
  name: string
  /** What its controls are about: "Felt, all 2 lines". */
  itemName: string
  link: string
  /** The club that asks, if it is one. */
  club: string | null
  /** What it edits, the oldest line first. */
  lines: readonly [CustomLine, ...CustomLine[]]
}

type Buying = { _id: string; row: BuyingRow; below: BuyingRow[] }

const has = ({ row, below }: Buying, id: string) =>
  [row, ...below].some(({ _id, lines }) => _id === id || lines[0]._id === id)
const nameOf = ({ row }: Buying) =>
  row.lines.map(({ itemName, clubName }) => `${itemName}\n${clubName}`).join('\n')

/** The rows of a group. Lines that are gone keep their places; they count only if all are gone. */
function toBuying(
  { key, lines }: Group<CustomLine>,
  gone: ReadonlySet<string>,
  labels: ReadonlyMap<string, string>,
): Buying {
  const labelOf = ({ user_id, clubName }: CustomLine) => labels.get(user_id) ?? clubName
  const toRow = (
    _id: string,
    kind: BuyingRow['kind'],
    lines: BuyingRow['lines'],
    about: string,
  ): BuyingRow => {
    const [{ itemName: name, link }] = lines
    const sums = sumUp(lines)
    const club = sums.clubs === 1 ? labelOf(lines[0]) : null
    return { _id, kind, name, itemName: name + about, link, club, lines, ...sums }
  }
  // The id of an element holds no spaces.
  const _id = encodeURIComponent(key)
  if (lines.length === 1) return { _id, row: toRow(_id, 'thing', lines, ''), below: [] }
  const live = lines.filter(({ _id }) => !gone.has(_id))
  const [first = lines[0], ...others] = live.length > 0 ? live : lines
  return {
    _id,
    row: toRow(_id, 'group', [first, ...others], `, all ${others.length + 1} lines`),
    below: lines.map((line) => toRow(line._id, 'line', [line], ` for ${labelOf(line)}`)),
  }
}

/** The custom items as things to buy, each with the lines that ask for it. What is typed for a group is a draft of each of its lines. */
export function useBuying() {
  const list = useLiveList(customList)
  const sorted = useMemo(() => {
    const things = groupLines(list.rows).map(({ lines }) => ({
      itemName: lines[0].itemName,
      lines,
    }))
    return inListOrder(things).flatMap(({ lines }) => lines)
  }, [list.rows])
  const { rows, gone, ...places } = usePinnedRows(sorted, idOf, { keepsGone: true })
  const news = useRowNews({ ...list, watched: WATCHED, noun: 'item' })
  const things = useMemo(() => {
    const clubs = rows.map(({ user_id: id, clubName: name, email }) => ({ id, name, email }))
    const labels = labelAlike(clubs)
    return groupLines(rows).map((group) => toBuying(group, gone, labels))
  }, [rows, gone])
  const shown = useShownRows({ rows: things, nameOf, isRow: has })

  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const open = (id: string) => setOpened((now) => new Set(now).add(id))
  const edited = useEdits(
    {
      rows: list.phase === 'ready' ? list.rows : null,
      gone,
      reveal(id) {
        const thing = things.find((one) => has(one, id))
        if (!thing) return
        const isGroup = thing.below.length > 0
        if (isGroup) open(thing._id)
        shown.reveal(isGroup ? id : thing._id)
      },
    },
    {
      draftsName: 'custom-items',
      fields: CUSTOM_LINE_FIELDS,
      saveName: 'custom-items-save',
      toChanges: toLineChanges,
      save: saveLines,
    },
  )
  const { edits } = edited

  // What somebody must choose between is never hidden.
  const conflicting = new Set(edits.conflicts.map(({ id }) => id))
  const isOpen = ({ _id, kind, lines }: BuyingRow) =>
    kind === 'group' && (opened.has(_id) || lines.some((line) => conflicting.has(line._id)))
  const isGone = ({ lines }: BuyingRow) => lines.every(({ _id }) => gone.has(_id))

  /** A field of a row; its value is `null` where lines differ. After a conflict one chooses at the line itself. */
  function fieldOf<F extends keyof CustomLineValues>({ kind, lines }: BuyingRow, name: F) {
    const [first, ...others] = lines
    const { value, conflict, ...choices } = edits.field(first, name)
    return {
      ...choices,
      value: commonOf([value, ...others.map((line) => edits.field(line, name).value)]),
      conflict: kind === 'group' ? undefined : conflict,
      edit: (mine: CustomLineValues[F]) => edits.edit(lines, name, mine),
    }
  }

  return {
    ...list,
    ...shown,
    ...edited,
    news,
    places: { ...places, rows: things },
    pageRows: shown.pageRows.flatMap(({ row, below }) => (isOpen(row) ? [row, ...below] : [row])),
    toneOf(row: BuyingRow): RowTone | undefined {
      if (isGone(row)) return 'gone'
      const isNew = !isOpen(row) && row.lines.some(({ _id }) => list.updated.has(_id))
      return isNew ? 'live' : undefined
    },
    dependenciesOf: (row: BuyingRow): unknown[] => [
      isOpen(row),
      ...row.lines.flatMap((line) => [news.wordsOf(line._id), ...edited.dependenciesOf(line)]),
    ],
    isOpen,
    isGone,
    turn(row: BuyingRow): void {
      if (!isOpen(row)) open(row._id)
      else setOpened((now) => new Set([...now].filter((id) => id !== row._id)))
    },
    isLocked: ({ lines }: BuyingRow): boolean => lines.some(edited.isLocked),
    isUnsaved: ({ lines }: BuyingRow): boolean => lines.some(edited.isUnsaved),
    /** What others have just changed. A closed group tells it of one of its lines. */
    newsOf(row: BuyingRow): string | null {
      const line = row.lines.find(({ _id }) => news.wordsOf(_id) !== null)
      if (!line || isOpen(row)) return null
      const words = news.wordsOf(line._id)
      return row.kind === 'group' ? `${line.clubName}: ${words}` : words
    },
    statusOf(row: BuyingRow): EditedField<LineStatus | typeof DIFFERS> {
      const { value, edit, ...field } = fieldOf(row, 'status')
      return { ...field, value: value ?? DIFFERS, edit: (mine) => mine !== DIFFERS && edit(mine) }
    },
    remarksOf(row: BuyingRow): EditedField<string> {
      const field = fieldOf(row, 'remarks')
      return { ...field, value: field.value ?? '' }
    },
    /** What stands in an empty field of remarks. */
    hintOf: (row: BuyingRow) => (fieldOf(row, 'remarks').value === null ? DIFFERS : ''),
    /** What is not saved, in words: "1 item changed: the status goes to 2 lines." */
    unsavedText(): string {
      const changed = things.filter(({ row }) => row.lines.some(edited.isUnsaved)).length
      const drafts = Object.values(edits.drafts)
      const items = `${counted(changed, 'item')} changed`
      if (drafts.length === changed) return `${items}.`
      const fields = (['status', 'remarks'] as const).filter((name) =>
        drafts.some((draft) => draft[name]),
      )
      const go = fields.join() === 'status' ? 'goes' : 'go'
      return `${items}: the ${fields.join(' and ')} ${go} to ${drafts.length} lines.`
    },
  }
}
