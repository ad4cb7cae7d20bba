import type { BoardLine } from '#src/contract/board.ts'
import { type LineStatus, ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { clockText } from '#src/rules/day-text.ts'
import { grouped } from '#src/rules/number-text.ts'
import { numbersOf } from './board-sheet.ts'
import { useBoard } from './board-store.ts'
import { isUndecided } from '#src/rules/order-counts.ts'
import { rowOf } from './model/index-board.ts'
import { draftedOf, type LineDraft } from './model/line-drafts.ts'
import styles from './BoardPage.module.css'

const NUMBERS = ['On shelf', 'Asked', 'Given', 'Short']
/** So many names stand side by side on A4, upright too. */
const CLUBS_IN_A_TABLE = 12

const MARKS: Partial<Record<LineStatus, string>> = {
  Ready: ' R',
  Delivered: ' D',
  Rejected: ' X',
  [ONLINE_RETAILER]: ' O',
}
const LEGEND =
  'Given/asked. –: undecided, R: ready, D: delivered, X: rejected, O: ordered online, *: not saved.'

function cellText(line: BoardLine | undefined, draft: LineDraft | undefined): string {
  if (!line) return ''
  const { given, status } = draftedOf(line, draft)
  const units = isUndecided(line) && !draft ? '–' : grouped(given)
  return `${units}/${grouped(line.ordered_quantity)}${MARKS[status] ?? ''}${draft ? '*' : ''}`
}

/** The whole board for paper: tables of some clubs below each other, each with all items. A page begins with the head of its table. */
export function PrintedBoard({ at: now }: { at: Date }) {
  const { view, index, drafts } = useBoard()
  const day = now.toLocaleDateString('en-GB', { dateStyle: 'long' })
  const of = view.columns.length
  const tables = Array.from({ length: Math.ceil(of / CLUBS_IN_A_TABLE) }, (_, n) => {
    const clubs = view.columns.slice(n * CLUBS_IN_A_TABLE, (n + 1) * CLUBS_IN_A_TABLE)
    const from = n * CLUBS_IN_A_TABLE + 1
    return { clubs, title: `Board, clubs ${from} to ${from + clubs.length - 1} of ${of}` }
  })
  return (
    <div className={styles.Paper}>
      {tables.map(({ clubs, title }, n) => (
        <table key={title}>
          <colgroup>
            <col data-items="" />
          </colgroup>
          <thead>
            <tr>
              <th scope="colgroup" colSpan={clubs.length + (n === 0 ? 5 : 1)}>
                {title}, {day}, {clockText(now)}
                <small>{LEGEND}</small>
              </th>
            </tr>
            <tr>
              <th scope="col">Item</th>
              {[...(n === 0 ? NUMBERS : []), ...clubs.map(({ name }) => name)].map((word) => (
                <th key={word} scope="col" data-upright="">
                  <span>{word}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {view.items.map((item) => {
              const lines = rowOf(index, item._id)
              return (
                <tr key={item._id}>
                  <th scope="row">{item.itemName}</th>
                  {n === 0 &&
                    numbersOf(item, index, drafts).map((value, at) => (
                      <td key={at}>{grouped(value)}</td>
                    ))}
                  {clubs.map(({ id }) => {
                    const line = lines.get(id)
                    return <td key={id}>{cellText(line, line && drafts[line._id])}</td>
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      ))}
    </div>
  )
}
