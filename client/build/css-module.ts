const ENTRY = '/css-module.ts'

/** Compiles one CSS module by itself: the script that exports its class names, and its rules. */
export async function compileCssModule(
  path: string,
  options: { minify?: boolean } = {},
): Promise<{ script: string; rules: string }> {
  const { outputs } = await Bun.build({
    ...options,
    entrypoints: [ENTRY],
    files: { [ENTRY]: `export { default } from ${JSON.stringify(path)}` },
    target: 'browser',
  })
  const textOf = (ending: string) => outputs.find((output) => output.path.endsWith(ending))?.text()
  const [script = '', rules = ''] = [await textOf('.js'), await textOf('.css')]
  return { script, rules }
}
