import { lateDialog } from '#client/portal/ui/late-dialog.tsx'
import { closeLateLine, useLateLine } from './late-line.ts'

const LateLineDialog = lateDialog(async () => (await import('./LateLineDialog.tsx')).LateLineDialog)

/** Stands once on a screen from which late lines are added. */
export const LateLine = () => (
  <LateLineDialog of={useLateLine(({ of }) => of)} onClose={closeLateLine} />
)
