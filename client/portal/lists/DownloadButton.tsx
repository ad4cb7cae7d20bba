import type { ReactNode } from 'react'
import { downloadSheet, type Sheet } from './download.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { showFailure } from '#client/portal/ui/toast.ts'

/** `null` while the rows are loading: a spreadsheet would be empty. */
export type ToSheet = (() => Sheet | Promise<Sheet>) | null

type DownloadButtonProps = {
  toSheet: ToSheet
  /** Of what, where that is not the list on the screen. */
  of?: string
  children?: ReactNode
}

/** Downloads a spreadsheet. The first press loads the code for it. */
export function DownloadButton(props: DownloadButtonProps) {
  const { toSheet, of, children = 'Download Excel' } = props
  const [busy, run] = useBusy()
  async function handleClick() {
    if (!toSheet) return
    try {
      await downloadSheet(await toSheet())
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
      <span>
        {children}
        {of && <span className="sr"> of {of}</span>}
      </span>
    </Button>
  )
}
