/** Text for screen readers only. The region is always in the page; a new `turn` makes them read the same text again. */
export function Spoken({ text, turn }: { text: string; turn: number }) {
  return (
    <output className="sr">
      <span key={turn}>{text}</span>
    </output>
  )
}
