/** Parts that the grid of a wide screen and the lists of a narrow one share. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { LINE_STATUS_OPTIONS } from '#client/portal/orders/status-options.ts'
import { suggestsRemarks } from '#client/portal/orders/Remarks.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { InlineSelect } from '#client/portal/ui/InlineSelect.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { mayDo } from '#client/shared/session.ts'
import type { BoardClub, BoardLine } from '#src/contract/board.ts'
import { limits } from '#src/contract/limits.ts'
import { type LineStatus, lineStatusLabel } from '#src/contract/statuses.ts'
import { nameInLabel } from '#src/rules/club-names.ts'
import { grouped } from '#src/rules/number-text.ts'
import { setDrafts, useBoard } from './board-store.ts'
import { give, keepDraft, keyOf, refuse, takeSaved } from './cell-edits.ts'
import { conflictsOf, draftedOf, type LineDraft, setDraft } from './model/line-drafts.ts'
import type { ItemTotals } from './model/totals.ts'
import { StatusDialog } from './StatusDialog.tsx'
import grid from './BoardGrid.module.css'
import styles from './BoardParts.module.css'

type ClubNameProps = { club: Pick<BoardClub, 'clubName' | 'email'> }

/** A club's name, and its address where names are alike: in another look, so that a name cannot look like one with an address. */
export function ClubName({ club: { clubName, email } }: ClubNameProps) {
  const name = nameInLabel(clubName, email)
  return (
    <span className={styles.ClubName}>
      <b>{name ?? clubName}</b>
      {name !== null && ` (${email})`}
    </span>
  )
}

/** Says that a line gets more than its club asked for, which is allowed. */
export const MoreThanAsked = ({ asked, given }: { asked: number; given: number }) =>
  given > asked && <em className={styles.More}>{grouped(given - asked)} more than asked</em>

/** A number of things, with their word. */
export const Count = ({ of: count, noun }: { of: number; noun: string }) => (
  <>
    <b className="num">{grouped(count)}</b> <span>{count === 1 ? noun : `${noun}s`}</span>
  </>
)

type GivenStepperProps = Pick<ComponentProps<typeof Stepper>, 'label' | 'size' | 'beside'>

/** Sets how many units a line gets. A text that is no number is marked in its cell too. */
export function GivenStepper({ line, ...props }: GivenStepperProps & { line: BoardLine }) {
  const draft = useBoard((board) => board.drafts[line._id])
  const wrong = useBoard(({ index, notTaken }) => notTaken.get(keyOf(index, line)))
  return (
    <Stepper
      {...props}
      min={line.delivered_quantity}
      max={limits.sum - 1}
      value={draftedOf(line, draft).given}
      wrong={wrong}
      highlight={draft?.given !== undefined}
      onChange={(units) => give(line, units)}
      onWrong={(text) => refuse(line, text)}
    />
  )
}

type WasProps = { was: number; now: number; hint?: string }

/** In front of a number that drafts change: what it is while they are not saved. Nothing where they change nothing. */
export const Was = ({ was, now, hint = 'was' }: WasProps) =>
  was !== now && (
    <>
      <small className="num">
        <span className="sr">{hint} </span>
        {grouped(was)}
      </small>
      <i className={grid.To} />
      <span className="sr">, now </span>
    </>
  )

/**
 * One item's demand as a bar: units given, units on the shelf, units that are short (hatched), and units rejected or ordered online (empty). The
 * same numbers stand beside it as text.
 */
export function ItemBar({ asked, given, left, short, aside }: Omit<ItemTotals, 'online'>) {
  const whole = Math.max(1, asked)
  const wanted = asked - aside
  const share = (units: number) => `${(100 * Math.min(Math.max(0, units), whole)) / whole}%`
  // Units beyond the shelf cannot be saved.
  const covered = given + Math.min(0, left)
  const isAll = covered >= wanted
  return (
    <svg className={styles.Bar} data-short={short > 0 || left < 0 || undefined} aria-hidden="true">
      <rect
        x={share(given)}
        width={share(Math.min(left, wanted - given))}
        height="100%"
        data-part="there"
      />
      <rect width={share(covered)} height="100%" data-part={isAll ? 'all' : 'given'} />
      <rect x={share(covered)} width={share(given - covered)} height="100%" data-part="over" />
      <rect x={share(wanted)} width={share(aside)} height="100%" data-part="aside" />
    </svg>
  )
}

/** The choice between one's own value and the one that somebody else saved meanwhile; nothing without one. */
export function ConflictChoice({ line, draft }: { line: BoardLine; draft: LineDraft }) {
  const [conflict] = conflictsOf(line, draft)
  if (!conflict) return null
  const [mine, saved, before] = [conflict.mine, conflict.now, conflict.was].map((value) => {
    if (typeof value === 'number') return grouped(value)
    return conflict.field === 'status' ? lineStatusLabel(value as LineStatus) : `“${value}”`
  })
  return (
    <>
      <span>
        <b>You typed {mine}.</b> It is {saved} now, it was {before}.
      </span>
      <Button size="small" onClick={() => keepDraft(line)}>
        Keep {mine}
      </Button>
      <Button size="small" onClick={() => takeSaved(line)}>
        Take {saved}
      </Button>
    </>
  )
}

/** The status and the remark of a line, as they will be saved. `name` says in labels which line it is. */
export function LineFields({ line, name }: { line: BoardLine; name: string }) {
  const draft = useBoard((board) => board.drafts[line._id])
  const now = draftedOf(line, draft)
  const locked = !mayDo('orders.answer')
  return (
    <>
      <InlineSelect
        label={`Status of ${name}`}
        value={now.status}
        options={LINE_STATUS_OPTIONS}
        locked={locked}
        onChange={(status) =>
          setDrafts(setDraft(useBoard.getState().drafts, line, 'status', status))
        }
      />
      <InlineText
        label={`Remarks on ${name}`}
        placeholder="Remarks"
        value={now.remarks}
        locked={locked}
        onChange={(remarks) =>
          setDrafts(setDraft(useBoard.getState().drafts, line, 'remarks', remarks))
        }
        {...suggestsRemarks}
      />
    </>
  )
}

type StatusButtonProps = {
  first: 'status' | 'remark'
  size?: 'small'
  children: ReactNode
  onOpen?: () => void
  onClose?: () => void
}

/** Opens the dialog that sets a status or a remark on the selected lines. */
export function StatusButton({ first, size, children, onOpen, onClose }: StatusButtonProps) {
  const [isOpen, setOpen] = useState(false)
  function handleTurn(next: boolean, then?: () => void) {
    then?.()
    setOpen(next)
  }
  return (
    <>
      <Button
        right="orders.answer"
        size={size}
        aria-haspopup="dialog"
        onClick={() => handleTurn(true, onOpen)}
      >
        {children}
      </Button>
      {isOpen && <StatusDialog first={first} onClose={() => handleTurn(false, onClose)} />}
    </>
  )
}
