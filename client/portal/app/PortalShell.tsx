import type { ReactNode } from 'react'
import { Router, useLocation } from 'wouter'
import { PageShell } from '#client/shared/PageShell.tsx'
import { Toaster } from '#client/portal/ui/Toaster.tsx'
import { followLink } from './late.tsx'

/** The screen in the store room stands alone: nobody goes elsewhere from there. */
function Frame({ children }: { children: ReactNode }) {
  const [path] = useLocation()
  return path === '/pickup' ? (
    <main id="main">{children}</main>
  ) : (
    <PageShell current="inventory" inPortal>
      {children}
    </PageShell>
  )
}

/** The navigation, the footer and the toasts around every screen. `ssrPath` is the address when the build prerenders. */
export function PortalShell({ ssrPath, children }: { ssrPath?: string; children: ReactNode }) {
  return (
    <Router aroundNav={followLink} {...(ssrPath !== undefined && { ssrPath })}>
      <Frame>{children}</Frame>
      <Toaster />
    </Router>
  )
}
