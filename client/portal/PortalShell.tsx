import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { aroundNavigation } from '#client/shared/router.ts'
import { PageShell } from '#client/shared/PageShell.tsx'
import { Toaster } from '#client/portal/ui/Toaster.tsx'

/** What portal and administration have round every screen. `ssrPath` is the address when it is not the browser that asks. */
export function PortalShell({ ssrPath, children }: { ssrPath?: string; children: ReactNode }) {
  return (
    <Router aroundNav={aroundNavigation} {...(ssrPath !== undefined && { ssrPath })}>
      <PageShell current="inventory" quietApply footer="slim">
        {children}
      </PageShell>
      <Toaster />
    </Router>
  )
}
