import { useState } from 'react'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { DownloadButton } from '#client/portal/lists/DownloadButton.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { stockList } from '#client/portal/orders/lists.ts'
import { Plate, Plates } from '#client/portal/ui/Plates.tsx'
import type { StockItem } from '#src/contract/records.ts'
import { grouped } from '#src/rules/number-text.ts'
import type { SheetMode } from '#src/rules/stock-sheet.ts'
import { takeHandedOver } from './handed-over.ts'
import { ListBox } from './ListBox.tsx'
import { Preview } from './Preview.tsx'
import { toSheetFile } from './sheet-file.ts'
import type { StockList } from './stock-list.ts'
import styles from './StockSheet.module.css'
import { MODES } from './words.ts'

/** Loads many items at once: what the numbers mean, the list, and what it would change. */
export default function StockSheetPage() {
  const stock = useLiveList(stockList)
  const [list, setList] = useState<StockList | null>(takeHandedOver)
  // Of an empty stock nothing is counted yet.
  const [mode, setMode] = useState<SheetMode | null>(() => (list ? 'add' : null))
  return (
    <AdminScreen back={{ href: '/inventoryadp', label: 'Stock' }}>
      <ListBody phase={stock.phase} noun="items" onRetry={stock.reload}>
        {list && mode ? (
          <Preview
            list={list}
            mode={mode}
            items={stock.rows}
            onMode={setMode}
            onLeave={() => setList(null)}
          />
        ) : (
          <Start items={stock.rows} list={list} mode={mode} onMode={setMode} onList={setList} />
        )}
      </ListBody>
    </AdminScreen>
  )
}

type StartProps = {
  items: StockItem[]
  list: StockList | null
  mode: SheetMode | null
  onMode: (mode: SheetMode) => void
  onList: (list: StockList) => void
}

function Start({ items, list, mode, onMode, onList }: StartProps) {
  return (
    <>
      <p className={styles.Lead}>Load many items at once. You see everything before it is saved.</p>
      <Plates legend="What do the numbers mean?">
        {(['add', 'count'] as const).map((each) => (
          <Plate
            key={each}
            group="mode"
            name={MODES[each].name}
            checked={mode === each}
            onChoose={() => onMode(each)}
          >
            {MODES[each].means}
          </Plate>
        ))}
      </Plates>
      <output className={styles.Lead}>
        {list && `${grouped(list.rows.length)} rows are read. Say what their numbers mean.`}
      </output>
      <ListBox title="The list" onList={onList} />
      <Counting items={items} />
    </>
  )
}

function Counting({ items }: { items: StockItem[] }) {
  return (
    <section className={styles.Counting}>
      <h2 className="heading">Counting?</h2>
      <p>
        Download the sheet, write what you count into Quantity, and drop it here. What is given
        meanwhile is taken into account.
      </p>
      <DownloadButton toSheet={() => toSheetFile(items, new Date())}>
        Download the stock sheet
      </DownloadButton>
    </section>
  )
}
