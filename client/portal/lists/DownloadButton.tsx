import { downloadSheet, type Sheet } from './download.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { showFailure } from '#client/portal/ui/toast.ts'

/** `null` while the rows are loading: a spreadsheet would be empty. */
export type ToSheet = (() => Sheet) | null

/** Downloads a spreadsheet of the loaded rows. The first press loads the code for it. */
export function DownloadButton({ toSheet }: { toSheet: ToSheet }) {
  const [busy, run] = useBusy()
  async function handleClick() {
    if (!toSheet) return
    try {
      await downloadSheet(toSheet())
    } catch {
      showFailure('The spreadsheet could not be made. Please try again.')
    }
  }
  return (
    <Button
      size="small"
      icon="download"
      busy={busy}
      disabled={!toSheet}
      onClick={() => void run(handleClick)}
    >
      Download Excel
    </Button>
  )
}
