import type { Moved } from '#src/contract/frames.ts'
import type { LiveList } from '#client/portal/live/list.ts'

type Shown<Row extends { _id: string }> = Pick<
  LiveList<Row>,
  'rows' | 'shown' | 'show' | 'apply' | 'reload' | 'options'
>

const sumOf = ({ topics }: Moved, names: readonly string[], side: 'from' | 'rev') =>
  names.reduce((sum, name) => sum + (topics.find(({ topic }) => topic === name)?.[side] ?? NaN), 0)

/**
 * Shows the rows that a save has changed. A list at the revision before the save is complete with them and needs no read; otherwise it is
 * read. A list that may already contain the save keeps its rows until then.
 */
export function takeSaved<Row extends { _id: string }>(
  list: Shown<Row>,
  saved: { items: Row[]; moved?: Moved | undefined },
): void {
  const { items, moved } = saved
  const { topics, revOf } = list.options
  const shown = list.shown()
  if (!shown || moved?.epoch !== shown.epoch) return void list.reload()
  const counted = revOf ? [revOf] : topics
  const from = sumOf(moved, counted, 'from')
  const changed = new Map(items.map((row) => [row._id, row]))
  const rows = list.rows().map((row) => changed.get(row._id) ?? row)
  if (shown.rev === from) {
    const { epoch } = shown
    return list.show(
      { epoch, rev: sumOf(moved, counted, 'rev'), rows },
      sumOf(moved, topics, 'rev'),
    )
  }
  if (shown.rev < from) list.apply(() => rows)
  void list.reload()
}
