import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { Nav, type NavProps } from './Nav.tsx'

/** The frame of every page. The content begins at the top of the page, under the fixed navigation; `Screen` and the public
 *  sections leave room for it. */
export function PageShell({ children, ...nav }: NavProps & { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main" data-print="no">
        Skip to content
      </a>
      <Nav {...nav} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer slim={nav.inPortal} />
    </>
  )
}
