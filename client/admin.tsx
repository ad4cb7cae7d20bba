/** Stock, orders and decisions of the administrators. */
import type { ReactNode } from 'react'
import { CustomItemsPage } from './features/custom-items/CustomItemsPage.tsx'
import { OrderItemsPage } from './features/order-items/OrderItemsPage.tsx'
import { OrdersPage } from './features/orders/OrdersPage.tsx'
import { StockPage } from './features/stock/StockPage.tsx'
import { StockSummaryPage } from './features/stock-summary/StockSummaryPage.tsx'
import type { PathOf } from './lib/pages.ts'
import { startPortal } from './shell/start-portal.tsx'

const screens: Record<PathOf<'admin'>, ReactNode> = {
  '/inventoryadp': <StockPage />,
  '/items': <StockSummaryPage />,
  '/customitems': <CustomItemsPage />,
  '/orders': <OrdersPage />,
  '/orderwiseitem': <OrderItemsPage />,
}

startPortal(screens)
