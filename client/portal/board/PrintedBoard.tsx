import { grouped } from '#src/rules/number-text.ts'
import { useBoard } from './board-store.ts'
import { draftedOf } from './model/line-drafts.ts'
import { rowOf } from './model/index-board.ts'
import { totalsOfItem } from './model/totals.ts'
import styles from './BoardPage.module.css'

/** The whole board as a plain table, for paper: the browser repeats its head on each page. */
export function PrintedBoard() {
  const { view, index, drafts } = useBoard()
  return (
    <table className={styles.Paper}>
      <thead>
        <tr>
          {['Item', 'On shelf', 'Asked', 'Given', 'Short'].map((word) => (
            <th key={word} scope="col">
              {word}
            </th>
          ))}
          {view.columns.map(({ id, name }) => (
            <th key={id} scope="col" data-club="">
              <span>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {view.items.map((item) => {
          const row = rowOf(index, item._id)
          const { left, asked, given, short } = totalsOfItem(item, row.values(), drafts)
          return (
            <tr key={item._id}>
              <th scope="row">{item.itemName}</th>
              <td>{grouped(left)}</td>
              <td>{grouped(asked)}</td>
              <td>{grouped(given)}</td>
              <td>{grouped(short)}</td>
              {view.columns.map(({ id }) => {
                const line = row.get(id)
                return (
                  <td key={id}>
                    {line && `${draftedOf(line, drafts[line._id]).given}/${line.ordered_quantity}`}
                  </td>
                )
              })}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
