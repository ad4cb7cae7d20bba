/** Sign-in, registration, password reset and the clubs' portal. */
import type { ReactNode } from 'react'
import { ClubPage } from './features/club/ClubPage.tsx'
import { PasswordResetPage } from './features/password-reset/PasswordResetPage.tsx'
import { RegisterPage } from './features/register/RegisterPage.tsx'
import { SignInPage } from './features/sign-in/SignInPage.tsx'
import type { PathOf } from './lib/pages.ts'
import { startPortal } from './shell/start-portal.tsx'

const screens: Record<PathOf<'portal'>, ReactNode> = {
  '/inventory': <SignInPage />,
  '/register': <RegisterPage />,
  '/forgpass': <PasswordResetPage />,
  '/inventoryuser': <ClubPage />,
}

startPortal(screens)
