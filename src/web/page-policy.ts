import type { StoredPage } from '#client/build/manifest.ts'

/** A `Host` header that is safe inside a policy and a page. */
export const HOST = /^[\w.:[\]-]+$/

/** The sources for the live channel, because `'self'` does not include WebSockets in older browsers. */
function socketsOf(host: string | null): string {
  return host && HOST.test(host) ? ` ws://${host} wss://${host}` : ''
}

/** The content security policy of a page: everything comes from this server; inline scripts are allowed by hash. */
export function pagePolicy(
  { scripts, frames }: Pick<StoredPage, 'scripts' | 'frames'>,
  host: string | null,
): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'sha256-${hash}'`)].join(' '),
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${socketsOf(host)}`,
    "manifest-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // React never converts text to markup or script, and no other code needs to.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}

/** The policy of the API page. It has no trusted types, because Swagger UI writes markup that it has sanitized itself. */
export const docsPolicy = (host: string | null): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${socketsOf(host)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
