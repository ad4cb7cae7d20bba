import { useState } from 'react'
import { downloadSheet, type Sheet } from './download.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { showFailure } from '#client/portal/ui/toast.ts'

/** `null` while the rows are loading: a spreadsheet would be empty. */
export type ToSheet = (() => Sheet) | null

/** Downloads a spreadsheet of the loaded rows. The first press loads the code for it. */
export function DownloadButton({ toSheet }: { toSheet: ToSheet }) {
  const [busy, setBusy] = useState(false)
  async function handleClick() {
    if (!toSheet) return
    setBusy(true)
    try {
      await downloadSheet(toSheet())
    } catch {
      showFailure('The spreadsheet could not be made. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="small"
      icon="download"
      busy={busy}
      disabled={!toSheet}
      onClick={() => void handleClick()}
    >
      Download Excel
    </Button>
  )
}
