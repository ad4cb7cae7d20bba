import { limits } from '#src/contract/limits.ts'

export const LINK_HINT = 'A link starts with http:// or https:// and has 2,048 characters at most.'

/** What every link looks like; not everything that looks so is an address. */
export const LINK_PATTERN = String.raw`^\s*(?:[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f]+)?\s*$`

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

/** What a link that is stored must be, whatever else `readLink` asks of a new one. */
export const isStoredLink = (link: string): boolean =>
  link === '' || (link.length <= limits.linkLength && /^https?:\/\//i.test(link))
