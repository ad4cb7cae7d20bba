/** `bun run build`: the documents of the client, prerendered and compressed, into `dist/client`, and the server, bundled, into `dist/server`. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT_CLIENT, type Manifest, readManifest, type StoredPage } from './build/manifest.ts'
import { formatBudgets, measureBudgets } from './build/budgets.ts'
import { bundleDocuments, prerenderPages } from './build/bundle.ts'
import { bundleServer } from '#scripts/bundle-server.ts'
import { checkContent, content } from './build/check-content.ts'
import { listRobots, listSitemap } from './build/crawl-files.ts'
import { createEmitter } from './build/emit.ts'
import { hashInputs } from './build/inputs.ts'
import { composePage } from './build/page-html.ts'
import { readPictures } from './build/picture-files.ts'
import { SPLASH_HASH } from './build/splash.ts'
import media from './media/manifest.json'

const ROOT = resolve(import.meta.dir, '..')
const CLIENT = import.meta.dir
const DIST = join(ROOT, 'dist')

/** The API page loads it as it is: it is too large to bundle. Its CSS is part of the page's own. */
const SWAGGER_SCRIPT = 'swagger-ui-bundle.js'

const encode = (text: string) => new TextEncoder().encode(text)

/** Leaves the list of budgets out, unless one is exceeded. */
const QUIET = '--quiet'

/** Addresses of built files in a page. */
const ASSET = /\/(?:assets|share)\/[\w./-]+\.\w+/g

async function buildClient(outDir: string): Promise<void> {
  checkContent()
  const inputs = hashInputs(ROOT)
  const before = readManifest(BUILT_CLIENT)
  const emit = createEmitter(outDir, before && { dir: BUILT_CLIENT, manifest: before })
  const bundle = await bundleDocuments(CLIENT)
  const files: Manifest['files'] = {}

  async function emitAll(all: Iterable<[string, Uint8Array<ArrayBuffer>]>): Promise<void> {
    // Other threads compress, so all run at once.
    await Promise.all(
      [...all].map(async ([path, bytes]) => {
        const cache = path.startsWith('/assets/') ? 'immutable' : 'revalidate'
        files[path] = await emit(path.slice(1), bytes, cache)
      }),
    )
  }
  await emitAll(bundle.files)
  await emitAll(await readPictures(CLIENT))
  const swaggerDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  await emitAll([
    [`/docs/${SWAGGER_SCRIPT}`, await Bun.file(join(swaggerDir, SWAGGER_SCRIPT)).bytes()],
  ])

  const pages = new Map<string, StoredPage>()
  const prerendered = await prerenderPages(CLIENT)
  for (const page of prerendered) {
    const html = composePage(bundle.html.get(page.document) ?? '', page)
    for (const [path] of html.matchAll(ASSET))
      if (!files[path]) throw new Error(`${page.address} names ${path}, which was not built.`)
    const name = page.address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
    pages.set(page.address, {
      ...(await emit(`pages/${name}.html`, encode(html), 'revalidate')),
      status: page.status,
      scripts: page.splash ? [SPLASH_HASH] : [],
      frames: page.frames ?? [],
    })
  }
  const notFound = pages.get('404')
  if (!notFound) throw new Error('client/build/prerender.tsx has no 404 page.')
  pages.delete('404')
  await emitAll([
    ['/robots.txt', encode(listRobots())],
    ['/sitemap.xml', encode(listSitemap(prerendered))],
  ])

  const budgets = measureBudgets({
    ...bundle,
    stored: files,
    photographs: Object.keys(media.photographs).length,
    content: JSON.stringify(content),
  })
  const isOver = budgets.some(({ over }) => over)
  if (isOver || !process.argv.includes(QUIET)) console.log(formatBudgets(budgets))
  if (isOver) throw new Error('A budget of the client is exceeded.')

  const manifest: Manifest = { inputs, files, pages: Object.fromEntries(pages), notFound }
  await Bun.write(join(outDir, 'manifest.json'), JSON.stringify(manifest))
}

export const isBuilt = (): boolean => readManifest(BUILT_CLIENT)?.inputs === hashInputs(ROOT)

/** Builds in a separate process, which keeps the memory of the server small. Rejects when the build fails. */
export async function build(): Promise<void> {
  const child = Bun.spawn([process.execPath, import.meta.path, QUIET], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error('The build failed.')
}

/** A failed build leaves the previous one in place. */
async function run(): Promise<void> {
  const next = join(ROOT, '.cache', `dist-${process.pid}`)
  try {
    await buildClient(join(next, 'client'))
    await bundleServer(join(next, 'server'))
    const old = `${next}-old`
    if (existsSync(DIST)) renameSync(DIST, old)
    renameSync(next, DIST)
    rmSync(old, { recursive: true, force: true })
  } catch (error) {
    rmSync(next, { recursive: true, force: true })
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

if (import.meta.main) await run()
