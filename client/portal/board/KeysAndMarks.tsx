import type { ComponentProps } from 'react'
import { Dialog } from '#client/shared/Dialog.tsx'
import { ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { KeyList, type KeyMeaning } from './CellPanel.tsx'
import { SAMPLES, Swatch } from './Legend.tsx'
import styles from './CellPanel.module.css'

const KEYS: readonly KeyMeaning[] = [
  [['0 to 9'], 'give that many'],
  [['+', '−'], 'one more, one less'],
  [['='], 'all that was asked'],
  [['X'], 'nothing, with one remark'],
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
  [['H'], 'the history of the line'],
]

const MARKS: readonly [mark: string, why: string, sample?: ComponentProps<typeof Swatch>][] = [
  ['Nothing asked', 'Empty. Enter opens “Add to the club’s order”.'],
  ['Undecided', 'Still to be decided.', SAMPLES.undecided],
  ['Partly', 'Given, and asked. The bar is as long as what is given.', SAMPLES.partly],
  ['All', 'All that was asked.', SAMPLES.all],
  ['More than asked', 'The first number is larger.', { state: 'all', given: 12, rest: '/9' }],
  ['Ready for Pickup', 'Packed, still in the store room.', SAMPLES.ready],
  ['Delivered', 'It has left the store room.', SAMPLES.delivered],
  [ONLINE_RETAILER, 'Not from the shelf.', SAMPLES['ordered online']],
  ['Rejected', 'Not counted as short.', SAMPLES.rejected],
  ['Not saved', 'Before, and after.', SAMPLES['not saved']],
  ['Held back', 'The club does not see it yet.', SAMPLES['held back']],
  ['Short', 'A hatched number beside the item: so many are missing, whoever gets what.'],
  ['Over the shelf', 'A red frame and a warning on each change of the item.'],
  ['Changed just now', 'A tint, and words at the item for 10 s.'],
  ['Conflict', 'Your number, then the other. You choose below the board.'],
]

/** What each key does on the board, and what each mark says. */
export default function KeysAndMarks({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys and marks" place="wide" closeLabel="Close">
      <KeyList keys={KEYS} />
      <dl className={styles.Marks}>
        {MARKS.map(([mark, why, sample]) => (
          <div key={mark}>
            <dt>
              {sample && <Swatch {...sample} />}
              {mark}
            </dt>
            <dd>{why}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
