/**
 * `bun run html` checks every page that the server sends with the Nu HTML checker. Needs Java. The first run installs the checker's
 * package (30 MB), so `validate` leaves this out. Exits with 1 after an error.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, isBuilt } from '../../client/build.ts'
import { startServerProcess } from '../support/server-process.ts'

/** Pages that the sitemap does not list: those for errors, and the portal. */
const OTHERS = [
  '/nowhere',
  '/endpoint?description=nothing',
  '/slideshow',
  '/inventory',
  '/register',
  '/forgpass',
  '/inventoryuser',
  '/inventoryadp',
  '/docs',
]

async function run(command: string[], cwd: string): Promise<number> {
  const child = Bun.spawn(command, { cwd, stdout: 'inherit', stderr: 'inherit' })
  return child.exited
}

/** Writes every page into a file named after its address. */
async function fetchPages(url: string, folder: string): Promise<number> {
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address = '']) => {
    const { pathname, search } = new URL(address.replaceAll('&amp;', '&'))
    return pathname + search
  })
  for (const address of [...listed, ...OTHERS]) {
    const html = await (await fetch(url + address)).text()
    await Bun.write(join(folder, `${encodeURIComponent(address)}.html`), html)
  }
  return listed.length + OTHERS.length
}

if (!Bun.which('java')) {
  console.log('html: skipped, the checker needs Java')
  process.exit(0)
}
const jar = join(import.meta.dir, 'node_modules/vnu-jar/build/dist/vnu.jar')
if (!existsSync(jar))
  await run([process.execPath, 'install', '--frozen-lockfile', '--ignore-scripts'], import.meta.dir)

const scratch = mkdtempSync(join(tmpdir(), 'html-'))
if (!isBuilt()) await build()
const server = await startServerProcess()
try {
  const pages = join(scratch, 'pages')
  mkdirSync(pages)
  const count = await fetchPages(server.url, pages)
  const failed = await run(['java', '-jar', jar, '--errors-only', pages], scratch)
  console.log(`${count} pages, ${failed === 0 ? '0 errors' : 'errors as above'}`)
  process.exitCode = failed
} finally {
  await server.stop()
  rmSync(scratch, { recursive: true })
}
