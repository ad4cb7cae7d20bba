import { grouped } from '#src/rules/number-text.ts'
import { toBoardSheet } from './board-sheet.ts'
import { useBoard } from './board-store.ts'
import styles from './BoardPage.module.css'

/** The columns before the clubs. */
const ITEM_COLUMNS = 5

/** The whole board as a plain table, for paper: the browser repeats its head on each page. */
export function PrintedBoard() {
  const { view, index, drafts } = useBoard()
  const { columns, rows } = toBoardSheet(view, index, drafts, '/')
  return (
    <table className={styles.Paper}>
      <thead>
        <tr>
          {columns.map((name, at) => (
            <th key={at} scope="col" data-club={at < ITEM_COLUMNS ? undefined : ''}>
              <span>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([item, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{item}</th>
            {cells.map((cell, at) => (
              <td key={at}>{typeof cell === 'number' ? grouped(cell) : cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
