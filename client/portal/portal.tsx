/** The document of sign-in, registration, password reset and the club's portal. */
import type { ReactNode } from 'react'
import { ClubPage } from './shop/ClubPage.tsx'
import { SignInPage } from './account/SignInPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { lateScreen } from './app/late.tsx'
import { startPortal } from './app/start-portal.tsx'

// Late: each person needs them once.
const screens: Record<PathOf<'portal'>, ReactNode> = {
  '/inventory': <SignInPage />,
  '/register': lateScreen('/register', () => import('./account/RegisterPage.tsx')),
  '/forgpass': lateScreen('/forgpass', () => import('./account/PasswordResetPage.tsx')),
  '/users/mails-off': lateScreen('/users/mails-off', () => import('./account/MailsOffPage.tsx')),
  '/pickup': lateScreen('/pickup', () => import('./pickup/PickupPage.tsx')),
  '/inventoryuser': <ClubPage />,
  '/account': lateScreen('/account', () => import('./account/AccountPage.tsx')),
}

startPortal(screens)
