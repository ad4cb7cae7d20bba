import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { measureVisit } from '#client/shared/measure-visit.ts'
import { SiteShell } from './SiteShell.tsx'
import './parts/fit-site.css'
import '#client/media/generated/photographs.css'
import '#client/media/drawings/posters.css'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no place for the site.')

// As a transition, so that a slow phone can answer a touch during hydration.
if (container.hasChildNodes()) startTransition(() => void hydrateRoot(container, <SiteShell />))
else createRoot(container).render(<SiteShell />)
measureVisit()
