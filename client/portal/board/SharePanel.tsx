import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { SHARE_METHODS, type ShareMethod } from '#src/rules/share.ts'
import { limits } from '#src/contract/limits.ts'
import { Checkbox } from '#client/portal/ui/Checkbox.tsx'
import { Field } from '#client/portal/ui/Field.tsx'
import { InlineText } from '#client/portal/ui/InlineText.tsx'
import { Button } from '#client/portal/ui/Button.tsx'
import { goToWrongNumber, Stepper } from '#client/portal/ui/Stepper.tsx'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { grouped } from '#src/rules/number-text.ts'
import {
  giveAll,
  lossText,
  nobodyText,
  readyText,
  noteWith,
  ruleText,
  SHARE_LABELS,
  shareItems,
  type Sharing,
  sharedShortly,
  sharedText,
} from './model/sharing.ts'
import { cellsShown } from './model/filters.ts'
import type { LineDrafts } from './model/line-drafts.ts'
import {
  type CellId,
  cellKey,
  type Note,
  setDrafts,
  setNote,
  undoDraft,
  useBoard,
} from './board-store.ts'
import { applyNothing, NONE_LEFT } from './model/bulk.ts'
import { focusActiveCell } from './selection.ts'
import { useIsPhone } from './use-is-phone.ts'
import segments from '#client/portal/ui/SegmentedToggle.module.css'
import parts from './BoardParts.module.css'
import styles from './SharePanel.module.css'

/** Taking back is no way of sharing, so it stands apart. */
const WAYS = SHARE_METHODS.filter((way) => way !== 'back')

type SharePanelProps = {
  /** What is shared out: one item, or several, each for itself. */
  itemIds: readonly string[]
  title: string
  /** Only the cells that are shown get units; the others keep theirs. */
  isOfShown?: boolean
  /** Left out: it belongs to the page and does not close. */
  onClose?: () => void
  /** Shows a club that gets less than before. */
  onShowLoss: (cell: CellId) => void
}

/** The result of the last press: the drafts with it, and without the rejection of the lines that get nothing. */
type Done = Pick<Sharing, 'drafts' | 'losses' | 'nothing'> & {
  shared: LineDrafts
  /** `null` if everybody got what they asked for. */
  method: ShareMethod | null
  words: string
}

/** The ways of sharing out. Each press types the units anew; nothing is saved by it. */
export function SharePanel(props: SharePanelProps) {
  const { itemIds, title, isOfShown = false, onClose, onShowLoss } = props
  // There what is needed seldom folds away, and one item offers all that is wanted where the shelf has it.
  const isPhone = useIsPhone()
  const panel = useRef<HTMLElement>(null)
  const fold = useRef<HTMLButtonElement>(null)
  const waysId = useId()
  const restId = useId()
  const [isOpen, setOpen] = useState(false)
  const enter = useEffectEvent(() => {
    if (onClose) focusOnWays(panel.current)
  })
  useEffect(() => {
    const opener = document.activeElement
    enter()
    return () => returnFocus(opener)
  }, [])
  const [isRestOpen, setRestOpen] = useState(false)
  const [keptBack, setKeptBack] = useState(0)
  const [done, setDone] = useState<Done | null>(null)
  /** The remark with which lines that get nothing are rejected. */
  const [rejection, setRejection] = useState<string | null>(null)
  // The result of sharing is no longer true once something else is typed.
  const { index, drafts, view, note, earlier, filters } = useBoard()
  const shared = drafts === done?.drafts ? done : null
  const items = useMemo(
    () => itemIds.flatMap((id) => index.itemById.get(id) ?? []),
    [itemIds, index],
  )
  const wanted = isPhone && !onClose ? giveAll(items, { index, drafts }) : undefined
  const isEnough = wanted !== undefined && wanted.units > 0 && wanted.left >= 0
  const isIncluded = useMemo(
    () => (isOfShown ? cellsShown(view, filters.isUndecidedOnly) : () => true),
    [isOfShown, view, filters],
  )
  const plan = useMemo(
    () => shareItems('back', items, { index, drafts: {}, keptBack: 0, isIncluded }),
    [index, items, isIncluded],
  )

  function show(next: Done, remark = rejection, also: { note?: Note } = {}, isStep = true) {
    const nobody = next.nothing.map(({ line }) => line)
    const drafts = remark === null ? next.shared : applyNothing(next.shared, nobody, remark)
    setDrafts(drafts, also, isStep)
    setDone({ ...next, drafts })
  }
  function handleReject(remark: string | null) {
    setRejection(remark)
    if (shared) show(shared, remark, {}, false)
  }
  function fill(method: ShareMethod, kept: number) {
    // The next sharing may give something to a line that the last one rejected.
    const before = shared?.shared ?? drafts
    const sharing = shareItems(method, items, { index, drafts: before, keptBack: kept, isIncluded })
    const words = isPhone ? sharedShortly(sharing) : sharedText(sharing)
    const next = { ...sharing, method, words, shared: sharing.drafts }
    if (method === 'back') show({ ...next, nothing: [] })
    else show(next, rejection, { note: noteWith(note, title, ruleText(method, sharing)) })
  }
  function handleWay(method: ShareMethod) {
    if (!goToWrongNumber(panel.current)) fill(method, keptBack)
  }
  function handleAll({ drafts: all, units, left }: ReturnType<typeof giveAll>) {
    const words = `${grouped(units)} given, ${grouped(left)} left`
    show({ drafts: all, shared: all, method: null, words, losses: [], nothing: [] })
    fold.current?.focus()
  }
  function handleKeep(kept: number) {
    setKeptBack(kept)
    if (shared?.method) fill(shared.method, kept)
  }
  function handleUndo() {
    undoDraft()
    setDone(null)
    // The button goes with what it undid.
    if (fold.current) fold.current.focus()
    else focusOnWays(panel.current)
  }
  /** Each press shows the next one. */
  function handleLoss(losses: Done['losses']) {
    const { active } = useBoard.getState()
    const here = losses.findIndex((loss) => active && cellKey(loss) === cellKey(active))
    const next = losses[(here + 1) % losses.length]
    if (next) onShowLoss(next)
  }

  const isOne = items.length === 1
  const onShelf = items.reduce((sum, { itemQuantity }) => sum + itemQuantity, 0)
  const takenBack = plan.available - onShelf
  // More is typed than there is: then sharing is what mends it.
  const over = wanted ? Math.max(0, -(wanted.left + wanted.units)) : 0
  const isSettled = wanted?.units === 0 && over === 0
  // Where nothing has to be shared out, the ways fold away.
  const canFold = wanted && (isEnough || isSettled || shared?.method === null)
  const showsWays = !canFold || isOpen
  const undo = shared && earlier.length > 0 && (
    <Button size="small" icon="undo" onClick={handleUndo}>
      Undo
    </Button>
  )
  const size = isPhone ? 'normal' : 'small'
  const close = onClose && <IconButton icon="close" size={size} label="Close" onClick={onClose} />
  const how = shared?.method ? SHARE_LABELS[shared.method].how : undefined
  return (
    // A section is no control, but Escape leaves it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={panel}
      className={`line ${styles.SharePanel}`}
      onKeyDown={({ key }) => {
        if (key !== 'Escape') return
        if (onClose) onClose()
        else setOpen(false)
      }}
      aria-label={`Share out ${title}`}
      data-phone={isPhone || undefined}
      data-print="no"
    >
      <div className={styles.Plan}>
        {!shared && isSettled && <p>Nobody waits for more</p>}
        {!shared && isEnough && (
          <Button
            // Once something is typed, the one yellow button is that of the save bar.
            variant={Object.keys(drafts).length === 0 ? 'primary' : 'quiet'}
            onClick={() => handleAll(wanted)}
          >
            Give all {grouped(wanted.units)}
          </Button>
        )}
        {!shared && !isSettled && !isEnough && (
          <p>
            {over > 0 && <strong>{grouped(over)} too many. </strong>}
            Share out <b className="num">{grouped(plan.available)}</b>{' '}
            {isOne && onClose && `${title} `}
            among <b className="num">{grouped(plan.wanting)}</b>{' '}
            {plan.wanting === 1 ? 'club that wants' : 'clubs that want'}{' '}
            <b className="num">{grouped(plan.missing)}</b>
            {takenBack > 0 && (
              <small>
                {grouped(onShelf)} on the shelf, {grouped(takenBack)} given and not delivered
              </small>
            )}
          </p>
        )}
        <output className={styles.Result}>
          {shared && (
            <>
              <Icon name="check" size="small" />
              <span>
                {shared.words}{' '}
                {shared.losses.length > 0 && (
                  <button
                    type="button"
                    className={cx(parts.TextButton, styles.Loss)}
                    onClick={() => handleLoss(shared.losses)}
                  >
                    {lossText(shared.losses, index)}
                  </button>
                )}
              </span>
              {!isPhone && how && <small>{how}</small>}
            </>
          )}
        </output>
      </div>
      {canFold && (
        <Button
          ref={fold}
          className={styles.Fold}
          aria-expanded={isOpen}
          aria-controls={waysId}
          onClick={() => setOpen(!isOpen)}
        >
          Other ways
          <Icon name="chevron" size="small" />
        </Button>
      )}
      {isPhone && undo}
      {isPhone && close}
      <fieldset
        id={waysId}
        className={cx(segments.SegmentedToggle, styles.Ways)}
        data-words="small"
        hidden={!showsWays}
      >
        <legend className="sr">Ways of sharing</legend>
        {WAYS.map((way) => (
          <button
            key={way}
            type="button"
            aria-pressed={shared?.method === way}
            onClick={() => handleWay(way)}
          >
            {SHARE_LABELS[way].label}
          </button>
        ))}
      </fieldset>
      {isPhone && showsWays && (
        <IconButton
          icon="more"
          label="More ways"
          aria-expanded={isRestOpen}
          aria-controls={restId}
          onClick={() => setRestOpen(!isRestOpen)}
        />
      )}
      <div
        id={restId}
        className={`line ${styles.Rest}`}
        hidden={isPhone && !(showsWays && isRestOpen)}
      >
        {isPhone && how && <p className="hint">{how}</p>}
        <div className={`line ${styles.Keep}`}>
          <span>{isOne ? 'Leave on the shelf' : 'Leave on each shelf'}</span>
          <Stepper
            label={`Units of ${isOne ? title : 'each item'} to leave on the shelf`}
            size="small"
            max={plan.available}
            value={keptBack}
            highlight={false}
            onChange={handleKeep}
          />
        </div>
        <Button size="small" onClick={() => handleWay('back')}>
          {SHARE_LABELS.back.label}
        </Button>
        {!isPhone && undo}
      </div>
      {!isPhone && close}
      {showsWays && plan.ready.size > 0 && (
        <div className={`line ${styles.Nobody}`}>
          <p>{readyText(plan.ready, index)}</p>
        </div>
      )}
      {shared && shared.nothing.length > 0 && (
        <div className={`line ${styles.Nobody}`}>
          <p>{nobodyText(shared.nothing, index)}</p>
          <Checkbox
            checked={rejection !== null}
            onChange={({ target }) => handleReject(target.checked ? NONE_LEFT : null)}
            label={`Reject ${shared.nothing.length === 1 ? 'it' : 'them'} too, with one remark`}
          />
          {rejection !== null && (
            <InlineText
              label="Remark for all that get nothing"
              value={rejection}
              onChange={handleReject}
            />
          )}
        </div>
      )}
      {note && (
        <div className={styles.Rule}>
          <Field
            label="The rule, for the record"
            hint="It stands in the history and in each line. Clubs read it when the decision is announced."
            value={note.text}
            maxLength={limits.noteLength}
            autoComplete="off"
            onChange={({ target }) => setNote(target.value)}
          />
        </div>
      )}
    </section>
  )
}

/** After the panel has gone with the focus: the opener takes it, or else the active cell. */
function returnFocus(opener: Element | null): void {
  const isLost = () => document.activeElement === document.body
  if (isLost() && opener instanceof HTMLElement) opener.focus()
  if (isLost()) focusActiveCell()
}

const focusOnWays = (panel: HTMLElement | null) =>
  panel?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
