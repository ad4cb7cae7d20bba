import type { ReactNode } from 'react'
import { Router } from 'wouter'
import { PageShell } from '#client/shared/PageShell.tsx'
import { Toaster } from '#client/portal/ui/Toaster.tsx'
import { followLink } from './late.tsx'

/** The navigation, the footer and the toasts around every screen. `ssrPath` is the address when the build prerenders. */
export function PortalShell({ ssrPath, children }: { ssrPath?: string; children: ReactNode }) {
  return (
    <Router aroundNav={followLink} {...(ssrPath !== undefined && { ssrPath })}>
      <PageShell current="inventory" quietApply footer="slim">
        {children}
      </PageShell>
      <Toaster />
    </Router>
  )
}
