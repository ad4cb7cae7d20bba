import type { BunPlugin } from 'bun'

const ENTRY = '/css-module.ts'

/** Compiles one CSS module by itself: the script that exports its class names, and its rules. */
async function compile(path: string): Promise<{ script: string; rules: string }> {
  const { outputs } = await Bun.build({
    entrypoints: [ENTRY],
    files: { [ENTRY]: `export { default } from ${JSON.stringify(path)}` },
    target: 'browser',
  })
  const textOf = (ending: string) => outputs.find((output) => output.path.endsWith(ending))?.text()
  const [script = '', rules = ''] = [await textOf('.js'), await textOf('.css')]
  return { script, rules }
}

/**
 * CSS Modules for the development server, which treats them as plain stylesheets: `ReferenceError: import_…_module is not defined`
 * (oven-sh/bun#18258). Each becomes a script that exports its class names, adds its rules to the page and reloads without a page
 * load. bunfig.toml names this file; remove it when Bun supports CSS Modules there.
 */
const cssModules: BunPlugin = {
  name: 'css-modules',
  setup(build) {
    build.onLoad({ filter: /\.module\.css$/ }, async ({ path }) => {
      const { script, rules } = await compile(path)
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
