import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useMedia } from './use-media.ts'
import styles from './Table.module.css'

export type Column<Row> = {
  key: string
  head: string
  /** The label in a stacked row, where the heading is too long for it. */
  label?: string
  kind?: 'number' | 'middle'
  width?: 'wide' | 'medium' | 'narrow'
  /** Its place in a stacked row; left out: a line of its own. `bare` and `corner` need no label. */
  stacked?: 'third' | 'half' | 'inline' | 'bare' | 'corner'
  cell: (row: Row) => ReactNode
}

/** `live`: someone else has just changed it. `gone`: it is deleted, and stands here until the hand is off the list. */
export type RowTone = 'live' | 'gone'

type TableProps<Row> = {
  /** Names the table, and the region that scrolls where it is too wide. */
  label: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  toneOf?: (row: Row) => RowTone | undefined
  /** Rows become labelled stacks on a screen narrower than this. */
  stackBelow?: 40 | 64
  /** The head sticks below a toolbar, not below the navigation. */
  underToolbar?: boolean
}

/** The `id` of the table row of a record, to scroll to it and to give it the focus. */
export const rowElementId = (id: string) => `row-${id}`

/** True while the content is wider than its frame, so that the frame must scroll and be reachable by keyboard. */
function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = frame.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const observer = new ResizeObserver(() =>
      setOverflows(content.scrollWidth > element.clientWidth + 1),
    )
    observer.observe(element)
    observer.observe(content)
    return () => observer.disconnect()
  }, [frame])
  return overflows
}

/** Stacking takes the native roles away in some browsers; there they are written out. */
const rolesOf = (isStacked: boolean) =>
  Object.fromEntries(
    ['table', 'rowgroup', 'row', 'columnheader', 'rowheader', 'cell'].map((role) => [
      role,
      isStacked ? { role } : {},
    ]),
  )

/** A table with a sticky head, or a list of labelled stacks where there is no room for columns. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, idOf, toneOf, stackBelow = 40, underToolbar } = props
  const isPhone = useMedia('(width < 40rem)')
  const isTablet = useMedia('(width < 64rem)') && stackBelow === 64
  const stack = isPhone ? 'phone' : isTablet ? 'tablet' : undefined
  const roles = rolesOf(stack !== undefined)
  const frame = useRef<HTMLDivElement>(null)
  // The tint of a stacked row reaches into the margins; that is no overflow.
  const overflows = useOverflow(frame) && !stack
  const scrolls = overflows ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {}
  return (
    <div ref={frame} className={styles.Frame} data-scrolls={overflows || undefined} {...scrolls}>
      <table
        {...roles.table}
        className={styles.Table}
        aria-label={label}
        data-under={underToolbar ? 'toolbar' : undefined}
        data-stack={stack}
      >
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ key, head, kind, width }) => (
              <th key={key} {...roles.columnheader} scope="col" data-kind={kind} data-width={width}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => (
            <tr
              key={idOf(row)}
              id={rowElementId(idOf(row))}
              {...roles.row}
              tabIndex={-1}
              data-tone={toneOf?.(row)}
            >
              {columns.map((column, place) => (
                <Cell
                  key={column.key}
                  column={column}
                  row={row}
                  role={place === 0 ? roles.rowheader : roles.cell}
                  isName={place === 0}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps<Row> = {
  column: Column<Row>
  row: Row
  isName: boolean
  role: { role?: string } | undefined
}

function Cell<Row>({ column, row, isName, role }: CellProps<Row>) {
  const { head, label = head, kind, stacked, cell } = column
  if (isName)
    return (
      <th {...role} scope="row">
        {cell(row)}
      </th>
    )
  return (
    <td {...role} data-label={label} data-kind={kind} data-stacked={stacked}>
      {cell(row)}
    </td>
  )
}
