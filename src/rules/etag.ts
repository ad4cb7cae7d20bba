/** What proxies put behind a tag when they compress its answer, as Apache and Caddy do. */
const COMPRESSION = /-(?:gzip|br|zstd)"$/

/** Whether an `If-None-Match` names the answer with this tag, also if a proxy on the way made the tag weak or put a compression behind it. */
export function isKnownTag(ifNoneMatch: string | null, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => ['*', etag].includes(tag) || tag.replace(COMPRESSION, '"') === etag)
}
