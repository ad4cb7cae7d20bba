import { Dialog } from '#client/shared/Dialog.tsx'
import { KeyList, type KeyMeaning } from './KeyList.tsx'
import styles from './CellPanel.module.css'

const KEYS: readonly KeyMeaning[] = [
  [['0 to 9'], 'give that many'],
  [['+', '−'], 'one more, one less'],
  [['='], 'all that was asked'],
  [['Del'], 'drop what is typed'],
  [['Ctrl', 'Z'], 'last one back'],
  [['Enter'], 'down'],
  [['Tab'], 'right'],
  [['Esc'], 'leave'],
  [['Home', 'End'], 'first, last club'],
  [['Page'], 'a screen on'],
  [['Shift', 'arrows'], 'select a block'],
  [['Ctrl', 'C', 'V'], 'as in a spreadsheet'],
  [['N'], 'next undecided'],
  [['S'], 'share out this item'],
]

const MARKS: readonly [mark: string, why: string][] = [
  ['Nothing asked', 'Empty. Enter opens “Add to the club’s order”.'],
  ['Undecided', 'Dashed box, the number asked is heavy: the work that is left.'],
  ['Partly', 'Plate, given heavy, bar as long as what is given.'],
  ['All', 'One number, full bar.'],
  ['Ready for Pickup', 'Box.'],
  ['Delivered', 'Tick, stands on timber: it has left the shelf.'],
  ['Ordered from online retailer', 'Lorry.'],
  ['Rejected', 'Struck through, no bar. Not counted as short.'],
  ['More than asked', 'The first number is larger than the second.'],
  ['Held back', 'Hatched left edge: the club does not see it yet.'],
  ['Short', 'The number is hatched below: so many are missing, whoever gets what.'],
  ['Not saved', 'Plywood, folded corner, before and after.'],
  ['Over the shelf', 'Frame and warning on each draft of the item.'],
  ['Changed just now', 'Tint for 1.2 s, the sign and words at the item for 10 s.'],
  ['Conflict', 'Yours, then theirs; the choice stands below the board.'],
]

/** What each key does on the board, and what each mark says. */
export default function KeysAndMarks({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys and marks" place="wide" closeLabel="Close">
      <div className={styles.AllKeys}>
        <KeyList keys={KEYS} />
      </div>
      <dl className={styles.Marks}>
        {MARKS.map(([mark, why]) => (
          <div key={mark}>
            <dt>{mark}</dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
