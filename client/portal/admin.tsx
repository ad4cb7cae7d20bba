/** The document of the administration. */
import type { ReactNode } from 'react'
import { CustomItemsPage } from './admin/custom-items/CustomItemsPage.tsx'
import { OrderItemsPage } from './admin/order-items/OrderItemsPage.tsx'
import { OrdersPage } from './admin/orders/OrdersPage.tsx'
import { StockPage } from './admin/stock/StockPage.tsx'
import { StockSummaryPage } from './admin/stock-summary/StockSummaryPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { startPortal } from './start-portal.tsx'

const screens: Record<PathOf<'admin'>, ReactNode> = {
  '/inventoryadp': <StockPage />,
  '/items': <StockSummaryPage />,
  '/customitems': <CustomItemsPage />,
  '/orders': <OrdersPage />,
  '/orderwiseitem': <OrderItemsPage />,
}

startPortal(screens)
