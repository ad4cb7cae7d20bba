/** The public site. Its pages come prerendered and are taken over as they stand. */
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { measureVisit } from '#client/shared/measure-visit.ts'
import { SiteShell } from './SiteShell.tsx'
import './parts/fit-site.css'
import '#client/media/generated/photographs.css'
import '#client/media/generated/posters.css'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no place for the site.')

// In slices, so that a slow phone answers a touch meanwhile.
if (container.hasChildNodes()) startTransition(() => void hydrateRoot(container, <SiteShell />))
else createRoot(container).render(<SiteShell />)
measureVisit()
