import type { BunPlugin } from 'bun'
import { classOf, type Fit, type HoardingLine } from '#client/shared/hoarding-line.ts'
import { errorLines } from '#client/shared/shell-hoardings.ts'
import { siteHoardings } from '#client/site/parts/site-hoardings.ts'

/** The narrower the letters, the more air is between them. */
function airOf(wide: number): number {
  if (wide < 60) return 0.014
  if (wide < 72) return 0.006
  return wide < 100 ? -0.004 : -0.012
}

const ruleOf = (line: Fit, [run, inset, wide] = line) =>
  `.${classOf(line)} { --run: ${run}; --in: ${inset}em; --wide: ${wide}%; --air: ${airOf(wide)}em }`

export function rulesOf(lines: readonly HoardingLine[]): string {
  const wide = lines.map(({ fit }) => ruleOf(fit))
  const narrow = lines.flatMap(({ fit, narrow, parts = [] }) => [
    ...(narrow ? [ruleOf(fit, narrow)] : []),
    ...parts.map(({ fit }) => ruleOf(fit)),
  ])
  return `${wide.join('\n')} @container (width < 40rem) { ${narrow.join('\n')} }`
}

/** Fills `fit-shell.css` and `fit-site.css`: the content security policy allows no style attribute for what a line was measured at. */
const hoardingRules: BunPlugin = {
  name: 'hoarding-rules',
  setup(build) {
    build.onLoad({ filter: /fit-(?:shell|site)\.css$/ }, ({ path }) => ({
      loader: 'css',
      contents: rulesOf(
        path.endsWith('fit-site.css') ? Object.values(siteHoardings).flat() : errorLines,
      ),
    }))
  },
}

export default hoardingRules
