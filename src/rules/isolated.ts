/** The letters that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name in a plain text. A name from right to left keeps its place among the numbers and names beside it, because U+2068 and U+2069 stand round
 * it. In a page, `<bdi>` does the same.
 */
export const isolated = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name
