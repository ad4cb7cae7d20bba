const RULE = /([^{};]*:hover[^{};]*)(\{[^{}]*\})/g
/** The selectors of a list; a comma between brackets parts nothing. */
const SELECTOR = /(?:\((?:[^()]|\([^()]*\))*\)|[^,(])+/g

/**
 * Puts each look of `:hover` into a media query for screens with a pointer: on others it would stay after a tap, until the next one. Takes the
 * flat rules that Bun makes of nested ones. The development server does without it.
 */
export const withPointerOnly = (css: string): string =>
  css.replaceAll(RULE, (_, list: string, body: string) => {
    const selectors = list.match(SELECTOR) ?? []
    const always = selectors.filter((one) => !one.includes(':hover')).join(',')
    const hovered = selectors.filter((one) => one.includes(':hover')).join(',')
    return `${always && always + body}@media (hover:hover){${hovered}${body}}`
  })
