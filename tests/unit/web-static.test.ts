import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Elysia } from 'elysia'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { createEmitter } from '#client/build/emit.ts'
import { type Manifest, ORIGIN, type StoredPage } from '#client/build/manifest.ts'
import { web } from '#src/web/index.ts'

const distDir = mkdtempSync(join(tmpdir(), 'dist-'))
const script = `console.log(${JSON.stringify('paint '.repeat(400))})`
const large = `/* ${'structure '.repeat(30_000)} */`

const encode = (text: string) => new TextEncoder().encode(text)

beforeAll(async () => {
  const emit = createEmitter(distDir, null)
  const page = async (name: string, status: StoredPage['status'] = 200): Promise<StoredPage> => ({
    ...(await emit(`pages/${name}.html`, encode(`<h1>${name}</h1>`.repeat(50)), 'revalidate')),
    status,
    scripts: name === 'home' ? ['aGFzaA=='] : [],
    frames: name === 'home' ? ['https://film.example'] : [],
  })
  const plain = (path: string, text: string) => emit(path, encode(text), 'revalidate')
  const manifest: Manifest = {
    inputs: 'test',
    files: {
      '/assets/site-1.js': await emit('assets/site-1.js', encode(script), 'immutable'),
      '/assets/large-1.css': await emit('assets/large-1.css', encode(large), 'immutable'),
      '/sitemap.xml': await plain('sitemap.xml', `<loc>${ORIGIN}/</loc>`.repeat(50)),
      '/docs/swagger-ui-bundle.js': await plain('docs/swagger-ui-bundle.js', 'swagger()'),
      '/favicon.svg': await plain('favicon.svg', '<svg/>'),
    },
    pages: {
      '/': await page('home'),
      '/inventory': await page('inventory'),
      '/docs': await page('docs'),
      '/slideshow': await page('no-festival', 404),
      '/slideshow?description=oasis': await page('oasis'),
    },
    notFound: await page('nothing', 404),
  }
  await Bun.write(join(distDir, 'manifest.json'), JSON.stringify(manifest))
})

const settings = { apiDocs: true, securityContact: null }
const apps: Elysia[] = []
afterAll(async () => {
  for (const app of apps) await app.stop(true)
  rmSync(distDir, { recursive: true })
})

/** A server as in production: its answers carry the headers of the API until a page sets its own. */
function start(publicUrl: string | null = null) {
  const app = new Elysia({ serve: { hostname: '127.0.0.1', reusePort: false } })
    .headers({
      'content-security-policy': "default-src 'none'",
      'cache-control': 'no-store',
      'permissions-policy': 'fullscreen=()',
    })
    .use(web({ distDir, publicUrl, ...settings }))
    .listen(0)
  apps.push(app as unknown as Elysia)
  const origin = `http://127.0.0.1:${app.server?.port}`
  return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(origin + path, { method, headers, decompress: false, redirect: 'manual' })
}

let ask: ReturnType<typeof start>
beforeAll(() => void (ask = start()))

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.2, identity', null],
  ['identity', null],
  ['br;q=0', null],
  ['', null],
])('a browser that accepts %j gets a script as %j', async (accepted, encoding) => {
  const response = await ask('/assets/site-1.js', { 'accept-encoding': accepted })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-encoding')).toBe(encoding)
  expect(response.headers.get('content-type')).toBe('text/javascript;charset=utf-8')
  expect(response.headers.get('vary')).toBe('accept-encoding')
  const bytes = await response.bytes()
  expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
  if (encoding === 'br') expect(brotliDecompressSync(bytes).toString()).toBe(script)
})

test.each([
  ['/Inventory', '/inventory'],
  ['/INVENTORY?utm_source=mail', '/inventory?utm_source=mail'],
  ['/inventory.', '/inventory'],
  ['/inventory,', '/inventory'],
  ['/inventory)', '/inventory'],
  ['/inventory%3E', '/inventory'],
  ['/inventory%20', '/inventory'],
  ['/Inventory/).', '/inventory'],
  ['/SlideShow?description=OASIS', '/slideshow?description=OASIS'],
  ['/)', '/'],
])('%s leads to %s', async (asked, found) => {
  const response = await ask(asked)
  expect(response.status).toBe(302)
  expect(response.headers.get('location')).toBe(found)
})

test.each([
  '/nothing.',
  '/inventory.x',
  '/inventory/)x',
  '//evil.example/inventory.',
  '/%ff)',
  '/Inventory%00',
])('%s leads nowhere', async (asked) => {
  const response = await ask(asked)
  expect(response.status).toBe(404)
  expect(response.headers.get('location')).toBeNull()
})

test('a file too large for the memory cache is sent whole', async () => {
  const response = await ask('/assets/large-1.css')
  expect(await response.text()).toBe(large)
})

test('each encoding has its own strong ETag, which gets 304', async () => {
  const tags = new Set<string>()
  for (const encoding of ['br', 'gzip', 'identity']) {
    const headers = { 'accept-encoding': encoding }
    const tag = (await ask('/assets/site-1.js', headers)).headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[^"]+"$/)
    tags.add(tag)
    const packed = tag.replace(/"$/, '-gzip"')
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', packed, `W/${packed}`]) {
      const again = await ask('/assets/site-1.js', { ...headers, 'if-none-match': known })
      expect(again.status).toBe(304)
      expect(again.headers.get('etag')).toBe(tag)
      expect(await again.text()).toBe('')
    }
    expect(
      (await ask('/assets/site-1.js', { ...headers, 'if-none-match': '"other"' })).status,
    ).toBe(200)
  }
  expect(tags.size).toBe(3)
})

test('hashed names are cached for a year, pages are revalidated', async () => {
  expect((await ask('/assets/site-1.js')).headers.get('cache-control')).toBe(
    'public, max-age=31536000, immutable',
  )
  for (const path of ['/', '/inventory', '/favicon.svg', '/nowhere'])
    expect((await ask(path)).headers.get('cache-control')).toBe('no-cache')
})

test('HEAD answers like GET, without a body', async () => {
  for (const path of ['/', '/assets/site-1.js', '/nowhere']) {
    const got = await ask(path, { 'accept-encoding': 'br' })
    const head = await ask(path, { 'accept-encoding': 'br' }, 'HEAD')
    expect(head.status).toBe(got.status)
    for (const name of [
      'content-type',
      'content-encoding',
      'content-length',
      'etag',
      'cache-control',
    ])
      expect(head.headers.get(name)).toBe(got.headers.get(name))
    expect(await head.text()).toBe('')
  }
})

test.each([
  ['/', 200, 'home'],
  ['/inventory', 200, 'inventory'],
  ['/inventory/', 200, 'inventory'],
  ['/inventory?tab=1', 200, 'inventory'],
  ['/slideshow?description=OASIS', 200, 'oasis'],
  ['/slideshow?x=1&description=%20oasis%20', 200, 'oasis'],
  ['/slideshow?description=unheard', 404, 'no-festival'],
  ['/slideshow', 404, 'no-festival'],
  ['/nowhere', 404, 'nothing'],
  ['/assets/site-2.js', 404, 'nothing'],
  ['/pages/home.html', 404, 'nothing'],
  ['/manifest.json', 404, 'nothing'],
  ['/assets/site-1.js.br', 404, 'nothing'],
  ['/..%2fpackage.json', 404, 'nothing'],
  ['/constructor', 404, 'nothing'],
  ['/%E0%A4%A', 404, 'nothing'],
])('%s answers %i with the page %j', async (path, status, name) => {
  // A page that is not there gets no 304.
  const response = await ask(path, status === 404 ? { 'if-none-match': '*' } : {})
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8')
  expect(await response.text()).toStartWith(`<h1>${name}</h1>`)
})

test('pages have the strict policy, whatever host they are asked of', async () => {
  const policyAt = async (path: string, headers?: Record<string, string>) =>
    (await ask(path, headers)).headers.get('content-security-policy') ?? ''
  expect(await policyAt('/inventory', { host: "evil;script-src 'unsafe-inline'" })).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
      "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; manifest-src 'self'; " +
      "form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
  )
  expect(await policyAt('/')).toContain("script-src 'self' 'sha256-aGFzaA=='; ")
  expect(await policyAt('/')).toContain('; frame-src https://film.example; ')
  expect(await policyAt('/nowhere')).toContain("script-src 'self'; ")
})

test('only a page with a film allows the features that a film needs', async () => {
  const features = async (path: string) => (await ask(path)).headers.get('permissions-policy') ?? ''
  expect(await features('/')).toContain('fullscreen=(self "https://film.example")')
  expect(await features('/')).toContain('camera=()')
  for (const path of ['/inventory', '/docs', '/nowhere', '/assets/site-1.js'])
    expect(await features(path)).toBe('fullscreen=()')
})

test('the documentation has a policy of its own', async () => {
  expect((await ask('/docs')).headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
      "font-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
  )
  expect((await ask('/docs/swagger-ui-bundle.js')).status).toBe(200)
})

test('files that contain the origin get it from the settings, or it is localhost and the port, in every encoding', async () => {
  const read = async (asked: typeof ask, headers: Record<string, string>) => {
    const response = await asked('/sitemap.xml', headers)
    const bytes = await response.bytes()
    const text =
      response.headers.get('content-encoding') === 'br' ? brotliDecompressSync(bytes) : bytes
    return {
      tag: response.headers.get('etag'),
      origin: /<loc>(.+?)\/</.exec(new TextDecoder().decode(text))?.[1],
    }
  }
  const br = { 'accept-encoding': 'br' }
  const host = 'evil.example'
  const configured = start('https://portal.example')
  const tags = new Set<string | null>()
  for (const [asked, expected] of [
    [ask, `http://localhost:${apps[0]?.server?.port}`],
    [configured, 'https://portal.example'],
  ] as const)
    for (const headers of [{ host }, { host, ...br }, { host, ...br }]) {
      const { tag, origin } = await read(asked, headers)
      expect(origin).toBe(expected)
      tags.add(tag)
      const again = await asked('/sitemap.xml', { ...headers, 'if-none-match': tag ?? '' })
      expect(again.status).toBe(304)
    }
  expect(tags.size).toBe(4)
})

test('a file that a later build removed is not found', async () => {
  const asked = start()
  rmSync(join(distDir, 'assets/site-1.js.br'))
  const headers = { 'accept-encoding': 'br' }
  expect((await asked('/assets/site-1.js', headers)).status).toBe(404)
  // The server that had read it before still has it.
  expect((await ask('/assets/site-1.js', headers)).status).toBe(200)
})

test('without a build, pages say how to build', async () => {
  const app = new Elysia().use(
    web({ distDir: join(distDir, 'none'), publicUrl: null, ...settings }),
  )
  const response = await app.handle(new Request('http://localhost/inventory'))
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('bun run build')
})
