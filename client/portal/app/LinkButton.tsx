import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { type Look, lookOf } from '#client/portal/ui/Button.tsx'
import { Icon } from '#client/shared/Icon.tsx'

type LinkButtonProps = Omit<Look, 'wide'> & { href: string; children: ReactNode }

/** A link to another screen that looks like a button. */
export const LinkButton = ({ href, icon, children, ...look }: LinkButtonProps) => (
  <Link href={href} className="button" {...lookOf(look)}>
    {icon && <Icon name={icon} size="small" />}
    {children}
  </Link>
)
