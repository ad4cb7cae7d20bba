import { useState } from 'react'
import { downloadSheet, type Sheet } from '../lib/download.ts'
import { Button } from '../ui/Button.tsx'
import { showFailure } from '../ui/toast.ts'

/** Makes a spreadsheet of what is loaded; the code for that comes with the first press. */
export function DownloadButton({ toSheet }: { toSheet: () => Sheet }) {
  const [busy, setBusy] = useState(false)
  async function handleClick() {
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
    <Button size="small" icon="download" busy={busy} onClick={() => void handleClick()}>
      Download Excel
    </Button>
  )
}
