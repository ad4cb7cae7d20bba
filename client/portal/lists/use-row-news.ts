import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { counted } from '#src/rules/number-text.ts'
import type { LiveRows } from '#client/portal/data/live-query.ts'

export type WatchedValue<Row> = { word: string; read: (row: Row) => string | number }

const LONGEST_SHOWN = 40
const isShort = (value: string | number) => value !== '' && String(value).length <= LONGEST_SHOWN

/** Describes what changed (`given changed 3 to 5`); `null` when no watched value did. */
export function describeChange<Row>(
  before: Row,
  after: Row,
  watched: readonly WatchedValue<Row>[],
): string | null {
  const words = watched.flatMap(({ word, read }) => {
    const [was, is] = [read(before), read(after)]
    if (was === is) return []
    return isShort(was) && isShort(is) ? `${word} changed ${was} to ${is}` : `${word} changed`
  })
  return words.length > 0 ? words.join(', ') : null
}

/** A screen reader says the number of changes this often: it needs time for other words. */
const SPEAK_EVERY_MS = 5_000

type NewsOptions<Row> = Pick<LiveRows<Row>, 'rows' | 'updated'> & {
  watched: readonly WatchedValue<Row>[]
  /** The word for one row, which a screen reader hears with the count: "item". */
  noun: string
}

/** What other people have just changed in a list: words for each row, and now and then a sentence to be read aloud. */
export function useRowNews<Row extends { _id: string }>(options: NewsOptions<Row>) {
  const { rows, updated, watched, noun } = options
  const [spoken, setSpoken] = useState({ text: '', turn: 0 })
  const told = useRef(updated)
  // A change is in `updated` for longer than this takes.
  const tell = useEffectEvent(() => {
    const count = [...updated].filter(([id, change]) => told.current.get(id) !== change).length
    told.current = updated
    if (count > 0)
      setSpoken(({ turn }) => ({ text: `${counted(count, noun)} updated`, turn: turn + 1 }))
  })
  useEffect(() => {
    const timer = setInterval(tell, SPEAK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])

  return {
    /** What to say beside a row's name; `null` where nothing is new. */
    wordsOf(id: string): string | null {
      const change = updated.get(id)
      const row = change && rows.find(({ _id }) => _id === id)
      if (!row) return null
      if (!change.before) return 'just arrived'
      return `${describeChange(change.before, row, watched) ?? 'updated'} just now`
    },
    spoken,
  }
}
