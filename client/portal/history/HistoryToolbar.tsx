import { useState } from 'react'
import { NewRows } from '#client/portal/lists/NewRows.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { Toolbar } from '#client/portal/ui/Screen.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { KINDS } from '#src/contract/history.ts'
import { type Filters, type FilterValues, NO_FILTER } from './filters.ts'
import type { Names } from './use-names.ts'
import segments from '#client/portal/ui/SegmentedToggle.module.css'
import styles from './History.module.css'

const SELECTS = [
  { name: 'club', label: 'Club', all: 'All clubs' },
  { name: 'item', label: 'Item', all: 'All items' },
  { name: 'kind', label: 'Kind', all: 'All changes' },
  { name: 'by', label: 'Person', all: 'Everybody' },
  { name: 'edition', label: 'Edition', all: 'This edition' },
] as const

type SelectsProps = {
  names: Names
  values: FilterValues
  showsLabel?: boolean
  onChange: (values: Partial<FilterValues>) => void
}

const Selects = ({ names, values, showsLabel, onChange }: SelectsProps) =>
  SELECTS.map(({ name, label, all }) => {
    const [value, known] = [values[name], names[name]]
    // Before the first edition has ended there is nothing to choose.
    if (name === 'edition' && known.length === 0) return null
    // The address may name what the lists do not have, such as a club that never ordered.
    const isUnknown = value !== '' && !known.some((option) => option.value === value)
    return (
      <InlineSelect
        key={name}
        label={label}
        value={value}
        showsLabel={showsLabel}
        options={[
          { value: '', label: all },
          ...known,
          ...(isUnknown ? [{ value, label: `This ${label.toLowerCase()}` }] : []),
        ]}
        onChange={(chosen) => onChange({ [name]: chosen })}
      />
    )
  })

type HistoryToolbarProps = {
  filters: Filters
  names: Names
  /** How many changes wait to be shown. */
  waiting: number
  onChange: (values: Partial<FilterValues>) => void
  onShowNew: () => void
}

/** The ready filters, the selects, and the changes that wait. */
export function HistoryToolbar(props: HistoryToolbarProps) {
  const { filters, names, waiting, onChange, onShowNew } = props
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const closeSheet = () => setIsSheetOpen(false)
  const values = { ...NO_FILTER, ...filters }
  const used = Object.keys(filters).length
  return (
    <Toolbar>
      <fieldset className={segments.SegmentedToggle} data-words="">
        <legend className="sr">What is shown</legend>
        {(['', 'line_deleted'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={values.kind === kind && values.batch === ''}
            onClick={() => onChange({ kind, batch: '' })}
          >
            {kind && <Icon name="bin" size="small" />}
            {kind ? KINDS[kind].label : 'Everything'}
          </button>
        ))}
      </fieldset>
      <div className={styles.Selects}>
        <Selects names={names} values={values} onChange={onChange} />
      </div>
      <Button icon="filter" className={styles.FilterButton} onClick={() => setIsSheetOpen(true)}>
        Filter
        {used > 0 && (
          <span className="num">
            {used}
            <span className="sr"> set</span>
          </span>
        )}
      </Button>
      <NewRows count={waiting} noun="change" onShow={onShowNew} />
      <Dialog
        open={isSheetOpen}
        onClose={closeSheet}
        title="Filter"
        place="bottom"
        closeLabel="Close"
      >
        <div className="fields">
          <Selects names={names} values={values} showsLabel onChange={onChange} />
        </div>
        <DialogActions>
          <Button
            onClick={() => {
              onChange(NO_FILTER)
              closeSheet()
            }}
          >
            Clear filters
          </Button>
          <Button variant="primary" onClick={closeSheet}>
            Show changes
          </Button>
        </DialogActions>
      </Dialog>
    </Toolbar>
  )
}
