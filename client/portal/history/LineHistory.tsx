import { api, call } from '#client/portal/data/api.ts'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { useUndo } from '#client/portal/undo/use-undo.tsx'
import { Drawer } from './Drawer.tsx'
import { entryList } from './entry-list.ts'
import { Story } from './Story.tsx'
import { useReader } from './use-reader.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { DialogActions } from '#client/shared/Dialog.tsx'
import { ErrorPanel } from '#client/portal/ui/ErrorPanel.tsx'
import { Skeleton, useSteadyLoading } from '#client/portal/ui/Skeleton.tsx'
import { UNDOABLE_KINDS } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { labelOf } from '#src/rules/club-names.ts'
import { sentenceText } from '#src/rules/describe.ts'
import { describeInStory } from '#src/rules/describe-batch.ts'
import { grouped } from '#src/rules/number-text.ts'
import styles from './LineHistory.module.css'

type LineHistoryProps = {
  /** The line as it is now; `null` while the drawer is closed. */
  of: (OrderLine & { isGone: boolean }) | null
  onClose: () => void
}

/** What happened to one line of an order, kept up to date, and what its club sees now. */
export function LineHistory({ of, onClose }: LineHistoryProps) {
  return (
    <Drawer open={of !== null} onClose={onClose} title={of?.itemName}>
      {of && <LineBody key={of._id} line={of} isGone={of.isGone} />}
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Drawer>
  )
}

function LineBody({ line, isGone }: { line: OrderLine; isGone: boolean }) {
  const { _id, ordered_quantity: asked, allotted_quantity: given } = line
  const seen = line.announced ?? line
  const {
    phase,
    rows: entries,
    updated,
    reload,
  } = useLiveList(
    entryList(_id, ['carts'], (query) =>
      call(api.cart.history.get({ query: { ...query, line: _id } })),
    ),
  )
  const reader = useReader()
  const undo = useUndo(reader)
  const isLoading = useSteadyLoading(phase === 'loading')
  if (isLoading) return <Skeleton label="Loading the history" rows={3} />
  if (phase === 'failed')
    return <ErrorPanel level={3} title="Failed to fetch the history" onRetry={reload} />
  const [newest] = entries
  const canUndo = newest !== undefined && UNDOABLE_KINDS.has(newest.kind) && !newest.undone
  return (
    <>
      <p className={styles.Sum}>
        {newest?.club && `${labelOf(newest.club.clubName, newest.club.email)}, `}asked{' '}
        <Number value={asked} />, given <Number value={given} />
      </p>
      <Story
        entries={entries}
        reader={reader}
        updated={updated}
        action={
          canUndo && (
            <Button
              size="small"
              icon="undo"
              busy={undo.busy}
              onClick={() => void undo.ask(newest.batch)}
            >
              Undo<span className="sr">: {sentenceText(describeInStory(newest, reader))}</span>
            </Button>
          )
        }
      />
      {undo.dialog}
      <p className={styles.Sees}>
        The club sees:{' '}
        {isGone ? (
          'Deleted.'
        ) : (
          <>
            <Number value={seen.allotted_quantity} /> of <Number value={asked} />,{' '}
            {seenStatus(seen.status)}.
          </>
        )}
      </p>
    </>
  )
}

const Number = ({ value }: { value: number }) => <b className="num">{grouped(value)}</b>

const seenStatus = (status: OrderLine['status']) =>
  status === '' ? 'No status yet' : lineStatusLabel(status)
