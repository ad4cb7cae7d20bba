import { limits } from '#src/contract/limits.ts'
import { grouped } from './number-text.ts'

export const LINK_HINT = `A link starts with http:// or https://, names no user, and has ${grouped(limits.linkLength)} characters at most.`

/**
 * Every valid link matches, but not every match is a valid URL. No `@` before the path: people judge a link by its host, and
 * `https://bank.example@evil.example/` shows a false one.
 */
export const LINK_PATTERN = String.raw`^\s*(?:$|[Hh][Tt][Tt][Pp][Ss]?://[^\s\x00-\x1f\x7f-\x9f/?#\\@]+(?:[/?#\\][^\s\x00-\x1f\x7f-\x9f]*)?\s*$)`

/**
 * Reads a link for storing and rendering. Returns the trimmed link, `""` for none and `null` for a refused one. Refuses everything but web
 * addresses, and spaces and control characters, which browsers strip before they look for a scheme.
 */
export function readLink(text: string): string | null {
  const link = text.trim()
  if (link === '') return ''
  if (link.length > limits.linkLength || !new RegExp(LINK_PATTERN).test(link)) return null
  return URL.canParse(link) ? link : null
}

/** Whether `readLink` can have returned this link. */
export const isStoredLink = (link: string): boolean => readLink(link) === link
