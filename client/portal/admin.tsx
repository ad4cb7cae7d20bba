/** Starts admin.html, the administrators' screens. The large ones, and those seldom opened, load when they are opened. */
import type { ReactNode } from 'react'
import { OrdersPage } from './orders/OrdersPage.tsx'
import { StockPage } from './stock/StockPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { lateScreen } from './app/late.tsx'
import { startPortal } from './app/start-portal.tsx'

const screens: Record<PathOf<'admin'>, ReactNode> = {
  '/inventoryadp': <StockPage />,
  '/stocksheet': lateScreen('/stocksheet', () => import('./stock/sheet/StockSheetPage.tsx')),
  '/items': lateScreen('/items', () => import('./stock/StockSummaryPage.tsx')),
  '/customitems': lateScreen('/customitems', () => import('./orders/CustomItemsPage.tsx')),
  '/orders': <OrdersPage />,
  '/orderwiseitem': lateScreen('/orderwiseitem', () => import('./orders/OrderItemsPage.tsx')),
  '/board': lateScreen('/board', () => import('./board/BoardPage.tsx')),
  '/handout': lateScreen('/handout', () => import('./handout/HandoutPage.tsx')),
  '/editions': lateScreen('/editions', () => import('./editions/EditionsPage.tsx')),
  '/editions/end': lateScreen('/editions/end', () => import('./editions/EndEditionPage.tsx')),
  '/people': lateScreen('/people', () => import('./people/PeoplePage.tsx')),
  '/history': lateScreen('/history', () => import('./history/HistoryPage.tsx')),
  '/mails': lateScreen('/mails', () => import('./mails/MailsPage.tsx')),
}

startPortal(screens)
