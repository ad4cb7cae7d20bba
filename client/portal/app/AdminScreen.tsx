import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LivePill } from './LivePill.tsx'
import { LinkButton } from '#client/portal/ui/Button.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'
import { AdminNav } from './AdminNav.tsx'
import { Remarks } from '#client/portal/orders/Remarks.tsx'
import { RefusedUndo } from '#client/portal/undo/RefusedUndo.tsx'
import { DownloadButton, type ToSheet } from '#client/portal/lists/DownloadButton.tsx'

type AdminScreenProps = {
  title: string
  /** The title is the name of a club, and is shown larger. */
  named?: boolean
  note?: ReactNode
  /** What `Download Excel` writes; `null` disables the button while the rows load, and without it there is none. */
  toSheet?: ToSheet
  back?: { href: string; label: string }
  action?: ReactNode
  children: ReactNode
}

const HOME = { href: '/inventoryadp', label: 'Back to Home' }

/** The frame of an administrator's list: navigation, connection, download and back link. */
export function AdminScreen({
  toSheet,
  back = HOME,
  action,
  children,
  ...screen
}: AdminScreenProps) {
  return (
    <Screen
      {...screen}
      above={<AdminNav />}
      actions={
        <>
          <LivePill />
          {action}
          {toSheet !== undefined && <DownloadButton toSheet={toSheet} />}
          <Link href={back.href} asChild>
            <LinkButton size="small" icon="left">
              {back.label}
            </LinkButton>
          </Link>
        </>
      }
    >
      {children}
      <Remarks />
      <RefusedUndo />
    </Screen>
  )
}
