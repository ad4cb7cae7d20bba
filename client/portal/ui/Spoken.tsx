/** Read aloud and not shown. The region is always there; a new `turn` makes the same words new. */
export function Spoken({ text, turn }: { text: string; turn: number }) {
  return (
    <output className="sr">
      <span key={turn}>{text}</span>
    </output>
  )
}
