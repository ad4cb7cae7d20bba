/** The document of the administration. */
import { lazy, type ReactNode, Suspense } from 'react'
import { CustomItemsPage } from './admin/custom-items/CustomItemsPage.tsx'
import { OrderItemsPage } from './admin/order-items/OrderItemsPage.tsx'
import { OrdersPage } from './admin/orders/OrdersPage.tsx'
import { StockPage } from './admin/stock/StockPage.tsx'
import { StockSummaryPage } from './admin/stock-summary/StockSummaryPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { startPortal } from './start-portal.tsx'

const BoardPage = lazy(() => import('./admin/board/BoardPage.tsx'))
const HistoryPage = lazy(() => import('./admin/history/HistoryPage.tsx'))
const MailsPage = lazy(() => import('./admin/mails/MailsPage.tsx'))

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
