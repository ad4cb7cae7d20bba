/** The parts of a header that is a list. No regular expression here: it may contain 16 kB of any text. */
export const listed = (header: string | null): string[] =>
  header === null ? [] : header.split(',').map((part) => part.trim())

/** Whether `Accept-Encoding` names an encoding without a weight, as browsers do. Who gives it one gets plain bytes, which is always right. */
export const accepts = (acceptEncoding: string | null, encoding: string): boolean =>
  listed(acceptEncoding?.toLowerCase() ?? null).includes(encoding)

/** What proxies put behind a tag when they compress its answer, as Apache and Caddy do. */
const COMPRESSION = /-(?:gzip|br|zstd)"$/

/** Whether an `If-None-Match` names the answer with this tag, also if a proxy on the way made the tag weak or put a compression behind it. */
export function isKnownTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = listed(ifNoneMatch).map((tag) => tag.replace(/^W\//, ''))
  return tags.some((tag) => ['*', etag].includes(tag) || tag.replace(COMPRESSION, '"') === etag)
}
