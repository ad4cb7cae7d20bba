import { useState } from 'react'
import { downloadSheet, type Sheet } from './download.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { showFailure } from '#client/portal/ui/toast.ts'

type DownloadButtonProps = { toSheet: () => Sheet; disabled?: boolean }

/** Downloads a spreadsheet of the loaded rows. The first press loads the code for it. */
export function DownloadButton({ toSheet, disabled = false }: DownloadButtonProps) {
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
    <Button
      size="small"
      icon="download"
      busy={busy}
      disabled={disabled}
      onClick={() => void handleClick()}
    >
      Download Excel
    </Button>
  )
}
