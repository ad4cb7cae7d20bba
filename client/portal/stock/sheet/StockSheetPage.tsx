import { useEffect, useState } from 'react'
import { AdminScreen } from '#client/portal/app/AdminScreen.tsx'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { DownloadButton } from '#client/portal/lists/DownloadButton.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { stockList } from '#client/portal/orders/lists.ts'
import { Plate, Plates } from '#client/portal/ui/Plates.tsx'
import { grouped } from '#src/rules/number-text.ts'
import type { SheetMode } from '#src/rules/stock-sheet.ts'
import { useHandedOver } from './handed-over.ts'
import { ListBox } from './ListBox.tsx'
import { Preview } from './Preview.tsx'
import { toSheetFile } from './sheet-file.ts'
import { MODES } from './stock-list.ts'
import styles from './StockSheet.module.css'

/** Loads many items at once: what the numbers mean, the list, and what it would change. */
export default function StockSheetPage() {
  const stock = useLiveList(stockList)
  const [list, setList] = useState(useHandedOver.getState)
  // Of an empty stock nothing is counted yet.
  const [mode, setMode] = useState<SheetMode | null>(() => (list ? 'add' : null))
  useEffect(() => useHandedOver.setState(null, true), [])
  return (
    <AdminScreen back={{ href: '/inventoryadp', label: 'Stock' }}>
      <ListBody list={stock} noun="items">
        {list && mode ? (
          <Preview
            list={list}
            mode={mode}
            items={stock.rows}
            onMode={setMode}
            onLeave={() => setList(null)}
          />
        ) : (
          <>
            <p className={styles.Lead}>
              Load many items at once. You see everything before it is saved.
            </p>
            <Plates legend="What do the numbers mean?">
              {(['add', 'count'] as const).map((each) => (
                <Plate
                  key={each}
                  group="mode"
                  name={MODES[each].name}
                  checked={mode === each}
                  onChoose={() => setMode(each)}
                >
                  {MODES[each].means}
                </Plate>
              ))}
            </Plates>
            <output className={styles.Lead}>
              {list && `${grouped(list.rows.length)} rows are read. Say what their numbers mean.`}
            </output>
            <ListBox title="The list" onList={setList} />
            <section className={`stack ${styles.Counting}`}>
              <h2 className="heading">Counting?</h2>
              <p>
                Download the sheet, write what you count into Quantity, and drop it here. What is
                given meanwhile is taken into account.
              </p>
              <DownloadButton toSheet={() => toSheetFile(stock.rows, new Date())}>
                Download the stock sheet
              </DownloadButton>
            </section>
          </>
        )}
      </ListBody>
    </AdminScreen>
  )
}
