/** Whether `If-None-Match` names this ETag. A weak tag also matches, because a proxy may have made it weak. */
export const namesTag = (header: string | null, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
