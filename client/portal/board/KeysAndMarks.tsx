import { Dialog } from '#client/shared/Dialog.tsx'
import { ONLINE_RETAILER } from '#src/contract/statuses.ts'
import { Swatch } from './Legend.tsx'
import { KeyList, type KeyMeaning } from './KeyList.tsx'
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

const MARKS: readonly [mark: string, why: string, sample?: Parameters<typeof Swatch>[0]][] = [
  ['Nothing asked', 'Empty. Enter opens “Add to the club’s order”.'],
  ['Undecided', 'Still to be decided.', { state: 'none', given: 0, rest: '/9' }],
  [
    'Partly',
    'Given, and asked. The bar is as long as what is given.',
    { state: 'part', given: 5, rest: '/9' },
  ],
  ['All', 'All that was asked.', { state: 'all', given: 9 }],
  ['More than asked', 'The first number is larger.', { state: 'all', given: 12, rest: '/9' }],
  [
    'Ready for Pickup',
    'Packed, still in the store room.',
    { state: 'all', given: 9, status: 'Ready' },
  ],
  [
    'Delivered',
    'It has left the store room.',
    { state: 'delivered', given: 9, status: 'Delivered' },
  ],
  [ONLINE_RETAILER, 'Not from the shelf.', { state: 'online', given: 0, status: ONLINE_RETAILER }],
  ['Rejected', 'Not counted as short.', { state: 'rejected', status: 'Rejected' }],
  ['Not saved', 'Before, and after.', { state: 'draft', was: 4, given: 9 }],
  [
    'Held back',
    'The club does not see it yet.',
    { state: 'part', given: 5, rest: '/9', isHeld: true },
  ],
  ['Short', 'A hatched number beside the item: so many are missing, whoever gets what.'],
  ['Over the shelf', 'A red frame and a warning on each change of the item.'],
  ['Changed just now', 'A tint, and words at the item for 10 s.'],
  ['Conflict', 'Your number, then the other. You choose below the board.'],
]

/** What each key does on the board, and what each mark says. */
export default function KeysAndMarks({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title="Keys and marks" place="wide" closeLabel="Close">
      <div className={styles.AllKeys}>
        <KeyList keys={KEYS} />
      </div>
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
