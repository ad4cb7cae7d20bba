import { closeLateLine, useLateLine } from './late-line.ts'
import { LateLineDialog } from './LateLineDialog.tsx'

/** Stands once on a screen from which late lines are added. */
export const LateLine = () => (
  <LateLineDialog of={useLateLine(({ of }) => of)} onClose={closeLateLine} />
)
