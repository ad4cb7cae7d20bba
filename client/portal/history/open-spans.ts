import type { OrderingTurn } from '#src/contract/history.ts'
import { clockText } from '#src/rules/day-text.ts'
import { counted } from '#src/rules/number-text.ts'

type Turn = Pick<OrderingTurn, 'at' | 'isConfirmDisabled'>
/** From one moment to another, in milliseconds since 1970. */
export type Span = readonly [from: number, to: number]

/**
 * When clubs could order between two moments. `turns` are in order, with the last one before `from`; `isOpenNow` is what holds when ordering
 * was never switched.
 */
export function openSpans(turns: readonly Turn[], [from, to]: Span, isOpenNow: boolean): Span[] {
  const before = turns.findLast(({ at }) => Date.parse(at) <= from)
  // What the first turn changed was so before it.
  let isOpen = before ? !before.isConfirmDisabled : (turns[0]?.isConfirmDisabled ?? isOpenNow)
  let since = from
  const spans: Span[] = []
  for (const { at, isConfirmDisabled } of turns) {
    const time = Date.parse(at)
    if (time <= from || time >= to || isOpen === !isConfirmDisabled) continue
    if (isOpen) spans.push([since, time])
    isOpen = !isOpen
    since = time
  }
  return isOpen ? [...spans, [since, to]] : spans
}

/** `ordering open until 18:00, with 1 pause`; `''` if it was closed all day. */
export function openText(spans: readonly Span[], [from, to]: Span): string {
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last) return ''
  const since = first[0] === from ? '' : ` from ${clockText(new Date(first[0]))}`
  const until = last[1] === to ? '' : ` until ${clockText(new Date(last[1]))}`
  if (spans.length > 1)
    return `ordering open${since}${until}, with ${counted(spans.length - 1, 'pause')}`
  return `ordering open${since + until || ' all day'}`
}
