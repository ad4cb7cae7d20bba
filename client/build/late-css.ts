import { type BunPlugin, Glob } from 'bun'
import { basename, join } from 'node:path'
import { compile } from './dev-css-modules.ts'
import { withPointerOnly } from './hover.ts'

const ENDING = '.late.module.css'

/**
 * Puts the rules of each `*.late.module.css` into a file of its own, which loads with the part of the page that names them: Bun puts all other
 * CSS into the one file of the document. `client/portal/app/late.tsx` waits for it.
 */
export async function lateCss(
  clientDir: string,
  files: Map<string, Uint8Array<ArrayBuffer>>,
): Promise<BunPlugin> {
  const scripts = new Map<string, string>()
  // Before the other build begins: one within another never ends.
  for (const name of new Glob(`**/*${ENDING}`).scanSync(clientDir)) {
    const path = join(clientDir, name)
    const { script, rules } = await compile(path, true)
    const bytes = new TextEncoder().encode(withPointerOnly(rules))
    const hash = Bun.hash(bytes).toString(36).slice(0, 8)
    const href = `/assets/${basename(path, ENDING)}-${hash}.css`
    files.set(href, bytes)
    scripts.set(
      path,
      `${script}
const link = Object.assign(document.createElement('link'), ${JSON.stringify({ rel: 'stylesheet', href })})
link.onerror = () => link.remove()
document.head.append(link)
`,
    )
  }
  return {
    name: 'late-css',
    setup(build) {
      build.onLoad({ filter: /\.late\.module\.css$/ }, ({ path }) => ({
        loader: 'js',
        contents: scripts.get(path) ?? '',
      }))
    },
  }
}
