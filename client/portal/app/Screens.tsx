import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'wouter'
import { NOT_FOUND_TITLE, pageAt, pageName, type PagePath } from '#client/shared/pages.ts'
import { ErrorBoundary } from '#client/shared/ErrorBoundary.tsx'
import { leave, useSession } from '#client/shared/session.ts'
import { may, type Right } from '#src/rules/permissions.ts'
import { usePageAnnouncement } from '#client/shared/use-page-announcement.ts'

export type ScreenTable = Partial<Record<PagePath, ReactNode>>

/** The screen of the present address, for those who may see it. */
export function Screens({ table }: { table: ScreenTable }) {
  const [path] = useLocation()
  const page = pageAt(path)
  const screen = page && table[page.path]
  usePageAnnouncement(path, page ? pageName(page) : NOT_FOUND_TITLE)
  return (
    // The key lets the next screen show after one that threw.
    <ErrorBoundary key={path}>
      {page?.right ? <Guarded right={page.right}>{screen}</Guarded> : screen}
    </ErrorBoundary>
  )
}

/** Shows a screen to those who have a right. Everyone else goes to the sign-in; a visitor returns to the screen afterwards. */
function Guarded({ right, children }: { right: Right; children: ReactNode }) {
  const access = useSession((session) => session?.user.access)
  const isAllowed = access !== undefined && may(access, right)
  useEffect(() => {
    if (isAllowed) return
    if (access) leave('This page is for another kind of account.', false)
    else leave('Please sign in first.', true)
  }, [access, isAllowed])
  return isAllowed ? children : null
}
