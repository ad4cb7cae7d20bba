import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { BoardItem } from '#src/contract/board.ts'
import { SHARE_METHODS, type ShareMethod } from '#src/rules/share.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { IconButton } from '#client/shared/IconButton.tsx'
import { grouped } from '#src/rules/number-text.ts'
import { SHARE_LABELS, shareItems, sharedText } from './model/sharing.ts'
import type { Drafts } from './model/drafts.ts'
import { setDrafts, takeBackDraft, useDesk } from './desk.ts'
import styles from './Board.late.module.css'

type SharePanelProps = {
  /** What is shared out: one item, or several, each for itself. */
  items: readonly BoardItem[]
  title: string
  /** Left out: it belongs to the page and does not close. */
  onClose?: () => void
}

/** The ways of sharing out. Each press types the units anew; nothing is saved by it. */
export function SharePanel({ items, title, onClose }: SharePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const close = useEffectEvent(() => onClose?.())
  // A listener of its own, because a section is no control.
  useEffect(() => {
    const element = panel.current
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && close()
    element?.addEventListener('keydown', leave)
    if (element?.dataset.flat === undefined)
      element?.querySelector<HTMLElement>('[aria-pressed]')?.focus()
    return () => element?.removeEventListener('keydown', leave)
  }, [])
  const [method, setMethod] = useState<ShareMethod | null>(null)
  const [keptBack, setKeptBack] = useState(0)
  const [told, setTold] = useState('')
  const [filled, setFilled] = useState<Drafts | null>(null)
  // What sharing said is no longer true once something else is typed.
  const isShared = useDesk((desk) => desk.drafts === filled)
  const index = useDesk((desk) => desk.index)
  const canTakeBack = useDesk((desk) => desk.earlier.length > 0)
  const plan = useMemo(
    () => index && shareItems('back', items, { index, drafts: {}, keptBack: 0 }),
    [index, items],
  )

  function fill(way: ShareMethod, kept: number) {
    const { index: now, drafts } = useDesk.getState()
    if (!now) return
    const sharing = shareItems(way, items, { index: now, drafts, keptBack: kept })
    setDrafts(sharing.drafts)
    setMethod(way)
    setFilled(sharing.drafts)
    setTold(sharedText(sharing))
  }
  function handleKeep(kept: number) {
    setKeptBack(kept)
    if (method && isShared) fill(method, kept)
  }

  if (!plan) return null
  const isOne = items.length === 1
  const onShelf = items.reduce((sum, { itemQuantity }) => sum + itemQuantity, 0)
  const takenBack = plan.available - onShelf
  return (
    <section
      ref={panel}
      className={styles.SharePanel}
      aria-label={`Share out ${title}`}
      data-flat={onClose ? undefined : ''}
      data-print="no"
    >
      <div className={styles.Plan}>
        {!isShared && (
          <p>
            Share out <b className="num">{grouped(plan.available)}</b> {isOne && onClose && title}{' '}
            among <b className="num">{grouped(plan.clubs)}</b>{' '}
            {plan.clubs === 1 ? 'club that wants' : 'clubs that want'}{' '}
            <b className="num">{grouped(plan.missing)}</b>
            {takenBack > 0 && (
              <small>
                {grouped(onShelf)} on the shelf, {grouped(takenBack)} given and not delivered
              </small>
            )}
          </p>
        )}
        <output className={styles.Told}>
          {isShared && method && (
            <>
              <Icon name="check" size="small" />
              <span>{told}</span>
              <small>{SHARE_LABELS[method].how}</small>
            </>
          )}
        </output>
      </div>
      {onClose && <IconButton icon="close" size="small" label="Close" onClick={onClose} />}
      <fieldset className={styles.Ways}>
        <legend className="sr">Ways of sharing</legend>
        {SHARE_METHODS.map((way) => (
          <button
            key={way}
            type="button"
            aria-pressed={isShared && method === way}
            onClick={() => fill(way, keptBack)}
          >
            {SHARE_LABELS[way].label}
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
      {isShared && canTakeBack && (
        <Button
          size="small"
          icon="undo"
          onClick={() => {
            takeBackDraft()
            setFilled(null)
          }}
        >
          Undo
        </Button>
      )}
    </section>
  )
}
