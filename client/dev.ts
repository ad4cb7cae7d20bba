/** The documents as Bun bundles them on request, with hot reload. For development only: what is built is another thing. */
import admin from './admin.html'
import kitchenSink from './kitchen-sink.html'
import { PAGES } from './lib/pages.ts'
import portal from './portal.html'
import site from './site.html'

const DOCUMENTS = { site, portal, admin }

// By method, because only so they take the place of the built pages of the same paths; each path by its own, because a route
// for all would take the calls of the API.
const routes = {
  ...Object.fromEntries(
    Object.entries(PAGES).map(([path, { document }]) => [path, { GET: DOCUMENTS[document] }]),
  ),
  '/kitchen-sink': { GET: kitchenSink },
}

/** Makes `app` answer with documents from the source; to be called before it listens. */
export function serveDocuments(app: { config: { serve?: object } }): void {
  app.config.serve = { ...app.config.serve, development: true, routes }
}
