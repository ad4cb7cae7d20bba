import { type CSSProperties, Fragment, memo, type ReactNode, useCallback, useState } from 'react'
import { useMedia } from './use-media.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { cx } from '#client/shared/cx.ts'
import { mayDo } from '#client/shared/session.ts'
import type { Right } from '#src/rules/permissions.ts'
import styles from './Table.module.css'

export type Column<Row> = {
  head: string
  /** The name of the order that a press on its head chooses, in a table that sorts. */
  key?: string
  /** The label in a stacked row, where the heading is too long for it. */
  label?: string
  kind?: 'number' | 'middle'
  /** Left out: as wide as a number, or as a few words. */
  width?: keyof typeof TRACKS
  /** Its place in a stacked row; left out: a line of its own. `bare` and `corner` need no label. */
  stacked?: 'third' | 'half' | 'bare' | 'corner'
  /** It holds controls only and is not printed. */
  screenOnly?: boolean
  /** What its controls ask for: whoever has no right to it sees no such column. */
  right?: Right
  cell: (row: Row) => ReactNode
}

/** A column of numbers. */
export const numberColumn = <Row,>(
  head: string,
  cell: Column<Row>['cell'],
  more: Partial<Column<Row>> = {},
): Column<Row> => ({ head, kind: 'number', stacked: 'third', cell, ...more })

/** The least width of a column, in rem, and its share of the width that is left. */
const TRACKS = {
  wide: [9, 22],
  medium: [10, 18],
  words: [6.5, 12],
  number: [5.25, 8],
  count: [4.25, 5],
  button: [9.5, 10],
  bar: [7.25, 8],
  stepper: [12.5, 0],
  narrow: [5, 0],
} as const

/** The column that rows are sorted by. */
export type Sorting = { key: string; isDescending: boolean }

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
  renderDetail?: (row: Row) => ReactNode
  /** Rows become labelled stacks on a screen narrower than this. */
  stackBelow?: 40 | 75 | 80
  sorting?: Sorting
  onSort?: (key: string) => void
  /** The head sticks below a toolbar, not below the navigation. */
  underToolbar?: boolean
}

export const rowElementId = (id: string) => `row-${id}`

/** Whether the content of a frame is wider than the frame, so that it must scroll and be reachable by keyboard; and the `ref` of the frame. */
function useOverflow() {
  const [overflows, setOverflows] = useState(false)
  const watch = useCallback((frame: HTMLElement | null) => {
    const content = frame?.firstElementChild
    if (!content) return
    const observer = new ResizeObserver(() =>
      setOverflows(content.scrollWidth > frame.clientWidth + 1),
    )
    observer.observe(frame)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return [overflows, watch] as const
}

/** Rows are laid out as grids, so that the browser can skip those out of view. That takes the native roles away: they are written out. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
  grid: { role: 'grid' },
  gridcell: { role: 'gridcell' },
} as const

/** The custom properties of the columns that the style sheet reads. */
function styleOf<Row>(columns: readonly Column<Row>[]): CSSProperties {
  const tracks = columns.map(
    ({ width, kind }) => TRACKS[width ?? (kind === 'number' ? 'number' : 'words')],
  )
  const template = tracks
    .map(([least, share]) => (share === 0 ? `${least}rem` : `minmax(${least}rem, ${share}fr)`))
    .join(' ')
  const least = `${tracks.reduce((sum, [width]) => sum + width, 0)}rem`
  return { '--columns': template, '--least': least } as CSSProperties
}

/** A table with a sticky head, or a list of labelled stacks where there is no room for columns. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, idOf, toneOf, dependenciesOf, renderDetail, stackBelow = 40 } = props
  const { sorting, onSort } = props
  const columns = props.columns.filter(({ right }) => right === undefined || mayDo(right))
  const stack = useMedia(`screen and (width < ${stackBelow}rem)`)
  const [isWide, watch] = useOverflow()
  // The tint of a stacked row reaches into the margins; that is no overflow.
  const overflows = isWide && !stack
  const sortOf = (key?: string) =>
    sorting && sorting.key === key ? (sorting.isDescending ? 'descending' : 'ascending') : undefined
  const scrolls = overflows ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {}
  return (
    <div ref={watch} className={styles.Frame} data-scrolls={overflows || undefined} {...scrolls}>
      <table
        {...TABLE_ROLES.table}
        style={styleOf(columns)}
        className={cx(styles.Table, props.underToolbar && !stack && styles.UnderToolbar)}
        aria-label={label}
        data-stack={stack || undefined}
      >
        <thead {...TABLE_ROLES.rowgroup} className={stack ? 'sr' : undefined}>
          <tr {...TABLE_ROLES.row}>
            {columns.map(({ key, head, kind, screenOnly }) => (
              <th
                key={head}
                {...TABLE_ROLES.columnheader}
                scope="col"
                data-kind={kind}
                data-print={screenOnly ? 'no' : undefined}
                aria-sort={sortOf(key)}
              >
                {onSort && key !== undefined ? (
                  <button type="button" className={styles.Sort} onClick={() => onSort(key)}>
                    {head}
                    {sortOf(key) && <Icon name="chevron" size="small" />}
                  </button>
                ) : (
                  head
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...TABLE_ROLES.rowgroup}>
          {rows.map((row) => {
            const detail = renderDetail?.(row)
            return (
              <Fragment key={idOf(row)}>
                <TableRow
                  id={rowElementId(idOf(row))}
                  tone={toneOf?.(row)}
                  dependencies={dependenciesOf && [row, ...dependenciesOf(row)]}
                  draw={() => columns.map((column, place) => toCell(column, row, place === 0))}
                />
                {detail && (
                  <tr {...TABLE_ROLES.row} className={styles.Detail}>
                    <td
                      {...TABLE_ROLES.cell}
                      colSpan={columns.length}
                      aria-colspan={columns.length}
                    >
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
  tone: RowTone | undefined
  dependencies: readonly unknown[] | undefined
  draw: () => ReactNode
}

/** One row. With `dependencies` it renders again only when one of them or the tone changes, whatever `draw` is. */
const TableRow = memo(
  function TableRow({ id, tone, draw }: TableRowProps) {
    return (
      <tr id={id} {...TABLE_ROLES.row} tabIndex={-1} data-tone={tone}>
        {draw()}
      </tr>
    )
  },
  (before, after) =>
    before.tone === after.tone &&
    before.dependencies !== undefined &&
    before.dependencies.length === after.dependencies?.length &&
    before.dependencies.every((value, place) => Object.is(value, after.dependencies?.[place])),
)

function toCell<Row>(column: Column<Row>, row: Row, isName: boolean) {
  const { head, label = head, kind, stacked, screenOnly, cell } = column
  const Cell = isName ? 'th' : 'td'
  return (
    <Cell
      key={head}
      {...TABLE_ROLES[isName ? 'rowheader' : 'cell']}
      scope={isName ? 'row' : undefined}
      data-label={stacked === 'bare' || stacked === 'corner' ? undefined : label}
      data-kind={kind}
      data-stacked={stacked}
      data-print={screenOnly ? 'no' : undefined}
    >
      {cell(row)}
    </Cell>
  )
}
