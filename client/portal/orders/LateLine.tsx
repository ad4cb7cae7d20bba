import { closeLateLine, useLateLine } from './late-line.ts'
import { LateLineDialog } from './LateLineDialog.tsx'

export const LateLine = () => (
  <LateLineDialog of={useLateLine(({ of }) => of)} onClose={closeLateLine} />
)
