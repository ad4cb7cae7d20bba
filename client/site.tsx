/** The public site. Its pages come prerendered and are taken over as they stand. */
import { createRoot, hydrateRoot } from 'react-dom/client'
import { SiteShell } from './shell/SiteShell.tsx'
import { siteScreens } from './site-screens.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no place for the site.')

const site = <SiteShell table={siteScreens} />
if (container.hasChildNodes()) hydrateRoot(container, site)
else createRoot(container).render(site)
