/** Starts admin.html, the administrators' screens. The large ones, and those seldom opened, load when they are opened. */
import { lazy, type ReactNode, Suspense } from 'react'
import { CustomItemsPage } from './orders/CustomItemsPage.tsx'
import { OrderItemsPage } from './orders/OrderItemsPage.tsx'
import { OrdersPage } from './orders/OrdersPage.tsx'
import { StockPage } from './stock/StockPage.tsx'
import { StockSummaryPage } from './stock/StockSummaryPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { startPortal } from './app/start-portal.tsx'

const BoardPage = lazy(() => import('./board/BoardPage.tsx'))
const HistoryPage = lazy(() => import('./history/HistoryPage.tsx'))
const MailsPage = lazy(() => import('./mails/MailsPage.tsx'))

const screens: Record<PathOf<'admin'>, ReactNode> = {
  '/inventoryadp': <StockPage />,
  '/items': <StockSummaryPage />,
  '/customitems': <CustomItemsPage />,
  '/orders': <OrdersPage />,
  '/orderwiseitem': <OrderItemsPage />,
  '/board': (
    <Suspense>
      <BoardPage />
    </Suspense>
  ),
  '/history': (
    <Suspense>
      <HistoryPage />
    </Suspense>
  ),
  '/mails': (
    <Suspense>
      <MailsPage />
    </Suspense>
  ),
}

startPortal(screens)
