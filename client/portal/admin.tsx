/** Starts admin.html, the administrators' screens. The large ones, and those seldom opened, load when they are opened. */
import type { ReactNode } from 'react'
import { CustomItemsPage } from './orders/CustomItemsPage.tsx'
import { OrderItemsPage } from './orders/OrderItemsPage.tsx'
import { OrdersPage } from './orders/OrdersPage.tsx'
import { StockPage } from './stock/StockPage.tsx'
import { StockSummaryPage } from './stock/StockSummaryPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { lateScreen } from './app/late.tsx'
import { startPortal } from './app/start-portal.tsx'

const screens: Record<PathOf<'admin'>, ReactNode> = {
  '/inventoryadp': <StockPage />,
  '/items': <StockSummaryPage />,
  '/customitems': <CustomItemsPage />,
  '/orders': <OrdersPage />,
  '/orderwiseitem': <OrderItemsPage />,
  '/board': lateScreen('/board', () => import('./board/BoardPage.tsx')),
  '/history': lateScreen('/history', () => import('./history/HistoryPage.tsx')),
  '/mails': lateScreen('/mails', () => import('./mails/MailsPage.tsx')),
}

startPortal(screens)
