import { useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { BoardItem } from '#src/contract/board.ts'
import { SHARE_METHODS, type ShareMethod } from '#src/rules/share.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { giveAll, SHARE_LABELS, shareItems, sharedShortly, sharedText } from './model/sharing.ts'
import type { Drafts } from './model/drafts.ts'
import { setDrafts, takeBackDraft, useDesk } from './desk.ts'
import styles from './SharePanel.late.module.css'

/** Taking back is no way of sharing, so it stands apart. */
const WAYS = SHARE_METHODS.filter((way) => way !== 'back')

type SharePanelProps = {
  /** What is shared out: one item, or several, each for itself. */
  items: readonly BoardItem[]
  title: string
  /** It is one row that opens, and folds once a way is chosen: on a small screen the room belongs to the numbers that change. */
  isFolding?: boolean
  /** Left out: it belongs to the page and does not close. */
  onClose?: () => void
}

/** The ways of sharing out. Each press types the units anew; nothing is saved by it. */
export function SharePanel({ items, title, isFolding = false, onClose }: SharePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const fold = useRef<HTMLButtonElement>(null)
  const waysId = useId()
  const [isOpen, setOpen] = useState(!isFolding || onClose !== undefined)
  const leave = useEffectEvent(() => {
    if (onClose) onClose()
    else foldUp()
  })
  // A listener of its own, because a section is no control.
  useEffect(() => {
    const element = panel.current
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && leave()
    element?.addEventListener('keydown', handleKey)
    element?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
    return () => element?.removeEventListener('keydown', handleKey)
  }, [])
  const [method, setMethod] = useState<ShareMethod | null>(null)
  const [keptBack, setKeptBack] = useState(0)
  const [told, setTold] = useState('')
  const [filled, setFilled] = useState<Drafts | null>(null)
  // The result of sharing is no longer true once something else is typed.
  const isShared = useDesk((desk) => desk.drafts === filled)
  const index = useDesk((desk) => desk.index)
  const canTakeBack = useDesk((desk) => desk.earlier.length > 0)
  // The page of one item offers the whole rest where the shelf has it.
  const offered = isFolding && !onClose ? items[0] : undefined
  const rest = useDesk(
    useShallow(({ index: now, drafts }) => {
      if (!offered || !now) return null
      const { units, left } = giveAll(offered, { index: now, drafts })
      return { units, left }
    }),
  )
  const isEnough = rest !== null && rest.units > 0 && rest.left >= 0
  // Once something is typed, the one yellow button is that of the save bar.
  const isClean = useDesk(({ drafts }) => Object.keys(drafts).length === 0)
  const plan = useMemo(
    () => index && shareItems('back', items, { index, drafts: {}, keptBack: 0 }),
    [index, items],
  )

  function foldUp() {
    setOpen(false)
    fold.current?.focus()
  }
  function show(drafts: Drafts, way: ShareMethod | null, words: string) {
    setDrafts(drafts)
    setFilled(drafts)
    setMethod(way)
    setTold(words)
  }
  function fill(way: ShareMethod, kept: number) {
    const { index: now, drafts } = useDesk.getState()
    if (!now) return
    const sharing = shareItems(way, items, { index: now, drafts, keptBack: kept })
    show(sharing.drafts, way, isFolding ? sharedShortly(sharing) : sharedText(sharing))
  }
  function handleAll() {
    const { index: now, drafts } = useDesk.getState()
    if (!now || !offered) return
    const all = giveAll(offered, { index: now, drafts })
    show(all.drafts, null, `${grouped(all.units)} given, ${grouped(all.left)} left`)
    fold.current?.focus()
  }
  function handleWay(way: ShareMethod) {
    fill(way, keptBack)
    if (isFolding) foldUp()
  }
  function handleKeep(kept: number) {
    setKeptBack(kept)
    if (method && isShared) fill(method, kept)
  }

  function handleUndo() {
    takeBackDraft()
    setFilled(null)
    fold.current?.focus()
  }

  if (!plan) return null
  const isOne = items.length === 1
  const onShelf = items.reduce((sum, { itemQuantity }) => sum + itemQuantity, 0)
  const takenBack = plan.available - onShelf
  const words = (
    <p>
      Share out <b className="num">{grouped(plan.available)}</b> {isOne && onClose && title} among{' '}
      <b className="num">{grouped(plan.wanting)}</b>{' '}
      {plan.wanting === 1 ? 'club that wants' : 'clubs that want'}{' '}
      <b className="num">{grouped(plan.missing)}</b>
      {takenBack > 0 && (
        <small>
          {grouped(onShelf)} on the shelf, {grouped(takenBack)} given and not delivered
        </small>
      )}
    </p>
  )
  const foldWord =
    isShared && method
      ? SHARE_LABELS[method].label
      : isEnough || isShared
        ? 'Other ways'
        : rest?.units
          ? 'Share out'
          : 'Ways'
  return (
    <section
      ref={panel}
      className={styles.SharePanel}
      aria-label={`Share out ${title}`}
      data-folding={isFolding || undefined}
      data-open={isOpen || undefined}
      data-print="no"
    >
      <div className={styles.Plan}>
        {!isShared && !rest && words}
        {!isShared && rest?.units === 0 && <p>Nobody waits for more</p>}
        {!isShared && rest && rest.units > 0 && !isEnough && (
          <p>
            <b className="num">{grouped(plan.available)}</b> for{' '}
            <b className="num">{grouped(plan.wanting)}</b>{' '}
            {plan.wanting === 1 ? 'club that wants' : 'clubs that want'}{' '}
            <b className="num">{grouped(plan.missing)}</b>
          </p>
        )}
        {!isShared && isEnough && (
          <Button variant={isClean ? 'primary' : 'quiet'} onClick={handleAll}>
            Give all {grouped(rest.units)}
          </Button>
        )}
        <output className={styles.Told}>
          {isShared && (
            <>
              <Icon name="check" size="small" />
              <span>{told}</span>
              {method && !isFolding && <small>{SHARE_LABELS[method].how}</small>}
            </>
          )}
        </output>
      </div>
      {isFolding && (
        <button
          ref={fold}
          type="button"
          className={styles.Fold}
          aria-expanded={isOpen}
          aria-controls={waysId}
          data-lead={(isClean && foldWord === 'Share out') || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {foldWord}
          <Icon name="chevron" size="small" />
        </button>
      )}
      {isShared && canTakeBack && isFolding && (
        <IconButton icon="undo" label="Undo" onClick={handleUndo} />
      )}
      {onClose && !(isFolding && isShared) && (
        <IconButton icon="close" size="small" label="Close" onClick={onClose} />
      )}
      <div id={waysId} className={styles.Sharing} hidden={!isOpen}>
        <fieldset className={styles.Ways}>
          <legend className="sr">Ways of sharing</legend>
          {WAYS.map((way) => (
            <button
              key={way}
              type="button"
              aria-pressed={isShared && method === way}
              onClick={() => handleWay(way)}
            >
              {SHARE_LABELS[way].label}
              {isFolding && <small>{SHARE_LABELS[way].how}</small>}
            </button>
          ))}
        </fieldset>
        <div className={styles.Keep}>
          <span>{isOne ? 'Keep back' : 'Keep back of each'}</span>
          <Stepper
            label={`Units of ${isOne ? title : 'each item'} to keep back`}
            size="small"
            max={plan.available}
            value={keptBack}
            highlight={false}
            onChange={handleKeep}
          />
        </div>
        <div className={styles.Back}>
          <Button size="small" onClick={() => handleWay('back')}>
            {SHARE_LABELS.back.label}
          </Button>
          {isShared && canTakeBack && !isFolding && (
            <Button size="small" icon="undo" onClick={handleUndo}>
              Undo
            </Button>
          )}
        </div>
      </div>
    </section>
  )
}
