import type { BunPlugin } from 'bun'

const ENTRY = '/css-module.ts'

/**
 * CSS Modules for the development server, which knows them as plain stylesheets only: `ReferenceError: import_…_module is not
 * defined` (oven-sh/bun#18258). Each becomes a script that carries its class names, writes its rules into the page and takes
 * changes without a reload. Named in bunfig.toml; to be dropped when Bun can do it.
 */
const cssModules: BunPlugin = {
  name: 'css-modules',
  setup(build) {
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
      const { outputs } = await Bun.build({
        entrypoints: [ENTRY],
        files: { [ENTRY]: `export { default } from ${JSON.stringify(path)}` },
        target: 'browser',
      })
      const textOf = (ending: string) =>
        outputs.find((output) => output.path.endsWith(ending))?.text()
      const [script = '', rules = ''] = [await textOf('.js'), await textOf('.css')]
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
