/** The document of sign-in, registration, password reset and the club's portal. */
import { lazy, type ReactNode, Suspense } from 'react'
import { ClubPage } from './shop/ClubPage.tsx'
import { SignInPage } from './account/SignInPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { startPortal } from './app/start-portal.tsx'

/** Needed once by each person. */
const RegisterPage = lazy(() => import('./account/RegisterPage.tsx'))
const MailsOffPage = lazy(() => import('./account/MailsOffPage.tsx'))
const PasswordResetPage = lazy(() => import('./account/PasswordResetPage.tsx'))

const screens: Record<PathOf<'portal'>, ReactNode> = {
  '/inventory': <SignInPage />,
  '/register': (
    <Suspense>
      <RegisterPage />
    </Suspense>
  ),
  '/forgpass': (
    <Suspense>
      <PasswordResetPage />
    </Suspense>
  ),
  '/users/mails-off': (
    <Suspense>
      <MailsOffPage />
    </Suspense>
  ),
  '/inventoryuser': <ClubPage />,
}

startPortal(screens)
