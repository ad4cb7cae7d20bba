import { useEffect, useRef, useState } from 'react'
import { counted } from '#src/rules/number-text.ts'
import { describeChange, type WatchedValue } from './describe-change.ts'

/** A screen reader says the number of changes this often: it needs time for other words. */
const SPEAK_EVERY_MS = 5_000

type NewsOptions<Row> = {
  rows: readonly Row[]
  /** Rows that others have just changed, with the time of the change. */
  updated: ReadonlyMap<string, number>
  watched: readonly WatchedValue<Row>[]
  /** The word for one row, which a screen reader hears with the count: "item". */
  noun: string
}

type Identified = { _id: string }

function collectChanges<Row extends Identified>(
  before: readonly Row[],
  after: readonly Row[],
  watched: readonly WatchedValue<Row>[],
): [id: string, words: string][] {
  const known = new Map(before.map((row) => [row._id, row]))
  return after.flatMap((row) => {
    const earlier = known.get(row._id)
    if (earlier === row) return []
    if (!earlier) return [[row._id, 'just arrived']]
    const change = describeChange(earlier, row, watched)
    return change === null ? [] : [[row._id, `${change} just now`]]
  })
}

/** What other people have just changed in a list: words for each row, and now and then a sentence to be read aloud. */
export function useRowNews<Row extends Identified>(options: NewsOptions<Row>) {
  const { rows, updated, watched, noun } = options
  const [seen, setSeen] = useState({ rows, changes: new Map<string, string>() })
  if (seen.rows !== rows) {
    const changes = collectChanges(seen.rows, rows, watched)
    setSeen({ rows, changes: new Map([...seen.changes, ...changes]) })
  }

  const [spoken, setSpoken] = useState({ text: '', turn: 0 })
  const gathered = useRef({ updated, ids: new Set<string>() })
  useEffect(() => {
    const { updated: known, ids } = gathered.current
    for (const [id, at] of updated) if (known.get(id) !== at) ids.add(id)
    gathered.current.updated = updated
  }, [updated])
  useEffect(() => {
    const timer = setInterval(() => {
      const { ids } = gathered.current
      if (ids.size === 0) return
      const text = `${counted(ids.size, noun)} updated`
      ids.clear()
      setSpoken(({ turn }) => ({ text, turn: turn + 1 }))
    }, SPEAK_EVERY_MS)
    return () => clearInterval(timer)
  }, [noun])

  return {
    /** What to say beside a row's name; `null` where nothing is new. */
    wordsOf: (id: string): string | null =>
      updated.has(id) ? (seen.changes.get(id) ?? 'updated just now') : null,
    spoken,
  }
}
