import { useShallow } from 'zustand/react/shallow'
import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { useDesk } from './desk.ts'
import type { Draft, Drafts } from './model/drafts.ts'
import type { RowLines } from './model/index-board.ts'

const NO_LINES: RowLines = new Map()
// The same objects for most rows: to compare others takes a while, and every row does it at each change.
const NO_DRAFTS: Drafts = {}
const NO_MARKS: readonly undefined[] = []

/** The lines of one item with their drafts and marks. What shows them is shown again only when something of them changes. */
export function useRowLines({ _id: id }: Pick<BoardItem, '_id'>) {
  const lines = useDesk(({ index }) => index?.rows.get(id) ?? NO_LINES)
  const drafts: Drafts = useDesk(
    useShallow(({ drafts: all }) => {
      let own: Record<string, Draft> | undefined
      for (const { _id } of lines.values()) {
        const draft = all[_id]
        if (draft) own = { ...own, [_id]: draft }
      }
      return own ?? NO_DRAFTS
    }),
  )
  const marks = useDesk(
    useShallow(({ news, gone }) => {
      if (news.size === 0 && gone.size === 0) return NO_MARKS
      const all = [...lines.values()].map(({ _id }) => (gone.has(_id) ? 'gone' : news.get(_id)))
      return all.some((mark) => mark !== undefined) ? all : NO_MARKS
    }),
  )
  const markOf = new Map([...lines.values()].map(({ _id }, at) => [_id, marks[at]]))
  return {
    lines,
    drafts,
    isGone: ({ _id }: BoardLine) => markOf.get(_id) === 'gone',
    /** What was given to a line before somebody else changed it just now. */
    wasOf({ _id }: BoardLine): number | undefined {
      const mark = markOf.get(_id)
      return typeof mark === 'number' ? mark : undefined
    },
  }
}
