import type { ReactNode } from 'react'
import type { Shown } from '#client/portal/data/live-query.ts'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { NewRows } from '#client/portal/lists/NewRows.tsx'
import { Pager } from '#client/portal/ui/Pager.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { ToastPlace } from '#client/shared/ToastPlace.tsx'
import { counted } from '#src/rules/number-text.ts'
import { SearchBox } from '#client/portal/ui/SearchBox.tsx'
import { Toolbar } from '#client/portal/ui/Screen.tsx'
import { Spoken } from '#client/portal/ui/Spoken.tsx'
import { type Column, type RowTone, Table } from '#client/portal/ui/Table.tsx'
import { offerUndo } from '#client/portal/ui/toast.ts'
import { PAGE_SIZE } from '#client/portal/lists/use-list-view.ts'
import { lostText } from './drafts.ts'
import type { EditedList, Named } from './use-edited-list.ts'
import { idOf } from '#client/portal/lists/use-live-view.ts'
import styles from './EditedTable.module.css'

type Whole = EditedList<Named>

/** The part of an edited list that the bar for saving reads. */
type Saving = Pick<Whole, 'unsaved' | 'busy' | 'refusal' | 'unanswered' | 'save' | 'discard'> & {
  edits: { lost: object; conflicts: readonly { id: string }[] }
}
/** That part, and the one that the table reads. */
type EditedRows<Row> = Saving &
  Shown &
  Pick<Whole, 'view' | 'found' | 'page' | 'news'> & {
    places: Pick<Whole['places'], 'waiting' | 'release' | 'hoverProps'> & {
      rows: readonly unknown[]
    }
    pageRows: readonly Row[]
    toneOf: (row: Row) => RowTone | undefined
    dependenciesOf: (row: Row) => readonly unknown[]
  }

type EditedTableProps<Row extends Named> = {
  label: string
  table: EditedRows<Row>
  columns: readonly Column<Row>[]
  empty: ReactNode
  stackBelow?: 40 | 75
  searchLabel?: string
  /** What is unsaved, in words. */
  unsavedText?: string
}

const NOUN = 'items'

/** A list that is edited in place, with its search, pages, new rows and the bar for saving. */
export function EditedTable<Row extends Named>(props: EditedTableProps<Row>) {
  const { label, table, columns, empty, stackBelow, searchLabel = 'Search items' } = props
  const { unsavedText = `${counted(table.unsaved, 'row')} changed.` } = props
  const { places, view } = table
  return (
    <>
      <Toolbar>
        <SearchBox label={searchLabel} value={view.query} onChange={view.setQuery} />
        <NewRows count={places.waiting} noun="item" onShow={places.release} />
      </Toolbar>
      <ListBody
        list={table}
        noun={NOUN}
        total={places.rows.length}
        found={table.found}
        query={view.query}
        onClearSearch={() => view.setQuery('')}
        empty={empty}
      >
        <div {...places.hoverProps}>
          <Table
            label={label}
            columns={columns}
            rows={table.pageRows}
            idOf={idOf}
            toneOf={table.toneOf}
            dependenciesOf={table.dependenciesOf}
            underToolbar
            {...(stackBelow && { stackBelow })}
          />
          <Pager
            noun={NOUN}
            page={table.page}
            pageSize={PAGE_SIZE}
            total={table.found}
            onPage={view.setPage}
          />
        </div>
      </ListBody>
      {table.phase === 'ready' && <SaveBar table={table} unsavedText={unsavedText} />}
      <Spoken {...table.news.spoken} />
    </>
  )
}

/** The bar below the table, with messages about the last save and the next one. Save Changes is always enabled: the page says when there is nothing to save. */
function SaveBar({ table, unsavedText }: { table: Saving; unsavedText: string }) {
  const { unsaved, busy } = table
  const lost = lostText(table.edits.lost)
  const conflicts = new Set(table.edits.conflicts.map(({ id }) => id)).size
  const words = [
    table.unanswered &&
      'The last save was not answered. It is sent again, unchanged, as soon as the server can be reached.',
    table.refusal !== null && !table.unanswered && table.refusal,
    conflicts > 0 &&
      `${counted(conflicts, 'row')} changed by someone else: choose which value stays.`,
    lost,
  ]
  return (
    <section
      className={`line ${styles.SaveBar}`}
      aria-label="Unsaved changes"
      data-clean={unsaved === 0 || undefined}
      data-print="no"
    >
      <output className={styles.Words}>
        <span>{unsaved === 0 ? 'No unsaved changes.' : unsavedText}</span>
        {words.map((text) => text && <span key={text}>{text}</span>)}
      </output>
      <div className={styles.Actions}>
        {(unsaved > 0 || lost !== null) && (
          <Button onClick={() => offerUndo('Edits discarded', table.discard())} disabled={busy}>
            Discard
          </Button>
        )}
        <Button variant={unsaved > 0 ? 'primary' : 'quiet'} busy={busy} onClick={table.save}>
          Save Changes
        </Button>
      </div>
      <ToastPlace />
    </section>
  )
}
