import { useLive } from '#client/portal/data/live-query.ts'
import { demandList, editionList } from '#client/portal/editions/lists.ts'
import { type Column, numberColumn, Table } from '#client/portal/ui/Table.tsx'
import type { Demand } from '#src/contract/editions.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './ItemLedger.module.css'

type Row = Demand & { name: string }

const number = (head: string, valueOf: (row: Row) => number) =>
  numberColumn<Row>(head, (row) => grouped(valueOf(row)), { stacked: 'half' })

const COLUMNS: Column<Row>[] = [
  { head: 'Edition', width: 'wide', cell: ({ name }) => <bdi>{name}</bdi> },
  number('Clubs', ({ clubs }) => clubs),
  number('Asked', ({ asked }) => asked),
  number('Given', ({ given }) => given),
  number('Handed over', ({ handed_over }) => handed_over),
]

/** How much of an item was asked for in each edition, newest first. */
export function ItemDemand({ itemId }: { itemId: string }) {
  const { value: editions } = useLive(editionList)
  const { value: demand } = useLive(demandList)
  const rows = (editions ?? []).flatMap(({ _id, name }) =>
    (demand ?? [])
      .filter((row) => row.edition === _id && row.item_id === itemId)
      .map((row) => ({ ...row, name })),
  )
  if (rows.length === 0) return null
  return (
    <section className={styles.Demand}>
      <h3 className="heading">Demand by edition</h3>
      <Table
        label="Demand by edition"
        columns={COLUMNS}
        rows={rows}
        idOf={({ edition }) => edition}
      />
    </section>
  )
}
