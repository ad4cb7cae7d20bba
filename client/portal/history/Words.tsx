import type { Part } from '#src/rules/describe.ts'
import { grouped } from '#src/rules/number-text.ts'

/** The pieces of a sentence, with its numbers set as numbers. */
export function Words({ parts }: { parts: readonly Part[] }) {
  return parts.map((part, place) => {
    if (typeof part === 'string') return part
    if ('number' in part)
      return (
        <b key={place} className="num">
          {grouped(part.number)}
        </b>
      )
    if ('club' in part) return part.club
    return 'item' in part ? part.item : part.name
  })
}
