import { Fragment, memo, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
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
  /** It holds controls only and is not printed. */
  screenOnly?: boolean
  cell: (row: Row) => ReactNode
}

/** `live`: someone else has just changed it. `gone`: it was deleted and still keeps its place. */
export type RowTone = 'live' | 'gone'

type TableProps<Row> = {
  /** Names the table, and its scrolling region when it is too wide. */
  label: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  toneOf?: (row: Row) => RowTone | undefined
  /**
   * What the cells of a row depend on besides the row itself. With it, a row renders again only when one of these changes: rendering a
   * hundred rows of controls at each key takes more than 100 ms on a slow phone.
   */
  dependenciesOf?: (row: Row) => readonly unknown[]
  /** What stands open below a row, over its whole width. */
  renderDetail?: (row: Row) => ReactNode
  /** Rows become labelled stacks on a screen narrower than this. */
  stackBelow?: 40 | 75
  /** The head sticks below a toolbar, not below the navigation. */
  underToolbar?: boolean
}

/** The element id of a row, for scrolling to it and focusing it. */
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

type Role = { role?: string }

const rolesWith = (toRole: (role: string) => Role) => ({
  table: toRole('table'),
  rowgroup: toRole('rowgroup'),
  row: toRole('row'),
  columnheader: toRole('columnheader'),
  rowheader: toRole('rowheader'),
  cell: toRole('cell'),
})
const NATIVE_ROLES = rolesWith(() => ({}))
/** Stacking takes the native roles away in some browsers; there they are written out. */
export const STACKED_ROLES = rolesWith((role) => ({ role }))

/** A table with a sticky head, or a list of labelled stacks where there is no room for columns. */
export function Table<Row>(props: TableProps<Row>) {
  const {
    label,
    columns,
    rows,
    idOf,
    toneOf,
    dependenciesOf,
    renderDetail,
    stackBelow = 40,
  } = props
  const isPhone = useMedia('(width < 40rem)')
  const isTablet = useMedia('(width < 75rem)') && stackBelow === 75
  const stack = isPhone ? 'phone' : isTablet ? 'tablet' : undefined
  const roles = stack ? STACKED_ROLES : NATIVE_ROLES
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
        data-under={props.underToolbar ? 'toolbar' : undefined}
        data-stack={stack}
      >
        <thead {...roles.rowgroup}>
          <tr {...roles.row}>
            {columns.map(({ key, head, kind, width, screenOnly }) => (
              <th
                key={key}
                {...roles.columnheader}
                scope="col"
                data-kind={kind}
                data-width={width}
                data-print={screenOnly ? 'no' : undefined}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.rowgroup}>
          {rows.map((row) => {
            const detail = renderDetail?.(row)
            return (
              <Fragment key={idOf(row)}>
                <TableRow
                  id={rowElementId(idOf(row))}
                  role={roles.row}
                  tone={toneOf?.(row)}
                  dependencies={dependenciesOf && [row, roles, ...dependenciesOf(row)]}
                  draw={() =>
                    columns.map((column, place) => (
                      <Cell
                        key={column.key}
                        column={column}
                        row={row}
                        role={place === 0 ? roles.rowheader : roles.cell}
                        isName={place === 0}
                      />
                    ))
                  }
                />
                {detail && (
                  <tr {...roles.row} className={styles.Detail}>
                    <td {...roles.cell} colSpan={columns.length} aria-colspan={columns.length}>
                      {detail}
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

type TableRowProps = {
  id: string
  role: Role
  tone: RowTone | undefined
  dependencies: readonly unknown[] | undefined
  draw: () => ReactNode
}

const isDrawnAlready = (before: TableRowProps, after: TableRowProps): boolean =>
  before.tone === after.tone &&
  before.dependencies !== undefined &&
  before.dependencies.length === after.dependencies?.length &&
  before.dependencies.every((value, place) => Object.is(value, after.dependencies?.[place]))

const TableRow = memo(function TableRow({ id, role, tone, draw }: TableRowProps) {
  return (
    <tr id={id} {...role} tabIndex={-1} data-tone={tone}>
      {draw()}
    </tr>
  )
}, isDrawnAlready)

type CellProps<Row> = {
  column: Column<Row>
  row: Row
  isName: boolean
  role: Role
}

function Cell<Row>({ column, row, isName, role }: CellProps<Row>) {
  const { head, label = head, kind, stacked, screenOnly, cell } = column
  if (isName)
    return (
      <th {...role} scope="row">
        {cell(row)}
      </th>
    )
  return (
    <td
      {...role}
      data-label={label}
      data-kind={kind}
      data-stacked={stacked}
      data-print={screenOnly ? 'no' : undefined}
    >
      {cell(row)}
    </td>
  )
}
