import { useState } from 'react'
import type { EditedList } from '#client/portal/drafts/use-edited-list.ts'
import { useLiveList } from '#client/portal/data/live-query.ts'
import { useUndo } from '#client/portal/undo/use-undo.tsx'
import { entriesOf } from './entries.ts'
import { Story } from './Story.tsx'
import { useReader } from './use-reader.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { ListBody } from '#client/portal/lists/ListBody.tsx'
import { Dialog, DialogActions } from '#client/shared/Dialog.tsx'
import { KINDS } from '#src/contract/history.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { lineStatusLabel } from '#src/contract/statuses.ts'
import { labelOf } from '#src/rules/club-names.ts'
import { describeInStory, sentenceText } from '#src/rules/describe.ts'
import { grouped } from '#src/rules/number-text.ts'
import side from './Drawer.module.css'

type ToldLine = Pick<
  OrderLine,
  '_id' | 'itemName' | 'ordered_quantity' | 'allotted_quantity' | 'status' | 'announced'
>

type LineHistoryProps = { line: ToldLine | null; isGone: boolean; onClose: () => void }

/** The drawer with what happened to a line of an order, kept up to date; open while there is a line. */
export const LineHistory = ({ line, isGone, onClose }: LineHistoryProps) => (
  <Dialog
    open={line !== null}
    onClose={onClose}
    title={line?.itemName}
    closeLabel="Close"
    className={side.Drawer}
  >
    {line && <LineBody key={line._id} line={line} isGone={isGone} />}
    <DialogActions>
      <Button onClick={onClose}>Close</Button>
    </DialogActions>
  </Dialog>
)

/** The same for the rows of a table. */
export function useLineHistory(table: Pick<EditedList<OrderLine>, 'rows'>) {
  const [opened, setOpened] = useState<OrderLine | null>(null)
  const line = opened && table.rows.find(({ _id }) => _id === opened._id)
  const close = () => setOpened(null)
  const drawer = <LineHistory line={line ?? opened} isGone={!line} onClose={close} />
  return { open: setOpened, drawer }
}

function LineBody({ line, isGone }: { line: ToldLine; isGone: boolean }) {
  const { _id, ordered_quantity: asked, allotted_quantity: given } = line
  const seen = line.announced ?? line
  const list = useLiveList(entriesOf({ line: _id }, ['carts']))
  const { rows: entries, updated } = list
  const reader = useReader()
  const undo = useUndo(reader)
  const [newest] = entries
  const canUndo = newest && KINDS[newest.kind].isUndoable && !newest.undone
  return (
    <ListBody level={3} list={list} noun="the history">
      <div className="fields">
        <p>
          {newest?.club && `${labelOf(newest.club.clubName, newest.club.email)}, `}
          <Numbers in={`asked ${grouped(asked)}, given ${grouped(given)}`} />
        </p>
        <Story
          entries={entries}
          reader={reader}
          updated={updated}
          action={
            canUndo && (
              <Button
                right="history.undo"
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
        <p>
          The club sees:{' '}
          <Numbers
            in={
              isGone
                ? 'Deleted.'
                : `${grouped(seen.allotted_quantity)} of ${grouped(asked)}, ${lineStatusLabel(seen.status)}.`
            }
          />
        </p>
      </div>
    </ListBody>
  )
}
