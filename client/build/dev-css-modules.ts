import type { BunPlugin } from 'bun'
import { compileCssModule } from './css-module.ts'

/**
 * CSS Modules for the development server, which treats them as plain stylesheets: `ReferenceError: import_…_module is not defined`
 * (oven-sh/bun#18258). Each becomes a script that exports its class names, adds its rules to the page and reloads without a page
 * load. bunfig.toml names this file; remove it when Bun supports CSS Modules there.
 */
const cssModules: BunPlugin = {
  name: 'css-modules',
  setup(build) {
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
      const { script, rules } = await compileCssModule(path)
      return {
        loader: 'js',
        contents: `${script}
const id = ${JSON.stringify(path)}
const style = document.getElementById(id) ?? document.head.appendChild(Object.assign(document.createElement('style'), { id }))
style.textContent = ${JSON.stringify(rules)}
import.meta.hot.accept()
`,
      }
    })
  },
}

export default cssModules
