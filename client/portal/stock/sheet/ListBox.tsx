import { type ClipboardEvent, type DragEvent, useId, useRef, useState } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { useBusy } from '#client/portal/ui/use-busy.ts'
import { cx } from '#client/shared/cx.ts'
import { readSheetFile } from './sheet-file.ts'
import { ListFault, readPasted, type StockList } from './stock-list.ts'
import styles from './StockSheet.module.css'

type ListBoxProps = {
  title: string
  isMain?: boolean
  onList: (list: StockList) => void
}

const EXAMPLE = 'Item\tQuantity\tPlace\nGaffer Tape\t24\tShelf B2\nNails\t1,000\tShelf C2'

/** Takes a list: pasted or typed cells, a chosen file, or a dropped one. Says why it cannot read one. */
export function ListBox({ title, isMain, onList }: ListBoxProps) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState('')
  const [busy, run] = useBusy()
  const chooser = useRef<HTMLInputElement>(null)
  const [titleId, textId] = [useId(), useId()]

  async function take(read: () => StockList | Promise<StockList>) {
    setFault('')
    try {
      onList(await read())
    } catch (error) {
      if (!(error instanceof ListFault)) throw error
      setFault(error.message)
    }
  }
  function takeFile(file: File | undefined) {
    if (file) void run(() => take(() => readSheetFile(file)))
  }
  function handlePaste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain')
    if (text.trim() !== '' || pasted.trim() === '') return
    void run(() => take(() => readPasted(pasted)))
  }
  function handleDrop(event: DragEvent) {
    event.preventDefault()
    takeFile(event.dataTransfer.files[0])
  }
  return (
    <div onDragOver={(event) => event.preventDefault()} onDrop={handleDrop}>
      <section
        className={cx('fields', styles.Drop)}
        data-main={isMain || undefined}
        aria-labelledby={titleId}
      >
        <h2 id={titleId} className="heading">
          {title}
        </h2>
        <label className="sr" htmlFor={textId}>
          Cells of your list
        </label>
        <textarea
          id={textId}
          rows={6}
          value={text}
          placeholder={EXAMPLE}
          spellCheck={false}
          aria-describedby={`${textId}-hint`}
          onPaste={handlePaste}
          onChange={(event) => setText(event.target.value)}
        />
        <div className={`line ${styles.DropEnd}`}>
          <p id={`${textId}-hint`}>
            Paste cells from a spreadsheet, or drop an .xlsx file here. The first row may hold the
            heads Item, Quantity, Unit, Place, Status.
          </p>
          {text.trim() !== '' && (
            <Button onClick={() => void run(() => take(() => readPasted(text)))}>Preview</Button>
          )}
          <Button icon="box" busy={busy} onClick={() => chooser.current?.click()}>
            Choose a file
          </Button>
          <input
            ref={chooser}
            type="file"
            hidden
            accept=".xlsx"
            aria-label="Choose a file"
            onChange={(event) => {
              takeFile(event.target.files?.[0])
              // The same file may be chosen again after it was mended.
              event.target.value = ''
            }}
          />
        </div>
        <Notice tone="danger">{fault}</Notice>
      </section>
    </div>
  )
}
