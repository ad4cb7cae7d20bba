// Every component in each of its states, for development only: the production build does not know this page.
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { ErrorBoundary } from '#client/shared/ErrorBoundary.tsx'
import { addIcons } from '#client/shared/icon-paths.ts'
import { NotFoundPage } from '#client/shared/NotFoundPage.tsx'
import { PageShell } from '#client/shared/PageShell.tsx'
import { portalIconPaths } from '#client/shared/portal-icon-paths.ts'
import { Screen } from '#client/portal/ui/Screen.tsx'
import { Toaster } from '#client/portal/ui/Toaster.tsx'
import { BoardStates } from './board.tsx'
import { Buttons, Fields, Icons, Statuses, Steppers } from './controls.tsx'
import { Banners, Lists, Records } from './lists.tsx'
import { Dialogs, Toasts } from './overlays.tsx'
import { Sheet } from './parts.tsx'

function KitchenSink() {
  return (
    <PageShell current="inventory" quietApply footer="slim">
      <Screen title="States" note="Every component in each of its states">
        <Sheet>
          <Buttons />
          <Icons />
          <Steppers />
          <Statuses />
          <Fields />
          <Toasts />
          <Dialogs />
          <Lists />
          <Banners />
          <Records />
          <BoardStates />
          <p>
            <a href="?not-found">Nothing stands here</a>,{' '}
            <a href="?error">Unexpected Application Error!</a>
          </p>
        </Sheet>
      </Screen>
    </PageShell>
  )
}

function Throws(): ReactNode {
  throw new Error('500 Internal Server Error')
}

function Asked() {
  if (location.search === '') return <KitchenSink />
  return (
    <PageShell>
      <ErrorBoundary>{location.search === '?error' ? <Throws /> : <NotFoundPage />}</ErrorBoundary>
    </PageShell>
  )
}

addIcons(portalIconPaths)
const element = document.getElementById('root')
if (element)
  createRoot(element).render(
    <>
      <Asked />
      <Toaster />
    </>,
  )
