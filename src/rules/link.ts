import { limits } from '#src/contract/limits.ts'

export const LINK_HINT =
  'A link starts with http:// or https://, names no user, and has 2,048 characters at most.'

/**
 * What every link looks like; not everything that looks so is an address. No `@` before the path: a link is known by its host, and
 * `https://bank.example@evil.example/` only seems to name one.
 */
export const LINK_PATTERN = String.raw`^\s*(?:$|[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f/?#\\@]+(?:[/?#\\][^\s\x00-\x1f\x7f-\x9f]*)?\s*$)`

/** How a link looked when links could still name a user; stored ones may. */
const STORED_PATTERN = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f]+$`

/**
 * The link as it may be stored and rendered: trimmed, `""` for none, `null` for one that is refused. Only web addresses are
 * taken, and none with spaces or control characters, which browsers strip before they look for a scheme.
 */
export function readLink(text: string): string | null {
  const link = text.trim()
  if (link === '') return ''
  if (link.length > limits.linkLength || !new RegExp(LINK_PATTERN).test(link)) return null
  return URL.canParse(link) ? link : null
}

/** Whether a store may hold this link: one that `readLink` gives, or one with a user in it that was taken earlier. */
export const isStoredLink = (link: string): boolean =>
  link === '' ||
  (link.length <= limits.linkLength && new RegExp(STORED_PATTERN).test(link) && URL.canParse(link))
