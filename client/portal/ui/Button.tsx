import type { ComponentPropsWithRef, MouseEvent } from 'react'
import { cx } from '#client/shared/cx.ts'
import { Icon } from '#client/shared/Icon.tsx'
import type { IconName } from '#client/shared/icon-paths.ts'
import { mayDo } from '#client/shared/session.ts'
import type { Right } from '#src/rules/permissions.ts'
import './button.css'

export type Look = {
  /** `primary` is the main action, once in a view; `loss` deletes. */
  variant?: 'primary' | 'quiet' | 'loss' | undefined
  size?: 'normal' | 'small' | 'big' | undefined
  wide?: boolean | undefined
  icon?: IconName | undefined
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> &
  Look & {
    /** Keeps its label, shows a turning icon and ignores presses. */
    busy?: boolean
    /** Ignores presses, but stays in the tab order, so that its reason is read. */
    disabled?: boolean
    /** The id of the sentence that says why it is disabled. */
    reasonId?: string | undefined
    /** What its press asks for: whoever has no right to it sees no button. */
    right?: Right
  }

const takeNoPress = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

export const lookOf = ({ variant = 'quiet', size = 'normal', wide = false }: Look) => ({
  'data-variant': variant,
  'data-size': size,
  'data-wide': wide || undefined,
})

export function Button({
  variant,
  size,
  wide,
  icon,
  busy = false,
  disabled = false,
  reasonId,
  right,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  if (right && !mayDo(right)) return null
  const shown = busy ? 'sync' : icon
  return (
    <button
      aria-describedby={disabled ? reasonId : undefined}
      {...rest}
      {...lookOf({ variant, size, wide })}
      type={type}
      className={cx('button', className)}
      aria-busy={busy || undefined}
      aria-disabled={disabled || undefined}
      onClick={busy || disabled ? takeNoPress : onClick}
    >
      {shown && <Icon name={shown} size="small" turning={busy} />}
      {children}
    </button>
  )
}
