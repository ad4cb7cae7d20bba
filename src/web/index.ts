import { join } from 'node:path'
import { encodeAs } from '#client/build/compress.ts'
import type { Config } from '#src/config.ts'
import { type Context, Elysia, NotFoundError } from 'elysia'
import {
  BUILT_CLIENT,
  type Encoding,
  ENCODINGS,
  ORIGIN,
  readManifest,
  type StoredFile,
  type StoredPage,
  SUFFIX,
} from '#client/build/manifest.ts'
import { accepts, isKnownTag } from '#src/rules/headers.ts'
import { DOCS_POLICY, pagePolicy } from './page-policy.ts'
import { permissionsPolicy } from './permissions-policy.ts'
import { SECURITY_TXT, securityTxt } from './security-txt.ts'

/** The path of the API's documentation page and of its files. */
const DOCS = '/docs'

/** Larger files are not cached in memory. They are read from the disk for each request. */
const MAX_CACHED_BYTES = 100_000
const YEAR_SECONDS = 31_536_000

const CACHE: Record<StoredFile['cache'], string> = {
  immutable: `public, max-age=${YEAR_SECONDS}, immutable`,
  revalidate: 'no-cache',
}

type Request = Pick<Context, 'request' | 'server' | 'set' | 'redirect'>

/** The path and query of a request. The host is replaced, because a client can send any host, and Bun omits an invalid one. */
const addressIn = (url: string) =>
  new URL(`http://localhost${url.startsWith('/') ? url : url.slice(url.indexOf('/', 8))}`)

/** The page for an address: looks for one of its query values first, then for the path alone. */
function findPage(
  pages: ReadonlyMap<string, StoredPage>,
  { pathname, searchParams }: URL,
): StoredPage | null {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : pathname
  for (const [name, value] of searchParams) {
    const page = pages.get(`${path}?${name}=${value.trim().toLowerCase()}`)
    if (page) return page
  }
  return pages.get(path) ?? null
}

/** The path that somebody meant who typed a capital letter, or copied the end of a sentence with the link. */
function meantPath(pathname: string): string {
  try {
    return (
      decodeURIComponent(pathname)
        .toLowerCase()
        .replace(/(?<![\s.,;:!?)\]>"'’”/])[\s.,;:!?)\]>"'’”/]+$/, '') || '/'
    )
  } catch {
    return pathname
  }
}

type WebOptions = Pick<Config, 'publicUrl' | 'apiDocs' | 'securityContact'> & { distDir?: string }

/**
 * Serves the built client: pages by address, files by path, and the site's 404 page for everything else. Our own, because no package for Bun
 * sends files that were compressed before, and pages by their query (decision 008).
 */
export function web({ distDir = BUILT_CLIENT, publicUrl, apiDocs, securityContact }: WebOptions) {
  const manifest = readManifest(distDir)
  const isShown = (path: string) => apiDocs || !(path === DOCS || path.startsWith(`${DOCS}/`))
  /** The entries by address, without the API's documentation if the settings turn it off. */
  const shown = <T>(table: Record<string, T> = {}) =>
    new Map(Object.entries(table).filter(([path]) => isShown(path)))
  const [pages, files] = [shown(manifest?.pages), shown(manifest?.files)]
  const kept = new Map<string, Uint8Array<ArrayBuffer>>()

  async function open(file: string) {
    const stored = Bun.file(join(distDir, file))
    // A new build removes the files of the previous build.
    if (!(await stored.exists())) throw new NotFoundError()
    return stored
  }

  async function keep(file: string) {
    const content = kept.get(file) ?? (await (await open(file)).bytes())
    kept.set(file, content)
    return content
  }
  const read = (file: string, bytes: number) => (bytes > MAX_CACHED_BYTES ? open(file) : keep(file))

  /** Inserts the origin, which stays the same while the server runs. */
  async function complete(file: string, origin: string, encoding: Encoding | null) {
    const key = `${encoding} ${file}`
    const known = kept.get(key)
    if (known) return known
    const source = new TextDecoder().decode(await keep(file))
    const content = new TextEncoder().encode(source.replaceAll(ORIGIN, origin))
    const made = encoding ? await encodeAs(encoding, content, 'quick') : content
    kept.set(key, made)
    return made
  }

  async function send(stored: StoredFile, status: number, { request, server, set }: Request) {
    const origin = stored.absolute && (publicUrl ?? `http://localhost:${server?.port}`)
    const isReady = (encoding: Encoding) => origin !== undefined || encoding in stored.encodings
    const accepted = request.headers.get('accept-encoding')
    const encoding = ENCODINGS.find((one) => isReady(one) && accepts(accepted, one)) ?? null
    const parts = [stored.hash, origin && Bun.hash(origin).toString(36), encoding]
    const etag = `"${parts.filter(Boolean).join('-')}"`
    set.headers['cache-control'] = CACHE[stored.cache]
    set.headers['etag'] = etag
    set.headers['vary'] = 'accept-encoding'
    if (status === 200 && isKnownTag(request.headers.get('if-none-match'), etag)) {
      set.status = 304
      return new Response(null, { status: 304 })
    }
    if (encoding) set.headers['content-encoding'] = encoding
    const bytes = (encoding && stored.encodings[encoding]) ?? stored.bytes
    const body = origin
      ? await complete(stored.file, origin, encoding)
      : await read(stored.file + (encoding ? SUFFIX[encoding] : ''), bytes)
    return new Response(body, { status, headers: { 'content-type': stored.type } })
  }

  function sendPage(page: StoredPage, context: Request) {
    context.set.headers['content-security-policy'] =
      page === pages.get(DOCS) ? DOCS_POLICY : pagePolicy(page)
    if (page.frames.length > 0)
      context.set.headers['permissions-policy'] = permissionsPolicy(page.frames)
    // The video service requires a referrer.
    context.set.headers['referrer-policy'] = 'strict-origin-when-cross-origin'
    return send(page, page.status, context)
  }

  function serve(context: Request) {
    if (!manifest) {
      context.set.status = 404
      return 'The pages are not built: run `bun run build`.'
    }
    const url = addressIn(context.request.url)
    const file = files.get(url.pathname)
    if (file) return send(file, 200, context)
    const page = findPage(pages, url)
    const meant = meantPath(url.pathname)
    if (!page && pages.has(meant)) return context.redirect(meant + url.search, 302)
    return sendPage(page ?? manifest.notFound, context)
  }

  const app = new Elysia({ name: 'web', detail: { hide: true } })
  // Each path has its own route, so that other methods get 405.
  const paths = new Set([...pages.keys()].map((address) => address.split('?')[0] ?? '/'))
  for (const path of paths) app.get(path, serve)
  if (securityContact)
    app.get(SECURITY_TXT, ({ set }) => {
      set.headers['content-type'] = 'text/plain; charset=utf-8'
      return securityTxt(securityContact, publicUrl, Date.now())
    })
  return app.get('/*', serve)
}
