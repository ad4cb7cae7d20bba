import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { queryClient } from '#client/portal/data/query-client.ts'
import { startLive } from '#client/portal/data/live.ts'
import { measureVisit } from '#client/shared/measure-visit.ts'
import { startSession } from '#client/shared/session.ts'
import { addIcons } from '#client/shared/icon-paths.ts'
import { portalIconPaths } from '#client/shared/portal-icon-paths.ts'
import { PortalShell } from './PortalShell.tsx'
import { Screens, type ScreenTable } from './Screens.tsx'
import { SessionEnding } from './SessionEnding.tsx'

let root: Root | undefined

/** Replaces the prerendered shell with the screens of a portal document. Development calls it again after each change. */
export function startPortal(screens: ScreenTable): void {
  const element = (
    <QueryClientProvider client={queryClient}>
      <PortalShell>
        <SessionEnding />
        <Screens table={screens} />
      </PortalShell>
    </QueryClientProvider>
  )
  if (root) return root.render(element)
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no element with the id "root".')
  addIcons(portalIconPaths)
  startSession()
  startLive()
  measureVisit()
  root = createRoot(container)
  root.render(element)
}
