import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { measureBudgets } from '#client/build/budgets.ts'
import { bundleDocuments, type DocumentFile } from '#client/build/bundle.ts'
import { hashInputs } from '#client/build/inputs.ts'
import type { StoredFile } from '#client/build/manifest.ts'
import { composePage } from '#client/build/page-html.ts'
import type { PrerenderedPage } from '#client/build/prerender.tsx'
import { useFolder } from '#tests/support/folder.ts'

const folder = useFolder()

/** A client of three documents that share a stylesheet, a font and a component, with `changes` to its files. */
function makeClient(changes: Record<string, string | Uint8Array> = {}): string {
  const html = (name: string) =>
    `<!doctype html><html lang="en"><head><title>x</title><link rel="icon" href="../public/icon.svg">` +
    `<link rel="preload" href="../fonts/face.woff2" as="font" crossorigin><link rel="stylesheet" href="../base.css">` +
    `<script type="module" src="./${name}.ts"></script></head><body><div id="root"></div></body></html>`
  const script = (name: string) =>
    `import styles from '../Board.module.css'\ndocument.title = '${name}' + styles.Board\naddEventListener('click', () => import('../later.ts'))`
  const files: Record<string, string | Uint8Array> = {
    'public/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'fonts/face.woff2': crypto.getRandomValues(new Uint8Array(800)),
    'wall.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'base.css': `@font-face { font-family: Face; src: url('./fonts/face.woff2') format('woff2') } body { background: url('./wall.svg') }`,
    'Board.module.css': '.Board { color: red }',
    'Other.module.css': '.Other { color: blue }',
    'later.ts': `export const later = ${JSON.stringify('later '.repeat(100))}`,
    'docs/docs.ts': 'document.title = "docs"',
    'docs/docs.html': '<!doctype html>',
    ...Object.fromEntries(
      [
        ['site', 'site'],
        ['portal', 'portal'],
        ['portal', 'admin'],
      ].flatMap(([part = '', name = '']) => [
        [`${part}/${name}.html`, html(name)],
        [`${part}/${name}.ts`, script(name)],
      ]),
    ),
    ...changes,
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(folder(path)), { recursive: true })
    writeFileSync(folder(path), content)
  }
  return folder()
}

const textOf = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

test('fonts are separate files, with one address in the stylesheet and the preload', async () => {
  const { files, html } = await bundleDocuments(makeClient())
  const site = html.get('site') ?? ''
  const [font] = /\/assets\/face-[^"]+\.woff2/.exec(site) ?? []
  const [sheet] = /\/assets\/[^"]+\.css/.exec(site) ?? []
  expect(files.get(font ?? '')).toHaveLength(800)
  const css = textOf(files.get(sheet ?? ''))
  expect(css).toContain(`url(${font})`)
  expect(css).not.toContain('data:font')
  expect(css).toMatch(/url\(\/assets\/wall-[^)]+\.svg\)/)
  expect(site).toContain('href="/icon.svg"')
  expect([...files.keys()]).not.toContain('/assets/icon.svg')
})

test('the API page has a script and CSS of its own, and shares no chunk with the other documents', async () => {
  const { files, html } = await bundleDocuments(
    makeClient({
      'docs/docs.ts': `import '../base.css'\nimport { later } from '../later.ts'\ndocument.title = later`,
      'docs/docs.html': '<!doctype html><title>API</title>',
    }),
  )
  expect(html.get('docs')).toBe('<!doctype html><title>API</title>')
  expect(textOf(files.get('/docs/docs.js'))).toContain('later later')
  expect(textOf(files.get('/docs/docs.css'))).toContain('url(/assets/face-')
})

test('broken CSS ends the build, although Bun calls it a success', async () => {
  const folder = makeClient({
    'Board.module.css': ".Board { composes: Other from './Other.module.css'; color: red }",
  })
  await expect(bundleDocuments(folder)).rejects.toThrow(
    'The value of color in the class Board is undefined.',
  )
})

test('a look of the pointer is for screens with a pointer, and what shares its rule stays', async () => {
  const { files } = await bundleDocuments(
    makeClient({
      'Board.module.css': `.Board { &:hover, &:where([data-off], .Off) { color: red } @media print { a:hover > b { color: blue } } }`,
    }),
  )
  const [css = ''] = [...files].flatMap(([path, bytes]) =>
    path.endsWith('.css') && textOf(bytes).includes(':hover') ? [textOf(bytes)] : [],
  )
  const pointerOnly = /@media \(hover:hover\)\{[^{}]+\{[^{}]+\}\}/g
  expect(css.match(pointerOnly)).toHaveLength(2)
  const rest = css.replaceAll(pointerOnly, '')
  expect(rest).not.toContain(':hover')
  expect(rest).toMatch(/\.Board_[\w-]+:where\(\[data-off\],\s*\.Off_[\w-]+\)\s*\{color:red\}/)
})

test('a CSS rule that Bun does not know and copies does not end the build', async () => {
  const folder = makeClient({ 'base.css': '@view-transition { navigation: auto }' })
  expect((await bundleDocuments(folder)).html.size).toBe(4)
})

test('the budget of a document counts what loads at once; a lazy part has its own', async () => {
  const bundle = await bundleDocuments(makeClient())
  const cost = (path: string): StoredFile => ({
    file: path,
    type: '',
    cache: 'immutable',
    hash: '',
    bytes: 200_000,
    encodings: path.endsWith('.js') && !path.includes('later') ? { br: 1_000 } : {},
  })
  const stored = Object.fromEntries([...bundle.files.keys()].map((path) => [path, cost(path)]))
  const content = ''
  const rows = measureBudgets({ ...bundle, stored, photographs: 0, content })
  const rowOf = (what: string) => rows.find((row) => row.what.startsWith(what))
  for (const name of ['site', 'portal', 'admin'] satisfies DocumentFile[]) {
    expect(rowOf(`${name}: JavaScript`)).toMatchObject({ over: false })
    expect(rowOf(`${name}: fonts`)).toMatchObject({ bytes: 200_000, over: true })
    expect(rowOf(`${name}: CSS`)).toMatchObject({ bytes: 200_000, over: true })
  }
  expect(rowOf('lazy /assets/later-')).toMatchObject({ bytes: 200_000, budget: 30_000, over: true })
  // content is not ours to limit: the site may grow with photographs
  const grown = measureBudgets({ ...bundle, stored, photographs: 10_000, content })
  expect(grown.find(({ what }) => what === 'site: CSS')).toMatchObject({ over: false })
  expect(grown.find(({ what }) => what === 'portal: CSS')).toMatchObject({ over: true })
})

const page: PrerenderedPage = {
  address: '/x',
  document: 'site',
  status: 200,
  title: 'Art & "Design" <b>',
  description: 'What $& costs',
  noindex: true,
  body: "<h1>$'$1</h1>",
}

test('a page gets its own head in the document', () => {
  const html = composePage('<head><title>old</title></head><div id="root"></div>', page)
  expect(html).toBe(
    '<head><title>Art &amp; &quot;Design&quot; &lt;b&gt;</title><meta name="description" content="What $&amp; costs">' +
      `<meta name="robots" content="noindex"></head><div id="root"><h1>$'$1</h1></div>`,
  )
  expect(() => composePage('<title></title>', page)).toThrow('site.html')
})

test('a build is out of date when one of its inputs changed', () => {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(folder(path)), { recursive: true })
    writeFileSync(folder(path), text)
  }
  write('client/site/site.tsx', 'a')
  write('src/contract/limits.ts', 'b')
  const first = hashInputs(folder())
  write('src/app.ts', 'the server alone')
  expect(hashInputs(folder())).toBe(first)
  const seen = new Set([first])
  for (const [path, text] of [
    ['client/site/site.tsx', 'c'],
    ['client/new.svg', ''],
    ['src/contract/limits.ts', 'd'],
    ['package.json', '{}'],
  ] as const) {
    write(path, text)
    seen.add(hashInputs(folder()))
  }
  expect(seen.size).toBe(5)
})
