/** When a change was made, in milliseconds since 1970: its id is a UUIDv7. */
export const batchTime = (batch: string): number =>
  Number.parseInt(batch.slice(0, 13).replace('-', ''), 16)
