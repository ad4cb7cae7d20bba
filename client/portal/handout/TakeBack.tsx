import { saveLines } from '#client/portal/drafts/line-changes.ts'
import { useSaving } from '#client/portal/drafts/use-saving.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Notice } from '#client/portal/ui/Notice.tsx'
import { counted, grouped } from '#src/rules/number-text.ts'
import type { LineChange } from '#src/contract/records.ts'
import { leftOf, type PackLine } from './model.ts'
import rows from '#client/portal/ui/Rows.module.css'
import styles from './Handout.module.css'

const unitsOf = (changes: readonly LineChange[]) =>
  changes.reduce((sum, { allotted_quantity: units = 0 }) => sum - units, 0)

/** Rejected lines that still have things: one press puts them back on the shelf. */
export function TakeBack({ lines, isOffline }: { lines: PackLine[]; isOffline: boolean }) {
  const saving = useSaving<LineChange, never>({
    name: 'handout-take-back',
    save: saveLines,
    subject: 'take back',
    toWords: (changes) => `${counted(unitsOf(changes), 'thing')} taken back`,
    toUndone: (changes) => `Given again: ${counted(unitsOf(changes), 'thing')}`,
    onSaved: () => {},
    onRefused: () => {},
  })
  if (lines.length === 0) return null
  return (
    <section className={styles.TakeBack} aria-labelledby="take-back">
      <h2 id="take-back" className="heading">
        Take back
      </h2>
      <p className="hint">Rejected, but still given. Taking back puts them on the shelf.</p>
      <Notice tone="danger">{saving.refused?.error.message}</Notice>
      <ul className={rows.Rows}>
        {lines.map((line) => (
          <li key={line._id}>
            <div>
              <b>
                <bdi>{line.itemName}</bdi>
              </b>
              <span>
                <bdi>{line.clubName}</bdi>
              </span>
            </div>
            <Button
              busy={saving.busy && saving.pending?.changes[0]?._id === line._id}
              disabled={isOffline || saving.pending !== null}
              onClick={() => saving.save([{ _id: line._id, allotted_quantity: -leftOf(line) }], {})}
            >
              Take back <b className="num">{grouped(leftOf(line))}</b>
              <span className="sr">
                {' '}
                {line.itemName} from {line.clubName}
              </span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
