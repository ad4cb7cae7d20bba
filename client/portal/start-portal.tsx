import { createRoot, type Root } from 'react-dom/client'
import { startLive } from '#client/portal/live/live.ts'
import { measureVisit } from '#client/shared/measure-visit.ts'
import { startSession } from '#client/shared/session.ts'
import { addIcons } from '#client/shared/icon-paths.ts'
import { portalIconPaths } from '#client/shared/portal-icon-paths.ts'
import { PortalShell } from './PortalShell.tsx'
import { Screens, type ScreenTable } from './Screens.tsx'
import { SessionEnding } from './SessionEnding.tsx'

let root: Root | undefined

/** Shows the screens of a portal document in place of the prerendered shell; again after each change in development. */
export function startPortal(table: ScreenTable): void {
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no place for the portal.')
  if (!root) {
    addIcons(portalIconPaths)
    startSession()
    startLive()
    measureVisit()
    root = createRoot(container)
  }
  root.render(
    <PortalShell>
      <SessionEnding />
      <Screens table={table} />
    </PortalShell>,
  )
}
