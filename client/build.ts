/** `bun run build`: the documents of the client, prerendered and compressed, into `dist`. */
import { Glob } from 'bun'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { DIST, type Manifest, readManifest, type StoredPage } from './build/manifest.ts'
import { formatBudgets, measureBudgets } from './build/budgets.ts'
import { bundleDocuments, prerenderPages } from './build/bundle.ts'
import { createEmitter } from './build/emit.ts'
import { hashInputs } from './build/inputs.ts'
import { composePage, scriptHashesOf } from './build/page-html.ts'

const ROOT = resolve(import.meta.dir, '..')
const CLIENT = import.meta.dir

/** The page of the API's documentation stands on these; they are too large to bundle. */
const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css']

const encode = (text: string) => new TextEncoder().encode(text)

async function buildInto(outDir: string): Promise<void> {
  const inputs = hashInputs(ROOT)
  const before = readManifest(DIST)
  const emit = createEmitter(outDir, before && { dir: DIST, manifest: before })
  const bundle = await bundleDocuments(CLIENT)
  const files: Manifest['files'] = {}

  for (const [path, bytes] of bundle.files)
    files[path] = await emit(
      path.slice(1),
      bytes,
      path.startsWith('/assets/') ? 'immutable' : 'revalidate',
    )
  for (const path of new Glob('**/*').scanSync(join(CLIENT, 'public')))
    files[`/${path}`] = await emit(
      path,
      await Bun.file(join(CLIENT, 'public', path)).bytes(),
      'revalidate',
    )
  const swaggerDir = dirname(fileURLToPath(import.meta.resolve('swagger-ui-dist/package.json')))
  for (const name of SWAGGER_FILES)
    files[`/docs/${name}`] = await emit(
      `docs/${name}`,
      await Bun.file(join(swaggerDir, name)).bytes(),
      'revalidate',
    )

  const pages = new Map<string, StoredPage>()
  for (const page of await prerenderPages(CLIENT, join(outDir, 'prerender'))) {
    const html = composePage(bundle.html.get(page.document) ?? '', page)
    const name = page.address.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
    pages.set(page.address, {
      ...(await emit(`pages/${name}.html`, encode(html), 'revalidate')),
      status: page.status,
      scripts: scriptHashesOf(html),
      frames: page.frames ?? [],
    })
  }
  const notFound = pages.get('404')
  if (!notFound) throw new Error('client/prerender.tsx makes no page 404.')
  pages.delete('404')

  const budgets = measureBudgets({ ...bundle, stored: files })
  console.log(formatBudgets(budgets))
  if (budgets.some(({ over }) => over)) throw new Error('A budget of the client is exceeded.')

  const manifest: Manifest = { inputs, files, pages: Object.fromEntries(pages), notFound }
  await Bun.write(join(outDir, 'manifest.json'), JSON.stringify(manifest))
}

/** True when `dist` holds what a build would make now. */
export const isBuilt = (): boolean => readManifest(DIST)?.inputs === hashInputs(ROOT)

/** Builds in a process of its own, so that the server after it starts small. Rejects when the build fails. */
export async function build(): Promise<void> {
  const child = Bun.spawn([process.execPath, import.meta.path], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if ((await child.exited) !== 0) throw new Error('The client could not be built.')
}

/** A build that fails leaves the one before it in place. */
async function run(): Promise<void> {
  const next = join(ROOT, '.cache', `dist-${process.pid}`)
  try {
    await buildInto(next)
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
