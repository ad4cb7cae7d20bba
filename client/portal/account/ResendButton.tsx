import { useId } from 'react'
import { Button } from '#client/portal/ui/Button.tsx'

type ResendButtonProps = {
  /** Until it can be pressed. */
  secondsLeft: number
  /** The countdown has just ended. Screen readers hear that, and not each second. */
  ended: boolean
  busy?: boolean
  onResend: () => void
}

const toClock = (seconds: number) =>
  `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function ResendButton({ secondsLeft, ended, busy = false, onResend }: ResendButtonProps) {
  const reasonId = useId()
  const waits = secondsLeft > 0
  return (
    <div>
      <Button size="big" wide disabled={waits} busy={busy} reasonId={reasonId} onClick={onResend}>
        Resend OTP{waits && ` in ${toClock(secondsLeft)}`}
      </Button>
      <span id={reasonId} hidden>
        A new code can be sent every 30 seconds.
      </span>
      <output className="sr">{ended && !waits ? 'You can resend the code now.' : ''}</output>
    </div>
  )
}
