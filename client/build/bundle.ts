import { type BunPlugin, file, Glob } from 'bun'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { withPointerOnly } from './hover.ts'
import hoardingRules from './hoarding-rules.ts'
import type { PrerenderedPage, prerender as prerenderAll } from './prerender.tsx'

const DOCUMENTS = {
  site: 'site/site.html',
  portal: 'portal/portal.html',
  admin: 'portal/admin.html',
} as const
export type DocumentFile = keyof typeof DOCUMENTS
const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentFile[]

export type Bundle = {
  /** By path, `/assets/…`. */
  files: Map<string, Uint8Array<ArrayBuffer>>
  html: Map<DocumentFile | 'docs', string>
}

const NAMING = {
  entry: '[name].[ext]',
  chunk: 'assets/[name]-[hash].[ext]',
  asset: 'assets/[name]-[hash].[ext]',
}
/** Bun warns about these rules and copies them unchanged. */
const HARMLESS = /invalid @ rule encountered: '@(view-transition|position-try|function)'/

/** Bun reports broken CSS as a warning and succeeds, so every warning ends the build. */
function refuseComplaints({ logs }: Bun.BuildOutput): void {
  const complaints = logs.map(String).filter((line) => !HARMLESS.test(line))
  if (complaints.length > 0) throw new Error(complaints.join('\n'))
}

/**
 * Gives each file that CSS or HTML names a hashed address. Bun would inline fonts into the CSS, where they load too early and where
 * `font-src 'self'` forbids them. Addresses in HTML stay as written until `withAddresses` replaces them.
 */
function assets(clientDir: string, found: Map<string, string>, files: Bundle['files']): BunPlugin {
  const publicDir = resolve(clientDir, 'public')
  async function addressOf(source: string): Promise<string> {
    const bytes = await file(source).bytes()
    const extension = extname(source)
    const hash = Bun.hash(bytes).toString(36).slice(0, 8)
    const address = `/assets/${basename(source, extension)}-${hash}${extension}`
    files.set(address, bytes)
    return address
  }
  return {
    name: 'assets',
    setup(build) {
      build.onResolve(
        { filter: /\.(woff2|svg|png|jpg|webp|avif|ico|webmanifest)$/ },
        async ({ path, importer }) => {
          const source = resolve(dirname(importer), path)
          if (importer.endsWith('.html')) {
            const inPublic = relative(publicDir, source)
            found.set(path, inPublic.startsWith('..') ? await addressOf(source) : `/${inPublic}`)
            return { path, external: true }
          }
          if (!importer.endsWith('.css')) return undefined
          return { path: await addressOf(source), external: true }
        },
      )
    },
  }
}

const withAddresses = (html: string, found: ReadonlyMap<string, string>) =>
  [...found].reduce(
    (text, [written, address]) => text.replaceAll(`"${written}"`, `"${address}"`),
    html,
  )

async function bytesOf(artifact: Bun.BuildArtifact): Promise<Uint8Array<ArrayBuffer>> {
  if (!artifact.path.endsWith('.css')) return new Uint8Array(await artifact.arrayBuffer())
  return new TextEncoder().encode(withPointerOnly(await artifact.text()))
}

const options = (clientDir: string) =>
  ({
    root: clientDir,
    publicPath: '/',
    naming: NAMING,
    // Without it the bundle contains React's development build, twice the size.
    define: { 'process.env.NODE_ENV': '"production"' },
    throw: false,
  }) as const

/** Bundles the documents, each with only its own CSS. Code that they share goes into shared chunks. */
export async function bundleDocuments(clientDir: string): Promise<Bundle> {
  const found = new Map<string, string>()
  const files: Bundle['files'] = new Map()
  const output = await Bun.build({
    ...options(clientDir),
    entrypoints: Object.values(DOCUMENTS).map((name) => join(clientDir, name)),
    target: 'browser',
    minify: true,
    splitting: true,
    plugins: [assets(clientDir, found, files), hoardingRules],
  })
  refuseComplaints(output)
  const html: Bundle['html'] = new Map()
  for (const artifact of output.outputs) {
    const name = DOCUMENT_NAMES.find((name) => artifact.path === `./${name}.html`)
    if (name) html.set(name, withAddresses(await artifact.text(), found))
    else files.set(artifact.path.slice(1), await bytesOf(artifact))
  }
  // Bun also writes the CSS of each part that loads later, though the document's own file has all of it.
  const named = [...html.values()].join('')
  for (const { path } of output.outputs)
    if (path.endsWith('.css') && !named.includes(path.slice(1))) files.delete(path.slice(1))
  html.set('docs', await bundleDocs(clientDir, files))
  return { files, html }
}

/**
 * Bundles `docs.ts` and its CSS into `/docs/`, and returns the HTML of the page. A build of its own keeps the chunks of the
 * other documents as they are; the HTML is no entry, because Bun would bundle Swagger UI, which it names.
 */
async function bundleDocs(clientDir: string, files: Bundle['files']): Promise<string> {
  const output = await Bun.build({
    ...options(clientDir),
    entrypoints: [join(clientDir, 'docs/docs.ts')],
    target: 'browser',
    minify: true,
    plugins: [assets(clientDir, new Map(), files)],
  })
  refuseComplaints(output)
  for (const artifact of output.outputs)
    files.set(`/docs/${basename(artifact.path)}`, await bytesOf(artifact))
  return await file(join(clientDir, 'docs/docs.html')).text()
}

/** Runs `client/build/prerender.tsx` with the same class names and picture addresses as the documents. */
export async function prerenderPages(clientDir: string): Promise<PrerenderedPage[]> {
  const output = await Bun.build({
    ...options(clientDir),
    entrypoints: [join(clientDir, 'build/prerender.tsx')],
    target: 'bun',
  })
  refuseComplaints(output)
  const [script] = output.outputs
  if (!script) throw new Error('client/build/prerender.tsx was not bundled.')
  const { prerender } = (await import(URL.createObjectURL(script))) as {
    prerender: typeof prerenderAll
  }
  const share = new Glob('*.png').scanSync(join(clientDir, 'media/share'))
  return prerender(new Set([...share].map((file) => basename(file, '.png'))))
}
