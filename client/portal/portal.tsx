/** The document of sign-in, registration, password reset and the club's portal. */
import type { ReactNode } from 'react'
import { ClubPage } from './club/ClubPage.tsx'
import { PasswordResetPage } from './account/PasswordResetPage.tsx'
import { RegisterPage } from './account/RegisterPage.tsx'
import { SignInPage } from './account/SignInPage.tsx'
import type { PathOf } from '#client/shared/pages.ts'
import { startPortal } from './start-portal.tsx'

const screens: Record<PathOf<'portal'>, ReactNode> = {
  '/inventory': <SignInPage />,
  '/register': <RegisterPage />,
  '/forgpass': <PasswordResetPage />,
  '/inventoryuser': <ClubPage />,
}

startPortal(screens)
