import { shallow } from 'zustand/shallow'
import type { BoardItem, BoardLine } from '#src/contract/board.ts'
import { useDesk } from './desk.ts'
import type { Draft, Drafts } from './model/drafts.ts'
import type { RowLines } from './model/index-board.ts'

type Desk = ReturnType<typeof useDesk.getState>

/** What the page knows of the lines of one item: the drafts, what was given before somebody else changed it just now, and what is gone. */
type RowFacts = { lines: RowLines; drafts: Drafts; marks: ReadonlyMap<string, number | 'gone'> }

const NO_LINES: RowLines = new Map()
const NO_DRAFTS: Drafts = {}
const NO_MARKS: RowFacts['marks'] = new Map()

/** The facts of each row, and what they were told from: every row asks at every change, and most of them did not change. */
const known = new WeakMap<RowLines, Pick<Desk, 'drafts' | 'news' | 'gone'> & { facts: RowFacts }>()

function draftsOf(lines: RowLines, all: Drafts): Drafts {
  let own: Record<string, Draft> | undefined
  for (const { _id } of lines.values()) {
    const draft = all[_id]
    if (draft) own = { ...own, [_id]: draft }
  }
  return own ?? NO_DRAFTS
}

function marksOf(lines: RowLines, { news, gone }: Pick<Desk, 'news' | 'gone'>): RowFacts['marks'] {
  if (news.size === 0 && gone.size === 0) return NO_MARKS
  let own: Map<string, number | 'gone'> | undefined
  for (const { _id } of lines.values()) {
    const mark = gone.has(_id) ? 'gone' : news.get(_id)
    if (mark !== undefined) own = (own ?? new Map<string, number | 'gone'>()).set(_id, mark)
  }
  return own ?? NO_MARKS
}

/** The facts of one row; the same object while nothing of them changed. */
function factsOf({ index, drafts, news, gone }: Desk, itemId: string): RowFacts {
  const lines = index?.rows.get(itemId) ?? NO_LINES
  const before = known.get(lines)
  if (before?.drafts === drafts && before.news === news && before.gone === gone) return before.facts
  const own = draftsOf(lines, drafts)
  const marks = marksOf(lines, { news, gone })
  const isSame = before && shallow(before.facts.drafts, own) && shallow(before.facts.marks, marks)
  const facts = isSame ? before.facts : { lines, drafts: own, marks }
  known.set(lines, { drafts, news, gone, facts })
  return facts
}

/** The lines of one item with their drafts and marks. What shows them is shown again only when something of them changes. */
export function useRowLines({ _id: id }: Pick<BoardItem, '_id'>) {
  const { lines, drafts, marks } = useDesk((desk) => factsOf(desk, id))
  return {
    lines,
    drafts,
    isGone: ({ _id }: BoardLine) => marks.get(_id) === 'gone',
    /** What was given to a line before somebody else changed it just now. */
    wasOf({ _id }: BoardLine): number | undefined {
      const mark = marks.get(_id)
      return typeof mark === 'number' ? mark : undefined
    },
  }
}
