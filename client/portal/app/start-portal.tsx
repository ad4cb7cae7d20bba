import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { toast } from 'react-hot-toast/headless'
import { queryClient } from '#client/portal/data/query-client.ts'
import { startLive } from '#client/portal/data/live.ts'
import { measureVisit } from '#client/shared/measure-visit.ts'
import { endSession, startSession, useSessionEnding } from '#client/shared/session.ts'
import { Button } from '#client/portal/ui/Button.tsx'
import { addIcons } from '#client/shared/icon-paths.ts'
import { portalIconPaths } from '#client/shared/portal-icon-paths.ts'
import { PortalShell } from './PortalShell.tsx'
import { Screens, type ScreenTable } from './Screens.tsx'

let root: Root | undefined

const ENDING = 'session-ending'

function sayEnding(isEnding: boolean): void {
  if (!isEnding) return toast.dismiss(ENDING)
  toast(
    <>
      Your session ends within a minute. Unsaved work is kept.
      <Button onClick={() => endSession('renewed')}>Sign in again</Button>
    </>,
    { id: ENDING, duration: Infinity },
  )
}

/** Replaces the prerendered shell with the screens of a portal document. Development calls it again after each change. */
export function startPortal(screens: ScreenTable): void {
  const element = (
    <QueryClientProvider client={queryClient}>
      <PortalShell>
        <Screens table={screens} />
      </PortalShell>
    </QueryClientProvider>
  )
  if (root) return root.render(element)
  const container = document.getElementById('root')
  if (!container) throw new Error('The page has no element with the id "root".')
  addIcons(portalIconPaths)
  // The page sends what a form holds; the browser never does.
  document.addEventListener('submit', (event) => event.preventDefault())
  useSessionEnding.subscribe(sayEnding)
  startSession()
  startLive()
  measureVisit()
  root = createRoot(container)
  root.render(element)
}
