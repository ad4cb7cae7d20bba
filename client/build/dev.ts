/**
 * The documents, bundled by Bun at each load of a page. For development only. Without hot reload, which takes CSS Modules for plain
 * stylesheets (oven-sh/bun#18258).
 */
import { join } from 'node:path'
import admin from '#client/portal/admin.html'
import { readPictures } from './picture-files.ts'
import { PAGES } from '#client/shared/pages.ts'
import portal from '#client/portal/portal.html'
import site from '#client/site/site.html'

const CLIENT = join(import.meta.dir, '..')
const DOCUMENTS = { site, portal, admin }

// Routes by method, because only those replace the built pages of the same paths. One route a path, because a catch-all would
// also take the calls of the API.
const routes = {
  ...Object.fromEntries(
    Object.entries(PAGES).map(([path, { document }]) => [path, { GET: DOCUMENTS[document] }]),
  ),
  '/assets/drawings/*': { GET: sendPicture },
  '/assets/media/*': { GET: sendPicture },
}

const pictures = await readPictures(CLIENT)

function sendPicture(request: Request): Response {
  const { pathname } = new URL(request.url)
  const bytes = pictures.get(pathname)
  const file = Bun.file(join(CLIENT, pathname))
  return bytes
    ? new Response(bytes, { headers: { 'content-type': file.type } })
    : new Response(null, { status: 404 })
}

/** Makes `app` answer with documents bundled from the source. Call it before `app` listens. */
export function serveDocuments(app: { config: { serve?: object } }): void {
  app.config.serve = { ...app.config.serve, development: { hmr: false }, routes }
}
