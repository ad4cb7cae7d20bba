import { Router } from 'wouter'
import { aroundNavigation } from '#client/lib/router.ts'
import { PageShell } from '#client/ui/PageShell.tsx'
import { Screens, type ScreenTable } from './Screens.tsx'

/** The public site, the same when it is prerendered (`ssrPath`) and in the browser. */
export function SiteShell({ ssrPath, table }: { ssrPath?: string; table: ScreenTable }) {
  return (
    <Router aroundNav={aroundNavigation} {...(ssrPath !== undefined && { ssrPath })}>
      <PageShell>
        <Screens table={table} />
      </PageShell>
    </Router>
  )
}
