import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { homeOf, pageAt } from '#client/shared/pages.ts'
import { useSession } from '#client/shared/session.ts'
import { LivePill } from './LivePill.tsx'
import { Screen } from '#client/portal/ui/Screen.tsx'
import { AccountWays } from './AccountWays.tsx'
import { AdminNav } from './AdminNav.tsx'
import { BackLink, type Way } from './BackLink.tsx'
import { EditionTape } from '#client/portal/ordering/EditionTape.tsx'
import { Remarks } from '#client/portal/orders/Remarks.tsx'
import { RefusedUndo } from '#client/portal/undo/RefusedUndo.tsx'
import { DownloadButton, type ToSheet } from '#client/portal/lists/DownloadButton.tsx'

type AdminScreenProps = {
  /** Left out: that of the page. */
  title?: string
  /** The title is the name of a club, and is shown larger. */
  named?: boolean
  note?: ReactNode
  /** Left out where the edition's name is the picture itself. */
  hasTape?: boolean
  /** What `Download Excel` writes; `null` disables the button while the rows load, and without it there is none. */
  toSheet?: ToSheet
  back?: Way
  action?: ReactNode
  children: ReactNode
}

/** The frame of an administrator's list: navigation, connection, download and back link; where the person starts, links to the account and out. */
export function AdminScreen(props: AdminScreenProps) {
  const [path] = useLocation()
  const access = useSession()?.user.access
  const isHome = access !== undefined && homeOf(access) === path
  const { title = pageAt(path)?.title ?? '', named = false, hasTape = true } = props
  const { note, toSheet, back, action, children } = props
  return (
    <Screen
      title={title}
      named={named}
      compact={isHome}
      note={
        (hasTape || note) && (
          <>
            {hasTape && <EditionTape />}
            {note}
          </>
        )
      }
      above={<AdminNav />}
      actions={
        <>
          <LivePill />
          {action}
          {toSheet !== undefined && <DownloadButton toSheet={toSheet} />}
          {isHome ? <AccountWays /> : <BackLink way={back} />}
        </>
      }
    >
      {children}
      <Remarks />
      <RefusedUndo />
    </Screen>
  )
}
