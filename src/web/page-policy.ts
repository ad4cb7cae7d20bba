import type { StoredPage } from '#client/build/manifest.ts'

/** What every page's policy says: everything comes from this server, the live channel too; inline scripts are allowed by hash. */
const ownOnly = (scripts: readonly string[] = []) => [
  "default-src 'none'",
  ["script-src 'self'", ...scripts.map((hash) => `'sha256-${hash}'`)].join(' '),
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

/** The content security policy of a page. */
export const pagePolicy = ({ scripts, frames }: Pick<StoredPage, 'scripts' | 'frames'>): string =>
  [
    ...ownOnly(scripts),
    "manifest-src 'self'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    "form-action 'self'",
    // React never converts text to markup or script, and no other code needs to.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')

/** The policy of the API page. It has no trusted types, because Swagger UI writes markup that it has sanitized itself. */
export const DOCS_POLICY = [...ownOnly(), "form-action 'none'"].join('; ')
