import { useEffect, useRef } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'
import { Numbers } from '#client/portal/ui/Numbers.tsx'
import { Stepper } from '#client/portal/ui/Stepper.tsx'
import { Icon } from '#client/shared/Icon.tsx'
import { limits } from '#src/contract/limits.ts'
import type { OrderLine } from '#src/contract/records.ts'
import { grouped } from '#src/rules/number-text.ts'
import type { useCorrections, Wish } from './use-corrections.ts'
import styles from './OrderLines.module.css'

type Corrections = ReturnType<typeof useCorrections>
type LineProps = { line: OrderLine; corrections: Corrections }

/** How many a line asks for, to be changed in its own place. Where the line is gone the number keeps its room. */
export function AskedNumber({ line, corrections, isGone }: LineProps & { isGone: boolean }) {
  const wish = corrections.wishes[line._id]
  return (
    <div style={{ visibility: isGone ? 'hidden' : undefined }}>
      <Stepper
        label={`How many ${line.itemName} you ask for`}
        size="small"
        min={1}
        max={Math.max(limits.orderedQuantity, line.ordered_quantity)}
        value={wish?.wanted ?? line.ordered_quantity}
        highlight={wish !== undefined && wish.wanted !== null}
        onChange={(wanted) => corrections.want(line, wanted)}
        onKey={(key) => {
          if (key === 'Enter') void corrections.confirm(line)
          if (key === 'Escape') corrections.keep(line)
        }}
      />
    </div>
  )
}

function Question({ line, wish: { wanted, was } }: { line: OrderLine; wish: Wish }) {
  const { ordered_quantity: is, allotted_quantity: given, itemName } = line
  if (wanted !== null && was !== is)
    return (
      <Numbers
        in={`You typed ${grouped(wanted)}. It is ${grouped(is)} now, it was ${grouped(was)}.`}
      />
    )
  const back = wanted === null || wanted < is ? Math.max(0, given - (wanted ?? 0)) : 0
  const all = back === given ? 'all ' : ''
  return (
    <>
      {wanted === null ? (
        <>
          <Numbers in={`Withdraw ${grouped(is)}`} /> {itemName}?
        </>
      ) : (
        <Numbers in={`Ask for ${grouped(wanted)} instead of ${grouped(is)}?`} />
      )}
      {back > 0 && (
        <Numbers
          in={` You were given ${grouped(given)}: ${all}${grouped(back)} ${back === 1 && !all ? 'goes' : 'go'} back to the shelf.`}
        />
      )}
    </>
  )
}

/** What a line asks before it changes, with the two buttons that end it. */
export function CorrectionQuestion({ line, corrections }: LineProps) {
  const wish = corrections.wishes[line._id]
  const isWithdrawal = wish?.wanted === null
  const keepButton = useRef<HTMLButtonElement>(null)
  // A number keeps the focus while it is typed; the cross has done its part.
  useEffect(() => {
    if (isWithdrawal) keepButton.current?.focus()
  }, [isWithdrawal])
  if (!wish) return null
  const { wanted, error, isBusy } = wish
  const keep = isWithdrawal ? 'Keep it' : `Keep ${grouped(line.ordered_quantity)}`
  const confirm = wanted === null ? 'Withdraw' : `Ask for ${grouped(wanted)}`
  return (
    <div className={`line ${styles.Question}`}>
      <output>
        {error === null ? (
          <span>
            <Question line={line} wish={wish} />
          </span>
        ) : (
          <>
            <Icon name="warning" size="small" />
            <span>{error}</span>
          </>
        )}
      </output>
      <Button ref={keepButton} onClick={() => corrections.keep(line)} disabled={isBusy}>
        {keep}
      </Button>
      <Button
        variant={isWithdrawal ? 'loss' : 'primary'}
        busy={isBusy}
        onClick={() => void corrections.confirm(line)}
      >
        {error === null ? confirm : 'Try again'}
      </Button>
    </div>
  )
}
