import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { NOT_FOUND_TITLE, pageAt, type PagePath } from '#client/shared/pages.ts'
import { ErrorBoundary } from '#client/shared/ErrorBoundary.tsx'
import { NotFoundPage } from '#client/shared/NotFoundPage.tsx'
import { Guarded } from './Guarded.tsx'
import { usePageAnnouncement } from '#client/shared/use-page-announcement.ts'

export type ScreenTable = Partial<Record<PagePath, ReactNode>>

/** The screen of the present address, for those who may see it; the 404 page when there is none. */
export function Screens({ table }: { table: ScreenTable }) {
  const [path] = useLocation()
  const page = pageAt(path)
  const screen = (page && table[page.path]) ?? <NotFoundPage />
  usePageAnnouncement(path, page?.title ?? NOT_FOUND_TITLE)
  return (
    // The key lets the next screen show after one that threw.
    <ErrorBoundary key={path}>
      {page?.right ? <Guarded right={page.right}>{screen}</Guarded> : screen}
    </ErrorBoundary>
  )
}
