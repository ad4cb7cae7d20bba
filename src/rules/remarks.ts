import { limits } from '#src/contract/limits.ts'

/** Multi-line text, possibly empty. Allows no control characters but tabs and line ends, because spreadsheets refuse them. */
export const REMARKS_PATTERN = String.raw`^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$`

export const REMARKS_TEXT = `Remarks have ${limits.remarksLength} characters at most.`
