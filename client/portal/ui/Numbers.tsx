/** A sentence whose numbers stand out. */
export const Numbers = ({ in: text }: { in: string }) =>
  text.split(/(\d[\d,]*)/).map((part, at) =>
    at % 2 === 1 ? (
      // The parts of a sentence have no other identity than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <b key={at} className="num">
        {part}
      </b>
    ) : (
      part
    ),
  )
